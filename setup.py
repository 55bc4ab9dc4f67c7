"""Puts `data/`, with its indexes, and `configs/` into the wheel beside the code that reads them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
SHIPPED = Path("agent") / "shipped"
TRAINING = shutil.ignore_patterns("build", "examples", "hands", "__pycache__", "*.pyc", "*.lock", "building-*")
"""What compiles the data and teaches the reader is not needed to answer."""


class WithData(build_py):
    """Builds the indexes and copies what `AgentSettings.root` points to; an editable install reads the clone's."""

    def run(self) -> None:
        super().run()
        # Takes ten seconds and what the lock installs; without it the first start builds them.
        subprocess.run(
            [sys.executable, "-m", "agent.aviation.indexes"], cwd=HERE, check=False, stderr=subprocess.DEVNULL
        )
        if self.editable_mode:
            return
        for name in ("data", "configs", "index"):
            target = Path(self.build_lib) / SHIPPED / name
            shutil.rmtree(target, ignore_errors=True)
            if name == "index" and not (HERE / name).is_dir():
                continue
            shutil.copytree(HERE / name, target, ignore=TRAINING)


setup(cmdclass={"build_py": WithData})
