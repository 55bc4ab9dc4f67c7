"""Puts `data/` and `configs/` into the wheel, beside the code that reads them; the rest is in pyproject.toml."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
SHIPPED = Path("agent") / "shipped"
TRAINING = shutil.ignore_patterns("build", "examples", "hands", "__pycache__", "*.pyc")
"""What compiles the data and teaches the reader is not needed to answer."""


class WithData(build_py):
    """Copies what `AgentSettings.root` points to; an editable install reads the folders of the clone."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for name in ("data", "configs"):
            target = Path(self.build_lib) / SHIPPED / name
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(HERE / name, target, ignore=TRAINING)


setup(cmdclass={"build_py": WithData})
