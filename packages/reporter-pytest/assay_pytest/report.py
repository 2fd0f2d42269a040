"""Collects what happens until the background thread sends it. Its functions return immediately and never raise."""

import hashlib
import json
import threading
import urllib.request
import uuid

from .client import (
    BATCH_CHARACTERS,
    GATHER_SECONDS,
    MAX_TESTS,
    UNREACHABLE_SECONDS,
    UNSENT,
    WAITING_CHARACTERS,
    Delivery,
    address_of,
    clean,
    iso,
    send_unsent,
)
from .connection import CLOCK, Connection, Rejected, Stopped

# Of an attempt. The server rejects a line of more than 1,000,000 characters, and more than 32,768 characters of labels of all attempts.
MAX_LINES, MAX_OUTPUT, MAX_REASON, MAX_LABELS, MAX_LABEL_CHARACTERS = 5000, 999_000, 100_000, 100, 16_384
CUT_OUTPUT = "… further output was not reported"


def _bounded(labels):
    """Returns the labels that the server takes: it rejects a test with a blank key, or with too many."""
    bounded, characters = [], 0
    for key, value in labels:
        label = {"key": clean(key, 255), "value": clean(value, 4000)}
        size = len(label["key"]) + len(label["value"])
        if label["key"].strip() and len(bounded) < MAX_LABELS and characters + size <= MAX_LABEL_CHARACTERS:
            bounded.append(label)
            characters += size
    return bounded


class Report:
    """A launch that is reported while it runs."""

    def __init__(self, settings):
        self._connection = Connection(settings)
        self._retry_seconds = settings.retry_seconds
        self._delivery = Delivery({**settings.launch, "startedAt": iso(CLOCK["time"]())})
        self._changed = threading.Condition()
        self._waiting, self._open, self._tests, self._failed = [], {}, {}, {}
        self._characters = self._dropped = 0
        self._ended_at = self._failure = self._failing_since = self._rejection = None
        self._is_delivered = self._is_over = False
        self._quarantine, self.messages = {}, []
        self._thread = threading.Thread(target=self._run, name="assay", daemon=True)
        self._thread.start()

    def start(self, key, class_name, name, at):
        names = {"name": clean(name, 4000), "className": clean(class_name, 2000), "methodName": clean(name, 2000)}
        with self._changed:
            attempt = self._tests.get(key, {"attempt": 0})["attempt"] + 1
            self._tests[key] = {**names, "attempt": attempt, "lines": 0, "characters": 0}
            self._open.pop(key, None)
            self._failed.pop(key, None)
            self._add(key, 500)["start"] = {**names, "startedAt": iso(at)}

    def log(self, key, level, text):
        text = clean(text).rstrip()
        with self._changed:
            test = self._tests[key]
            if not text or test["lines"] > MAX_LINES or test["characters"] > MAX_OUTPUT:
                return
            fitting = clean(text, MAX_OUTPUT - test["characters"])
            test["lines"] += 1
            test["characters"] += len(text)
            if test["lines"] > MAX_LINES:
                text = CUT_OUTPUT
            elif fitting != text:
                test["characters"] = MAX_OUTPUT + 1
                text = f"{fitting}\n{CUT_OUTPUT}"
            if self._characters + len(text) > WAITING_CHARACTERS:
                self._dropped += 1
                return
            line = {"level": level, "message": text, "timestamp": int(CLOCK["time"]() * 1000)}
            self._add(key, len(text) + 100).setdefault("logs", []).append(line)

    def end(self, key, at, result, reason=None, steps=(), labels=(), files=()):
        """`files`: pairs of a name and a path."""
        with self._changed:
            test = self._tests[key]
            if result == "FAILED":
                self._failed[key] = test
            entry = self._add(key, 200 + len(reason or ""))
            entry["finish"] = {"endedAt": iso(at), "result": result, "reason": clean(reason or "", MAX_REASON) or None}
            entry["labels"] = _bounded(labels)
            if steps:
                entry["steps"] = {"items": list(steps), "omitted": 0}
            owner = {"key": key, "attempt": test["attempt"], "at": int(at * 1000)}
            self._open[key]["files"] += [
                {**owner, "id": str(uuid.uuid4()), "name": name, "path": path} for name, path in files
            ]
            del self._open[key]

    def finish(self):
        """Returns whether the server has everything. Stores the rest on disk if the time limit ends first."""
        with self._changed:
            if self._ended_at is not None:
                return self._is_delivered and self._delivery.omitted == 0
            self._ended_at = CLOCK["time"]()
            limit = CLOCK["monotonic"]() + self._retry_seconds
            self._failing_since = self._failing_since and CLOCK["monotonic"]()
            self._changed.notify_all()
            try:
                self._wait(limit)
            except KeyboardInterrupt:  # The run ends, and the results are stored instead of sent.
                self._failure = "The run was interrupted"
            self._connection.stop.set()
            if self._rejection:
                self.messages.append(f"the results are not reported: {self._rejection}")
                return False
            self._describe()
            if self._is_delivered:
                self.messages.append(address_of(self._connection, self._delivery))
                return self._delivery.omitted == 0
            why = self._failure or "The time limit is over"
            try:
                self._delivery.save(self._connection, self._take, self._ended_at)
                self.messages.append(f"{why}. The results are in {UNSENT}, and are sent by the next run or assay upload")
            except OSError as error:
                self.messages.append(f"{why}. The results could not be stored in {UNSENT} either: {error}")
            return False

    def _wait(self, limit):
        while not self._is_over:
            until = limit if self._failing_since is None else min(limit, self._failing_since + UNREACHABLE_SECONDS)
            remaining = until - CLOCK["monotonic"]()
            if remaining <= 0:
                break
            self._changed.wait(remaining)

    def _add(self, key, characters):
        """Returns the entry that further reports of the attempt are added to."""
        known = self._open.get(key)
        if known is None:
            known = self._open[key] = {"entry": {"key": key}, "files": [], "characters": 0}
            self._waiting.append(known)
        known["characters"] += characters
        self._characters += characters
        self._changed.notify_all()
        return known["entry"]

    def _take(self):
        """Returns the oldest entries as a batch; None without any."""
        taken, size = [], 0
        while len(taken) < min(len(self._waiting), MAX_TESTS) and size < BATCH_CHARACTERS:
            taken.append(self._waiting[len(taken)])
            size += taken[-1]["characters"]
        del self._waiting[: len(taken)]
        self._characters -= size
        for one in taken:
            if self._open.get(one["entry"]["key"]) is one:
                # A test that runs gets another entry for what follows.
                self._open.pop(one["entry"]["key"])
        if not taken:
            return None
        files = [file for one in taken for file in one["files"]]
        return {"id": str(uuid.uuid4()), "entries": [one["entry"] for one in taken], "files": files}

    def _next(self):
        with self._changed:
            while not self._waiting and self._ended_at is None:
                self._changed.wait()
            self._changed.wait_for(lambda: self._ended_at is not None, GATHER_SECONDS)
            # In the lock, so that the batch is always either in the delivery or waiting.
            self._delivery.batch = self._take()
            return self._delivery.batch

    def _run(self):
        try:
            self._read_quarantine()
            events = {"on_failure": self._on_failure, "on_success": self._on_success}
            warn = self.messages.append
            self._delivery.run(self._connection, self._next, lambda: self._ended_at, warn, **events)
            self._is_delivered = True
            for message in send_unsent(self._connection, warn):
                self.messages.append(message)
        except Stopped:
            pass
        except Exception as error:  # The run of the tests must not fail because of its report.
            self._rejection = self._rejection or (None if self._is_delivered else str(error) or repr(error))
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _on_failure(self, message):
        with self._changed:
            self._failure = message
            self._failing_since = self._failing_since or CLOCK["monotonic"]()
            self._changed.notify_all()

    def _on_success(self):
        with self._changed:
            self._failure = self._failing_since = None

    def _read_quarantine(self):
        try:
            project = urllib.request.quote(self._connection.project, safe="")
            answer = self._connection.once(f"/api/projects/{project}/quarantine", timeout=5)
            self._quarantine = {one["key"]: one["reason"] for one in answer["items"] if not one["isExpired"]}
        except (OSError, Rejected, KeyError, TypeError):
            return

    def _describe(self):
        for test in self._failed.values():
            names = json.dumps([test["className"], test["methodName"], None], ensure_ascii=False, separators=(",", ":"))
            reason = self._quarantine.get(hashlib.new("md5", names.encode(), usedforsecurity=False).hexdigest())
            if reason:
                self.messages.append(f"{test['name']} failed, and is in quarantine: {reason}")
        if self._dropped:
            self.messages.append(f"{self._dropped} log lines were dropped, because Assay did not take them in time")
        if self._delivery.omitted:
            self.messages.append(f"{self._delivery.omitted} results or files were left out: {self._delivery.reason}")
