"""What ships beside the code fits it: metrics of dashboard and alerts, settings of compose, versions, licences."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import stat
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.checks import known_names
from bot.environ import environ
from bot.metrics import Metrics
from bot.version import version

ROOT = Path(__file__).resolve().parent.parent
METRIC = re.compile(r"\bflyfun_[a-z_]+\b")


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_dashboard_and_alerts_name_metrics_that_there_are() -> None:
    page = Metrics().page().decode()
    known = set(METRIC.findall(page))
    known |= {f"{name}_{part}" for name in known for part in ("bucket", "count")}
    dashboard: dict[str, Any] = json.loads(text("deploy/grafana-dashboard.json"))
    told = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    told += [
        rule["expr"] for group in yaml.safe_load(text("deploy/alerts.yaml"))["groups"] for rule in group["rules"]
    ]
    assert set(METRIC.findall(" ".join(told))) <= known


def test_compose_sets_only_settings_there_are_and_every_secret_it_mounts_is_made(tmp_path: Path) -> None:
    compose = yaml.safe_load(text("compose.yaml"))
    program = compose["services"]["flyfun"]
    assert set(program["environment"]) <= known_names()
    subprocess.run(["sh", str(ROOT / "deploy" / "secrets.sh")], cwd=tmp_path, check=True, capture_output=True)
    made = {file.name for file in (tmp_path / "secrets").iterdir()}
    assert made == set(compose["secrets"])
    assert stat.S_IMODE((tmp_path / "secrets").stat().st_mode) == 0o700
    said = {
        name: str(tmp_path / "secrets" / value.rpartition("/")[2])
        for name, value in program["environment"].items()
        if name.endswith("_FILE")
    }
    found = environ(said, tmp_path)
    assert found["DATABASE_URL"].startswith("postgresql://flyfun:") and not found["TELEGRAM_BOT_TOKEN"]


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
def test_chroma_is_asked_whether_it_answers(status: int, healthy: bool) -> None:
    class Chroma(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/api/v2/heartbeat" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    check = yaml.safe_load(text("compose.yaml"))["services"]["chroma"]["healthcheck"]["test"]
    with HTTPServer(("127.0.0.1", 0), Chroma) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = [part.replace("$$", "$").replace("/8000", f"/{server.server_port}") for part in check[1:]]
        assert check[0] == "CMD" and (subprocess.run(command, timeout=10, check=False).returncode == 0) is healthy
        server.shutdown()
    assert subprocess.run(command, timeout=10, check=False, capture_output=True).returncode


def test_workflows_and_forms_are_yaml() -> None:
    files = [*(ROOT / ".github").rglob("*.yml")]
    assert len(files) >= 6
    for file in files:
        assert yaml.safe_load(file.read_text("utf-8"))


def test_the_version_is_told_from_one_place() -> None:
    (stated,) = re.findall(r'^version = "(.+)"$', text("pyproject.toml"), re.MULTILINE)
    assert version() == stated


def test_every_package_of_the_server_stands_on_the_page_of_licences() -> None:
    locked = set(
        re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==", text("requirements-server.lock"), re.MULTILINE)
    )
    told = set(re.findall(r"^\| ([A-Za-z0-9_.-]+) \| \d", text("docs/licences.md"), re.MULTILINE))
    assert locked <= told


def test_the_page_of_licences_is_as_its_script_writes_the_data() -> None:
    """The packages differ from one install to another; the data do not."""
    spec = importlib.util.spec_from_file_location("licences", ROOT / "docs" / "licences.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    written, kept = (
        re.search(r"## Data\n.*?\n## ", page, re.DOTALL) for page in (script.page(), text("docs/licences.md"))
    )
    assert written is not None and kept is not None
    assert written.group() == kept.group()


FORM = {"label", "description", "placeholder", "value", "render", "multiple", "options", "default"}


@pytest.mark.parametrize("name", ["bug.yml", "wrong-answer.yml"])
def test_an_issue_form_is_one_that_github_takes(name: str) -> None:
    form = yaml.safe_load(text(f".github/ISSUE_TEMPLATE/{name}"))
    assert {"name", "description", "body"} <= set(form)
    for field in form["body"]:
        assert field["type"] in {"markdown", "textarea", "input", "dropdown", "checkboxes"}
        assert set(field["attributes"]) <= FORM and field["attributes"]["label"]


SERIES = {
    "FlyFunWebhookBurn": (
        [
            ('flyfun_webhook_seconds_bucket{channel="slack",outcome="ok",le="0.5"}', "0+98x120"),
            ('flyfun_webhook_seconds_count{channel="slack",outcome="ok"}', "0+99x120"),
            ('flyfun_webhook_seconds_count{channel="slack",outcome="failed"}', "0+1x120"),
        ],
        [
            ('flyfun_webhook_seconds_bucket{channel="slack",outcome="ok",le="0.5"}', "0+999x120"),
            ('flyfun_webhook_seconds_count{channel="slack",outcome="ok"}', "0+1000x120"),
            ('flyfun_webhook_seconds_count{channel="slack",outcome="refused"}', "0+500x120"),
        ],
    ),
    "FlyFunReminderLate": (
        [("flyfun_reminder_overdue_seconds", "121x120")],
        [("flyfun_reminder_overdue_seconds", "119x120")],
    ),
    "FlyFunRemindersLate": (
        [
            ('flyfun_reminder_late_seconds_bucket{le="60.0"}', "0+80x120"),
            ("flyfun_reminder_late_seconds_count", "0+100x120"),
        ],
        [
            ('flyfun_reminder_late_seconds_bucket{le="60.0"}', "0+99x120"),
            ("flyfun_reminder_late_seconds_count", "0+100x120"),
        ],
    ),
    "FlyFunReminderAfterDeadline": (
        [("flyfun_reminder_after_deadline_total", "0x90 1x30")],
        [("flyfun_reminder_after_deadline_total", "3x120")],
    ),
    "FlyFunClockStopped": (
        [('flyfun_job_last_success_timestamp_seconds{job="reminders"}', "10x120")],
        [('flyfun_job_last_success_timestamp_seconds{job="reminders"}', "0+60x120")],
    ),
    "FlyFunBackupMissed": (
        [("flyfun_backup_last_timestamp_seconds", "-300000x120")],
        [("flyfun_backup_last_timestamp_seconds", "-200000x120")],
    ),
    "FlyFunDataOld": (
        [('flyfun_data_age_days{source="A list",renewed="yes"}', "57x120")],
        [
            ('flyfun_data_age_days{source="A list",renewed="yes"}', "56x120"),
            ('flyfun_data_age_days{source="A page",renewed="no"}', "900x120"),
        ],
    ),
}
"""For each alert of an objective: series on which it fires, and some on which it does not, a value a minute."""


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool (Prometheus) is not installed")
def test_the_alerts_of_the_objectives_fire_when_they_are_missed_and_only_then(tmp_path: Path) -> None:
    rules = ROOT / "deploy" / "alerts.yaml"
    told = {rule["alert"]: rule for rule in yaml.safe_load(rules.read_text("utf-8"))["groups"][0]["rules"]}
    tests: list[dict[str, Any]] = []
    for name, both in SERIES.items():
        for fires, series in zip((True, False), both, strict=True):
            said = {"summary": told[name]["annotations"]["summary"].replace("{{ $labels.source }}", "A list")}
            labels = dict(told[name]["labels"]) | ({"source": "A list"} if name == "FlyFunDataOld" else {})
            expected = [{"exp_labels": labels, "exp_annotations": said}] if fires else []
            tests.append(
                {
                    "interval": "1m",
                    "input_series": [{"series": what, "values": values} for what, values in series],
                    "alert_rule_test": [{"eval_time": "110m", "alertname": name, "exp_alerts": expected}],
                }
            )
    file = tmp_path / "tests.yaml"
    file.write_text(yaml.safe_dump({"rule_files": [str(rules)], "evaluation_interval": "1m", "tests": tests}))
    ran = subprocess.run(["promtool", "test", "rules", str(file)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
