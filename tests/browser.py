"""A headless Chromium, driven over the WebDriver protocol with nothing but the standard library.

with open_browser() as browser:
    browser.open(path)
    browser.press("ArrowRight")
    browser.run("return document.title")
"""

from __future__ import annotations

import base64
import http.client
import json
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011", "End": "\ue010", "Shift": "\ue008"}
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
DRIVERS = ("chromedriver", "chromium-driver")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def missing_browser() -> str:
    """Why no test can use a browser; empty if they can."""
    for kind in (BROWSERS, DRIVERS):
        if not any(map(shutil.which, kind)):
            return f"{kind[0]} is not installed"
    return ""


class Browser:
    """A session of the driver."""

    def __init__(self, port: int, arguments: list[str]) -> None:
        self._port = port
        options = {"args": arguments, "binary": next(filter(None, map(shutil.which, BROWSERS)))}
        capabilities = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        reply = self._send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self._session = f"/session/{reply['sessionId']}"

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise AssertionError(f"{value['error']}: {value['message']}")
        return value

    def _call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self._send("GET" if body is None else "POST", self._session + path, body)

    def open(self, path: Path) -> None:
        """Open a file, without any network, and wait until it hears keys: before its first frame a page may not."""
        self._call("/url", {"url": "about:blank"})
        self._call("/url", {"url": path.resolve().as_uri()})
        self.run("addEventListener('keydown', () => { window.hearsKeys = true }, {once: true})")
        for _ in range(50):
            self.press("Shift")
            if self.run("return window.hearsKeys"):
                return
            time.sleep(0.1)
        raise AssertionError("the page hears no keys")

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns."""
        return self._call("/execute/sync", {"script": script, "args": list(arguments)})

    def press(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        actions = [{"type": kind, "value": KEYS[key]} for key in keys for kind in ("keyDown", "keyUp")]
        self._call("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def _find(self, selector: str) -> str:
        reply = self._call("/element", {"using": "css selector", "value": selector})
        element: str = reply[_ELEMENT]
        return element

    def click(self, selector: str) -> None:
        """Click on an element."""
        self._call(f"/element/{self._find(selector)}/click", {})

    def text(self, selector: str) -> str:
        """The text of an element as people see it."""
        text: str = self._call(f"/element/{self._find(selector)}/text")
        return text

    def resize(self, width: int, height: int) -> None:
        """Give the page this room, whatever the window's least width is."""
        parameters = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self._devtools("Emulation.setDeviceMetricsOverride", parameters)

    def prefer(self, scheme: str) -> None:
        """Prefer a `light` or a `dark` background."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self._devtools("Emulation.setEmulatedMedia", {"features": [feature]})

    def _devtools(self, command: str, parameters: dict[str, Any]) -> Any:
        return self._call("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def errors(self) -> list[str]:
        """What the console has complained about since the last time."""
        return [entry["message"] for entry in self._call("/se/log", {"type": "browser"})]

    def screenshot(self, path: Path, whole: bool = True) -> None:
        """Save what is to be seen, or the whole page."""
        picture = self._devtools("Page.captureScreenshot", {"captureBeyondViewport": whole})
        path.write_bytes(base64.b64decode(picture["data"]))

    def pdf(self) -> bytes:
        """The page as it is printed."""
        return base64.b64decode(self._call("/print", {}))

    def close(self) -> None:
        """End the session."""
        self._send("DELETE", self._session)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser that cannot reach any host, and forgets everything."""
    driver = next(filter(None, map(shutil.which, DRIVERS)))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={profile}",
        ]
        process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _await_port(port)
            browser = Browser(port, arguments)
            try:
                yield browser
            finally:
                browser.close()
        finally:
            process.terminate()
            process.wait(30)


def _await_port(port: int) -> None:
    for _ in range(150):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise AssertionError("the driver does not answer")
