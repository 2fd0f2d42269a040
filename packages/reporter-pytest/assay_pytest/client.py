"""Sends a launch while it runs. A background thread delivers it; what the server does not take is stored on disk and sent later."""

import hashlib
import http.client
import json
import mimetypes
import os
import random
import re
import shutil
import threading
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone
from urllib.parse import urlsplit

REPORTING = "/api/reporting/v1/test-runs"
UNSENT = os.path.join(".assay", "unsent")
MAX_TESTS, BATCH_CHARACTERS, WAITING_CHARACTERS = 1000, 4 * 1024 * 1024, 64 * 1024 * 1024
MAX_FILE, MAX_UNSENT = 100 * 1024 * 1024, 512 * 1024 * 1024
GATHER_SECONDS, UNREACHABLE_SECONDS, CALL_SECONDS = 0.5, 10, 60
# Smaller files are sent in a form, because the two calls of an upload would take longer.
MIN_DIRECT_BYTES = 1024 * 1024
# `IDLE_SECONDS`: how long the bucket may take or answer nothing. Shorter than the end of a run waits, so that there is time for the form.
UPLOAD_SECONDS, IDLE_SECONDS, COMPLETE_RETRY_SECONDS = 600, 20, 10
CHUNK_BYTES = 64 * 1024
# Tests may replace the functions of the module; in an object they stay the original ones.
CLOCK = {"time": time.time, "monotonic": time.monotonic}


def clean(text, limit):
    """Returns a text without what the database cannot store, and not longer than the limit."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()[:limit]


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
        """Returns the answer. `body`: JSON, or a function that returns the length and the parts of a body. Raises OSError or Rejected."""
        headers = {"authorization": f"Bearer {self._token}", **(headers or {})}
        if callable(body):
            length, data = body()
            headers["content-length"] = str(length)
        else:
            data = None if body is None else json.dumps(body).encode()
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

    def call(self, *arguments, on_failure=None, on_success=None, retry_seconds=None, **options):
        """Repeats a call until it is answered. Raises Rejected, OSError after `retry_seconds`, and Stopped when `stop` is set."""
        attempt = 0
        began = CLOCK["monotonic"]()
        while not self.stop.is_set():
            try:
                answer = self.once(*arguments, **options)
                if on_success:
                    on_success()
                return answer
            except OSError as error:
                if on_failure:
                    on_failure(f"{self.url} cannot be reached: {getattr(error, 'reason', error)}")
                if retry_seconds is not None and CLOCK["monotonic"]() > began + retry_seconds:
                    raise
            self.stop.wait(min(0.5 * 2**attempt, 3) * random.uniform(0.5, 1))
            attempt = min(attempt + 1, 10)
        raise Stopped()

    def put(self, url, headers, content, size):
        """Writes a file to a signed address, without the token. Raises OSError, which does not contain the address, or Stopped."""
        address = urlsplit(url)
        origin = f"{address.scheme}://{address.netloc.rpartition('@')[2]}"
        if address.scheme not in ("http", "https"):
            raise OSError("The address of the bucket is not valid")
        headers = {"content-type": "application/octet-stream", **headers, "content-length": str(size)}
        request = urllib.request.Request(url, self._parts_of(content, size), headers, method="PUT")
        try:
            with self._opener.open(request, timeout=IDLE_SECONDS):
                return
        except urllib.error.HTTPError as error:
            error.close()
            raise OSError(f"{origin} answered {error.code}") from None
        except (OSError, ValueError, TypeError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            # Errors of other types may quote the address.
            text = str(reason) if isinstance(reason, OSError) else type(error).__name__
            raise OSError(f"{origin} cannot be reached: {text}") from None

    def _parts_of(self, content, size):
        end = CLOCK["monotonic"]() + UPLOAD_SECONDS
        for part in parts_of(content, size):
            if self.stop.is_set():
                raise Stopped()
            if CLOCK["monotonic"]() > end:
                raise OSError(f"It took longer than {UPLOAD_SECONDS} seconds")
            yield part


def parts_of(content, size):
    """Yields this many bytes of an open file from its beginning. Raises OSError if it has fewer."""
    content.seek(0)
    while size > 0:
        part = content.read(min(size, CHUNK_BYTES))
        if not part:
            raise OSError("The file has changed")
        size -= len(part)
        yield part


def _message_of(error):
    try:
        problem = json.loads(error.read())
        fields = [f"{one['field']}: {one['message']}" for one in problem.get("errors") or []]
        return "; ".join([problem["message"], *fields])
    except (ValueError, KeyError, TypeError, AttributeError, OSError, http.client.HTTPException):
        return f"The address answers {error.code}, and not as Assay does"


class DirectUpload:
    """Writes attachments of one launch to the bucket of the server. After a failure it does not try again."""

    def __init__(self, connection, call, warn):
        self._connection, self._call, self._warn = connection, call, warn
        self._is_off = False

    def __call__(self, test, query, key, name, content, size):
        """Returns whether the attachment is stored. If not, the caller sends a form with the same idempotency key. Raises Stopped."""
        if self._is_off:
            return False
        hashed = hashlib.sha256()
        try:
            for part in parts_of(content, size):
                hashed.update(part)
        except OSError:  # The file has changed.
            return False
        sha256 = hashed.hexdigest()
        upload = self._begin(test, {"sizeBytes": size, "sha256": sha256})
        self._is_off = upload is None
        if upload is None:
            return False
        try:
            self._connection.put(upload["url"], upload["headers"], content, size)
            self._call(
                f"{test}/direct-uploads/{upload['id']}?{query}",
                {"name": name, "sha256": sha256},
                headers={"idempotency-key": key},
                retry_seconds=COMPLETE_RETRY_SECONDS,
            )
            return True
        except (OSError, ValueError, Rejected) as error:
            self._is_off = True
            self._warn(f"files are not written to the bucket, but sent through the server: {error}")
            return False

    def _begin(self, test, content):
        try:
            upload = self._call(f"{test}/direct-uploads", content)["upload"]
            return upload and {"id": upload["id"], "url": upload["url"], "headers": dict(upload["headers"])}
        except (Rejected, KeyError, TypeError, ValueError):
            # An older server does not know the call; after another rejection, the form is rejected as well.
            return None


class Delivery:
    """A launch and which of its reports the server has acknowledged. The reporters in JavaScript store and read the same."""

    def __init__(self, start, launch_id=None, ids=(), files=()):
        self.start, self.launch_id, self.ids, self.files = start, launch_id, dict(ids), list(files)
        self.batch = None
        self.omitted, self.reason = 0, None

    def omit(self, count, reason):
        self.omitted += count
        self.reason = self.reason or reason

    def run(self, connection, next_batch, ended_at, warn, **events):
        """Sends everything. Each call has an idempotency key, so that nothing is reported twice however often it is repeated."""

        def call(*arguments, **options):
            return connection.call(*arguments, **options, **events)

        upload_directly = DirectUpload(connection, call, warn)
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
            self._send_files(call, run, upload_directly)
        self._send_files(call, run, upload_directly)
        shard = self.start.get("shard")
        call(run, {"endedAt": iso(ended_at()), **({"shard": {"index": shard["index"]}} if shard else {})}, method="PUT")

    def _left_out(self, error, count, also=()):
        if error.status not in (400, 409, 413, *also):
            raise error
        self.omit(count, str(error))

    def _send_files(self, call, run, upload_directly):
        while self.files:
            file = self.files[0]
            test = self.ids.get(file["key"])
            content = _opened(file["path"]) if test is not None else None
            if content is None:
                self.omit(1, f"{file['name']} is missing")
            else:
                with content:
                    self._send_file(call, f"{run}/tests/{test}", file, content, upload_directly)
            self.files.pop(0)

    def _send_file(self, call, test, file, content, upload_directly):
        def size():
            return os.fstat(content.fileno()).st_size

        def form():
            return _form(name, boundary, content, size())

        # The same in both calls, because the name is part of what the idempotency key stands for.
        name = re.sub(r'[\r\n"]', "_", clean(file["name"], 255))
        if size() > MAX_FILE:
            return self.omit(1, f"{name} is larger than {MAX_FILE // 1024 // 1024} MB")
        query = f"attempt={file['attempt']}&at={file['at']}"
        if file.get("step") is not None:  # of a launch that a reporter in JavaScript has stored
            query += f"&step={file['step']}"
        if size() >= MIN_DIRECT_BYTES and upload_directly(test, query, file["id"], name, content, size()):
            return None
        boundary = uuid.uuid4().hex
        headers = {"idempotency-key": file["id"], "content-type": f"multipart/form-data; boundary={boundary}"}
        try:
            return call(f"{test}/attachments?{query}", form, headers=headers)
        except Rejected as error:
            return self._left_out(error, 1, also=(404,))

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


def _opened(path):
    try:
        return open(path, "rb") if os.path.isfile(path) else None
    except OSError:
        return None


def _form(name, boundary, content, size):
    """Returns the length and the parts of a form with a file."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="{name}"\r\ncontent-type: {kind}\r\n\r\n'.encode()
    tail = f"\r\n--{boundary}--\r\n".encode()

    def parts():
        yield head
        yield from parts_of(content, size)
        yield tail

    return len(head) + size + len(tail), parts()


def send_unsent(connection, warn):
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

                delivery.run(connection, next_batch, lambda at=ended_at: at, warn)
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
