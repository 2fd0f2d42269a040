"""Calls of the server, and requests to its bucket."""

import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

CALL_SECONDS = 60
# `IDLE_SECONDS`: how long the bucket may take or answer nothing. Shorter than the end of a run waits, so that there is time for the form.
UPLOAD_SECONDS, IDLE_SECONDS = 600, 20
CHUNK_BYTES = 64 * 1024
# Tests may replace the functions of the module; in an object they stay the original ones.
CLOCK = {"time": time.time, "monotonic": time.monotonic}


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


class _EarlyAnswer:
    """Reads the answer of a server that rejects a body before it has read it, and closes the connection."""

    def send(self, data):
        if self.sock is None:
            self.connect()
        try:
            super().send(data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # Without an answer, reading it fails.


class _HttpConnection(_EarlyAnswer, http.client.HTTPConnection):
    pass


class _HttpsConnection(_EarlyAnswer, http.client.HTTPSConnection):
    pass


class _HttpHandler(urllib.request.HTTPHandler):
    def http_open(self, request):
        return self.do_open(_HttpConnection, request)


class _HttpsHandler(urllib.request.HTTPSHandler):
    def https_open(self, request):
        return self.do_open(_HttpsConnection, request)


class Connection:
    def __init__(self, settings):
        self.url, self.project, self._token = settings.url, settings.project, settings.token
        self._opener = urllib.request.build_opener(_NoRedirect, _HttpHandler, _HttpsHandler)
        self.stop = threading.Event()

    def once(self, path, body=None, method=None, headers=None, timeout=CALL_SECONDS):
        """Returns the answer. `body`: JSON, or a function that returns the length and the parts of a body. Raises OSError or Rejected."""
        headers = {"authorization": f"Bearer {self._token}", **(headers or {})}
        if callable(body):
            length, data = body()
            headers["content-length"] = str(length)
        else:
            # Not in ASCII, which takes twelve bytes for an emoji: a call with much output would be larger than the server takes.
            data = None if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
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
