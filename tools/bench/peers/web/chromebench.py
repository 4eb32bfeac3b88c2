"""Chromium's software compositor, headless, one frame after the other.

usage: chromebench.py SCENE N W H FRAMES [OUT.png]

Every frame is issued by the DevTools protocol, so the browser works as fast as it can. The time is
that of all the browser's processes. Only the software mode: with a GPU process a headless browser
does not execute the final composite.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
WARM_UP = 15
FLAGS = [
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-software-rasterizer",
    "--disable-checker-imaging",
    "--disable-image-animation-resync",
    "--allow-file-access-from-files",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-extensions",
    "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw",
    "--disable-new-content-rendering-timeout",
]


class Browser:
    """One browser, driven through the pipe it reads at descriptor 3 and answers at 4."""

    def __init__(self, width, height):
        self.profile = tempfile.mkdtemp(prefix="chromebench")
        child_reads, self.output = os.pipe()
        self.input, child_writes = os.pipe()
        # Away from 3 and 4, so that neither is overwritten by the other.
        child_reads, child_writes = os.dup2(child_reads, 50), os.dup2(child_writes, 51)

        def place_pipes():
            os.dup2(child_reads, 3)
            os.dup2(child_writes, 4)

        self.process = subprocess.Popen(
            ["chromium-headless-shell", f"--user-data-dir={self.profile}"]
            + [f"--window-size={width},{height}", *FLAGS, "about:blank"],
            preexec_fn=place_pipes,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(child_reads)
        os.close(child_writes)
        self.buffer, self.last_id, self.session = b"", 0, None

    def call(self, method, **parameters):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.buffer:
            data = os.read(self.input, 1 << 20)
            if not data:
                raise SystemExit("the browser closed its pipe")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def processes(self):
        """The browser's own process and all below it."""
        children = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(name))
        found, waiting = [], [self.process.pid]
        while waiting:
            process = waiting.pop()
            found.append(process)
            waiting += children.get(process, [])
        return found

    def cpu_ms(self):
        total = 0
        for process in self.processes():
            try:
                for thread in os.listdir(f"/proc/{process}/task"):
                    with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                        total += int(file.read().split()[0])
            except OSError:
                continue
        return total / 1e6

    def frame(self, **options):
        now = time.monotonic() * 1e3
        return self.call(
            "HeadlessExperimental.beginFrame", frameTimeTicks=now, interval=1000 / 60, **options
        )

    def close(self):
        for process in reversed(self.processes()):
            try:
                os.kill(process, 9)
            except OSError:
                pass
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def main():
    scene = sys.argv[1]
    layers, width, height, frames = map(int, sys.argv[2:6])
    browser = Browser(width, height)
    try:
        url = f"file://{HERE}/scene.html?s={scene}&n={layers}&w={width}&h={height}"
        target = browser.call(
            "Target.createTarget", url=url, width=width, height=height, enableBeginFrameControl=True
        )["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=target, flatten=True)
        browser.session = attached["sessionId"]
        for domain in ("HeadlessExperimental", "Page", "Runtime"):
            browser.call(domain + ".enable")
        limit = time.monotonic() + 60
        ready = 'document.readyState == "complete" && window.ready_ == 1'
        while time.monotonic() < limit:
            browser.frame()
            answer = browser.call("Runtime.evaluate", expression=ready, returnByValue=True)
            if answer["result"].get("value"):
                break
            time.sleep(0.05)
        for _ in range(WARM_UP):
            browser.frame()
        walls, spent = [], browser.cpu_ms()
        for _ in range(frames):
            begin = time.monotonic()
            browser.frame()
            walls.append((time.monotonic() - begin) * 1e3)
        spent = (browser.cpu_ms() - spent) / frames
        ordered = sorted(walls)
        print(
            json.dumps(
                {
                    "peer": "chromium-sw",
                    "scene": scene,
                    "N": layers,
                    "W": width,
                    "H": height,
                    "frames": frames,
                    "cpu_ms": round(spent, 3),
                    "wall_ms": round(sum(walls) / frames, 3),
                    "wall_p50": round(ordered[frames // 2], 3),
                    "wall_p99": round(ordered[frames * 99 // 100], 3),
                }
            ),
            flush=True,
        )
        if len(sys.argv) > 6:
            data = browser.frame(screenshot={"format": "png"})["screenshotData"]
            with open(sys.argv[6], "wb") as file:
                file.write(base64.b64decode(data))
    finally:
        browser.close()


main()
