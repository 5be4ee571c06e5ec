"""Debian's Firefox over WebDriver BiDi, which it speaks without a driver in between; Playwright drives only its own builds."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

__all__ = ["Firefox", "find", "install", "running"]

NAMES = ("firefox-esr", "firefox")

# Nothing of its own over the network, and nothing on the screen's first start.
PREFERENCES: dict[str, object] = {
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,nothing",
    "toolkit.telemetry.enabled": False,
    # Firefox asks for brotli only over HTTPS; hosts speak that, but not this machine.
    "network.http.accept-encoding": "gzip, deflate, br",
}


def find() -> str | None:
    """The path of a Firefox, None if there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Debian's; whether that worked, `find` tells."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Debian's firefox-esr", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "firefox-esr"]):
            subprocess.run(["apt-get", *command], check=False, env=environment, stdout=subprocess.DEVNULL)


class Firefox:
    """A running Firefox with one tab."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = count(1)
        self._call("session.new", capabilities={})
        self._tab = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, address: str) -> None:
        """Show a page in a new tab instead of the one before."""
        before, self._tab = self._tab, self._call("browsingContext.create", type="tab")["context"]
        self._call("browsingContext.close", context=before)
        self._call("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, function: str, *arguments: str) -> Any:
        """What an async function in JavaScript gives for these texts; must fit in JSON."""
        result = self._call(
            "script.callFunction",
            functionDeclaration=f"async (...texts) => JSON.stringify(await ({function})(...texts))",
            arguments=[{"type": "string", "value": text} for text in arguments],
            target={"context": self._tab},
            awaitPromise=True,
        )
        if result["type"] != "success":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    def close(self) -> None:
        self._call("browser.close")

    def _call(self, method: str, **params: object) -> Any:
        number = next(self._ids)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv(timeout=300))
            if answer.get("id") != number:
                continue
            if answer["type"] != "success":
                raise RuntimeError(f"{method}: {answer['message']}")
            return answer["result"]


@contextmanager
def running(path: str, profile: Path) -> Iterator[Firefox]:
    """Firefox with everything it keeps in the folder `profile`."""
    profile.mkdir(parents=True, exist_ok=True)
    settings = (f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in PREFERENCES.items())
    (profile / "user.js").write_text("".join(settings), "utf-8")
    command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with connect(_address(profile / "WebDriverBiDiServer.json"), max_size=None, proxy=None) as connection:
                browser = Firefox(connection)
                yield browser
                browser.close()
            process.wait(timeout=30)
        finally:
            process.kill()


def _address(told: Path) -> str:
    """Where Firefox listens, which it tells in this file once it does."""
    for _ in range(600):
        if told.exists() and (text := told.read_text("utf-8")):
            place = json.loads(text)
            return f"ws://{place['ws_host']}:{place['ws_port']}/session"
        time.sleep(0.1)
    raise TimeoutError("Firefox does not start")
