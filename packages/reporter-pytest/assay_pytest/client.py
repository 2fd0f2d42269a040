"""Sends a launch while it runs. A background thread delivers it; what the server does not take is stored on disk and sent later."""

import hashlib
import json
import mimetypes
import os
import re
import shutil
import urllib.request
import uuid
from datetime import datetime, timezone

from .connection import Rejected, parts_of

REPORTING = "/api/reporting/v1/test-runs"
UNSENT = os.path.join(".assay", "unsent")
MAX_TESTS, BATCH_CHARACTERS, WAITING_CHARACTERS = 1000, 4 * 1024 * 1024, 64 * 1024 * 1024
MAX_FILE, MAX_UNSENT = 100 * 1024 * 1024, 512 * 1024 * 1024
GATHER_SECONDS, UNREACHABLE_SECONDS = 0.5, 10
# Smaller files are sent in a form, because the two calls of an upload would take longer.
MIN_DIRECT_BYTES = 1024 * 1024
COMPLETE_RETRY_SECONDS = 10


def clean(text, limit=None):
    """Returns a text without what the database cannot store, and not longer than the limit, which counts units of UTF-16, as the server does."""
    units = text.replace("\0", "").encode("utf-16-le", "replace")
    return units[: None if limit is None else 2 * limit].decode("utf-16-le", "ignore")


def iso(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


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
