"""Plugin of pytest that reports tests to Assay while they run."""

import atexit
import os
import re

import pytest

from .connection import CLOCK
from .report import Report
from .settings import Settings, SettingsError

OPTIONS = {
    "url": "address of Assay",
    "project": "key of the project",
    "name": "name of the launch",
    "environment": "environment of the launch",
    "build": "build of the launch",
    "shard": "part of the run, as 1/4: parallel jobs of one build and name are one launch",
}
# Markers of pytest itself say how a test runs, not what it is.
BUILT_IN = {"parametrize", "usefixtures", "skip", "skipif", "xfail", "filterwarnings", "tryfirst", "trylast"}
FILES = re.compile(r"attachment|testrail_attachment", re.IGNORECASE)
PHASES = {"setup": "failed on setup with", "teardown": "failed on teardown with"}


def pytest_addoption(parser):
    group = parser.getgroup("assay")
    for name, help_text in OPTIONS.items():
        group.addoption(f"--assay-{name}", help=help_text)
        parser.addini(f"assay_{name}", help_text)
    strict = "fail the run if its results are not reported"
    group.addoption("--assay-strict", action="store_true", default=None, help=strict)
    parser.addini("assay_strict", strict, type="bool", default=False)


def pytest_configure(config):
    if not config.option.collectonly and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Reporter(config), "assay-reporter")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """Adds markers and paths of files to the report, also in workers of xdist, whose controller does not know the test."""
    outcome = yield
    report = outcome.get_result()
    names = {marker.name for marker in item.iter_markers()} - BUILT_IN
    report.assay_markers = sorted(names)
    # A test may have changed the working directory, and does not any more at its end.
    values = {str(value) for key, value in item.user_properties if FILES.fullmatch(str(key))}
    report.assay_files = {value: path for value in values for path in [os.path.abspath(value)] if os.path.exists(path)}


class Reporter:
    def __init__(self, config):
        self._config = config
        self._report = None
        self._messages = []
        self._running = {}
        # Output of attempts that are repeated, by node ids.
        self._printed = {}
        # Short keys of tests, by their node ids, which have any length.
        self._keys = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self):
        try:
            self._report = Report(Settings(self._option))
            atexit.register(self._report.finish)
        except SettingsError as error:
            self._messages.append(f"the results are not reported: {error}")

    def _option(self, name):
        return self._config.getoption(f"assay_{name}") or self._config.getini(f"assay_{name}") or None

    def pytest_runtest_logstart(self, nodeid):
        self._start(nodeid, CLOCK["time"]())

    def pytest_runtest_logreport(self, report):
        if self._report is None:
            return
        stopped = getattr(report, "stop", None) or CLOCK["time"]()
        started = stopped - report.duration
        test = self._running.get(report.nodeid) or self._start(report.nodeid, started)
        if not test["steps"]:
            # Some versions of pytest-rerunfailures also repeat the output of earlier attempts.
            earlier = self._printed.pop(report.nodeid, [])
            test["sections"] = len(earlier) if report.sections[: len(earlier)] == earlier else 0
        # Each report repeats the output of earlier phases.
        for title, text in report.sections[test["sections"] :]:
            self._report.log(self._key(report.nodeid), "WARN" if "stderr" in title else "INFO", text)
        test["sections"] = len(report.sections)
        test["files"].update(getattr(report, "assay_files", {}))
        failure = str(report.longrepr or "") if report.outcome in ("failed", "rerun") else None
        test["steps"].append(
            {
                "title": report.when,
                "depth": 0,
                "status": {"passed": "PASSED", "skipped": "SKIPPED"}.get(report.outcome, "FAILED"),
                "startMs": max(0, round((started - test["startedAt"]) * 1000)),
                "durationMs": round(report.duration * 1000),
                **({"error": failure[:4000]} if failure else {}),
            }
        )
        if failure is not None:
            test["result"] = "FAILED"
            test["reasons"].append(_failure_text(report, failure))
        elif report.outcome == "skipped" and test["result"] == "PASSED":
            test["result"] = "SKIPPED"
            test["reasons"].append(_skip_text(report))
        # Of an attempt that is repeated, pytest-rerunfailures tells nothing more.
        # Of a worker of xdist that crashed, there is one report, without a phase.
        if report.outcome == "rerun" or report.when not in ("setup", "call"):
            self._end(report, test, stopped)
        if report.outcome == "rerun":
            self._printed[report.nodeid] = report.sections

    def pytest_collectreport(self, report):
        """A file that cannot be loaded, or skips itself, is a test."""
        # Each worker of xdist collects the file.
        if self._report is None or report.passed or report.nodeid in self._keys:
            return
        text = str(report.longrepr or "")
        reason = f"collection failure\n{text}" if report.failed else _skip_text(report)
        self._add(report.nodeid, self._names(report.nodeid), "FAILED" if report.failed else "SKIPPED", reason)

    def pytest_internalerror(self, excrepr):
        if self._report is not None:
            self._add("internal error", ("pytest", "internal"), "FAILED", f"internal error\n{excrepr}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        is_reported = False
        if self._report is not None:
            is_reported = self._report.finish()
            self._messages += self._report.messages
        strict = self._config.getoption("assay_strict") or self._config.getini("assay_strict")
        if (strict or os.environ.get("ASSAY_STRICT") == "true") and not is_reported and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        for message in self._messages:
            # Texts of tests and servers must not control the terminal.
            terminalreporter.write_line("assay: " + re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", message))

    def _names(self, nodeid):
        """Class and name as in JUnit XML of pytest, so that imported results have the same history."""
        path, bracket, parameters = nodeid.partition("[")
        names = path.split("::")
        names[0] = re.sub(r"\.py$", "", names[0].replace("/", "."))
        prefix = self._config.getoption("junitprefix", None)
        class_name = ".".join(([prefix] if prefix else []) + names[:-1])
        return class_name or self._suite_name(), names[-1] + bracket + parameters

    def _suite_name(self):
        """Returns the class of a file, as imports name it."""
        try:
            return self._config.getini("junit_suite_name")
        except ValueError:  # `-p no:junitxml`
            return "pytest"

    def _start(self, nodeid, at):
        test = {"startedAt": at, "sections": 0, "steps": [], "reasons": [], "files": {}, "result": "PASSED"}
        self._running[nodeid] = test
        if self._report is not None:
            self._report.start(self._key(nodeid), *self._names(nodeid), at)
        return test

    def _end(self, report, test, at):
        del self._running[report.nodeid]
        properties = [(str(key), str(value)) for key, value in report.user_properties]
        labels = [("marker", name) for name in getattr(report, "assay_markers", [])]
        self._report.end(
            self._key(report.nodeid),
            at,
            test["result"],
            "\n\n".join(test["reasons"]),
            steps=test["steps"],
            labels=labels + [(key, value) for key, value in properties if not FILES.fullmatch(key)],
            files=[
                (os.path.basename(value), test["files"].get(value) or os.path.abspath(value))
                for key, value in properties
                if FILES.fullmatch(key)
            ],
        )

    def _key(self, nodeid):
        return self._keys.setdefault(nodeid, str(len(self._keys) + 1))

    def _add(self, nodeid, names, result, reason):
        key = self._key(nodeid)
        now = CLOCK["time"]()
        self._report.start(key, *names, now)
        self._report.end(key, now, result, reason)


def _failure_text(report, text):
    """The message and the text, as imports of JUnit XML join them."""
    crash = getattr(report.longrepr, "reprcrash", None)
    message = crash.message if crash is not None else text
    if report.when in PHASES:
        message = f'{PHASES[report.when]} "{message}"'
    return text if message in text else f"{message}\n{text}"


def _skip_text(report):
    if hasattr(report, "wasxfail"):
        return re.sub(r"^reason: ", "", report.wasxfail)
    if isinstance(report.longrepr, tuple):
        return re.sub(r"^Skipped: ", "", report.longrepr[2])
    return str(report.longrepr or "")
