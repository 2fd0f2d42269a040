"""Sends a launch while it runs. A background thread delivers it; what the server does not take is stored on disk and sent later."""

import http.client
import json
import mimetypes
import os
import random
import shutil
import threading
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone

REPORTING = "/api/reporting/v1/test-runs"
UNSENT = os.path.join(".assay", "unsent")
MAX_TESTS, BATCH_CHARACTERS, WAITING_CHARACTERS = 1000, 4 * 1024 * 1024, 64 * 1024 * 1024
MAX_FILE, MAX_UNSENT = 100 * 1024 * 1024, 512 * 1024 * 1024
GATHER_SECONDS, UNREACHABLE_SECONDS, CALL_SECONDS = 0.5, 10, 60
# Tests may replace the functions of the module; in an object they stay the original ones.
CLOCK = {"time": time.time, "monotonic": time.monotonic}


def iso(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Rejected(Exception):
    def __init__(self, message, status):
        super().__init__(message)
        self.status = status


class Stopped(Exception):
    """The time limit of the end is over."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would turn a POST into a GET, and may send the token to another host."""

    def redirect_request(self, *_):
        return None


class Connection:
    def __init__(self, settings):
        self.url, self.project, self._token = settings.url, settings.project, settings.token
        self._opener = urllib.request.build_opener(_NoRedirect)
        self.stop = threading.Event()

    def once(self, path, body=None, method=None, headers=None, timeout=CALL_SECONDS):
        """Returns the answer. `body`: JSON, or a function that returns the parts of a body. Raises OSError or Rejected."""
        headers = {"authorization": f"Bearer {self._token}", **(headers or {})}
        data = body() if callable(body) else None if body is None else json.dumps(body).encode()
        if data is not None:
            headers.setdefault("content-type", "application/json")
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=timeout) as response:
                text = response.read()
        except urllib.error.HTTPError as error:
            message = _message_of(error)
            if error.code == 429 or error.code >= 500:
                raise OSError(message) from error
            raise Rejected(message, error.code) from error
        except http.client.HTTPException as error:
            raise OSError(repr(error)) from error
        try:
            return json.loads(text or "null")
        except ValueError as error:
            raise Rejected("The address answers, but not as Assay does", 200) from error

    def call(self, *arguments, on_failure=None, on_success=None, **options):
        """Repeats a call until it is answered. Raises Rejected, and Stopped when `stop` is set."""
        attempt = 0
        while not self.stop.is_set():
            try:
                answer = self.once(*arguments, **options)
                if on_success:
                    on_success()
                return answer
            except OSError as error:
                if on_failure:
                    on_failure(f"{self.url} cannot be reached: {getattr(error, 'reason', error)}")
            self.stop.wait(min(0.5 * 2**attempt, 3) * random.uniform(0.5, 1))
            attempt = min(attempt + 1, 10)
        raise Stopped()


def _message_of(error):
    try:
        problem = json.loads(error.read())
        fields = [f"{one['field']}: {one['message']}" for one in problem.get("errors") or []]
        return "; ".join([problem["message"], *fields])
    except (ValueError, KeyError, TypeError, AttributeError, OSError, http.client.HTTPException):
        return f"The address answers {error.code}, and not as Assay does"


class Delivery:
    """A launch and which of its reports the server has acknowledged. The reporters in JavaScript store and read the same."""

    def __init__(self, start, launch_id=None, ids=(), files=()):
        self.start, self.launch_id, self.ids, self.files = start, launch_id, dict(ids), list(files)
        self.batch = None
        self.omitted, self.reason = 0, None

    def omit(self, count, reason):
        self.omitted += count
        self.reason = self.reason or reason

    def run(self, connection, next_batch, ended_at, **events):
        """Sends everything. Each call has an idempotency key, so that nothing is reported twice however often it is repeated."""

        def call(*arguments, **options):
            return connection.call(*arguments, **options, **events)

        if self.launch_id is None:
            path = f"{REPORTING}?projectKey={urllib.request.quote(connection.project, safe='')}"
            self.launch_id = call(path, self.start, headers={"idempotency-key": self.start["uuid"]})["id"]
        run = f"{REPORTING}/{self.launch_id}"
        while True:
            self.batch = self.batch or next_batch()
            if self.batch is None:
                break
            tests = [{**entry, "id": self.ids.get(entry["key"])} for entry in self.batch["entries"]]
            try:
                answer = call(f"{run}/test-reports", {"tests": tests}, headers={"idempotency-key": self.batch["id"]})
                self.ids.update((one["key"], one["id"]) for one in answer["tests"])
                for problem in answer["problems"]:
                    self.omit(1, problem["message"])
            except Rejected as error:
                self._left_out(error, len(tests))
            self.files += self.batch["files"]
            self.batch = None
            self._send_files(call, run)
        self._send_files(call, run)
        shard = self.start.get("shard")
        call(run, {"endedAt": iso(ended_at()), **({"shard": {"index": shard["index"]}} if shard else {})}, method="PUT")

    def _left_out(self, error, count, also=()):
        if error.status not in (400, 409, 413, *also):
            raise error
        self.omit(count, str(error))

    def _send_files(self, call, run):
        while self.files:
            file = self.files[0]
            test = self.ids.get(file["key"])
            if test is None or not os.path.isfile(file["path"]) or os.path.getsize(file["path"]) > MAX_FILE:
                self.omit(1, f"{file['name']} is missing or larger than {MAX_FILE // 1024 // 1024} MB")
            else:
                try:
                    path = f"{run}/tests/{test}/attachments?attempt={file['attempt']}&at={file['at']}"
                    boundary = uuid.uuid4().hex
                    headers = {
                        "idempotency-key": file["id"],
                        "content-type": f"multipart/form-data; boundary={boundary}",
                    }
                    call(path, lambda file=file, boundary=boundary: _form(file, boundary), headers=headers)
                except Rejected as error:
                    self._left_out(error, 1, also=(404,))
            self.files.pop(0)

    def save(self, connection, next_batch, ended_at):
        """Stores what is not acknowledged in the working directory, without the token."""
        folder = os.path.join(UNSENT, self.start["uuid"])
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(os.path.join(".assay", ".gitignore"), "w", encoding="utf-8") as ignore:
            ignore.write("*\n")
        room = MAX_UNSENT - sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(UNSENT) for name in names)
        count = 0

        def saved(files):
            nonlocal room, count
            copies = []
            for file in list(files):
                try:
                    size = os.path.getsize(file["path"])
                    if size > room:
                        continue
                    count += 1
                    shutil.copyfile(file["path"], os.path.join(folder, str(count)))
                    room -= size
                    copies.append({**file, "path": str(count)})
                except OSError:
                    continue
            return copies

        head = {"url": connection.url, "projectKey": connection.project, "start": self.start, "launchId": self.launch_id}
        head.update(ids=list(self.ids.items()), files=saved(self.files), endedAt=iso(ended_at))
        target = os.path.join(folder, "launch.jsonl")
        with open(target + ".part", "w", encoding="utf-8") as out:
            out.write(json.dumps(head) + "\n")
            batch = self.batch or next_batch()
            while batch:
                out.write(json.dumps({**batch, "files": saved(batch["files"])}) + "\n")
                batch = next_batch()
            out.flush()
            os.fsync(out.fileno())
        # Written last: a folder without it is incomplete.
        os.replace(target + ".part", target)


def _form(file, boundary):
    name = file["name"].replace('"', "_").replace("\r", " ").replace("\n", " ")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="{name}"\r\ncontent-type: {kind}\r\n\r\n'
    with open(file["path"], "rb") as content:
        return head.encode() + content.read() + f"\r\n--{boundary}--\r\n".encode()


def send_unsent(connection):
    """Sends stored launches of this server and project, oldest first, and deletes them. Yields a line about each."""
    try:
        folders = sorted((entry.stat().st_mtime, entry.path) for entry in os.scandir(UNSENT) if entry.is_dir())
    except OSError:
        return
    for _, folder in folders:
        try:
            with open(os.path.join(folder, "launch.jsonl"), encoding="utf-8") as lines:
                head = json.loads(lines.readline())
                if (head["url"], head["projectKey"]) != (connection.url, connection.project):
                    continue
                delivery = Delivery(head["start"], head["launchId"], head["ids"], _inside(folder, head["files"]))
                ended_at = datetime.fromisoformat(head["endedAt"].replace("Z", "+00:00")).timestamp()

                def next_batch(lines=lines, folder=folder):
                    line = lines.readline()
                    batch = json.loads(line) if line.strip() else None
                    return batch and {**batch, "files": _inside(folder, batch["files"])}

                delivery.run(connection, next_batch, lambda at=ended_at: at)
            yield f"a launch of an earlier run was sent: {address_of(connection, delivery)}"
        except (OSError, ValueError, KeyError, TypeError):
            continue
        except Rejected as error:
            yield f"The launch of an earlier run was rejected and is given up: {error}"
        shutil.rmtree(folder, ignore_errors=True)


def _inside(folder, files):
    """Files in the folder, but no links and no other paths: the stored content is not trusted."""
    found = [{**file, "path": os.path.join(folder, os.path.basename(file["path"]))} for file in files]
    return [file for file in found if os.path.isfile(file["path"]) and not os.path.islink(file["path"])]


def address_of(connection, delivery):
    project = urllib.request.quote(connection.project, safe="")
    return f"{connection.url}/projects/{project}/automation-launches/{delivery.launch_id}"
