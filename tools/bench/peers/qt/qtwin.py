"""Qt Quick in a window: presented frames and the processor time of a while.

usage: qtwin.py vulkan|opengl|software SCENE.qml N W H SECONDS [BLOCK_MS]

With BLOCK_MS the application's thread is blocked that long afterwards, and the frames that still
appear are compared with those of as long a time before.
"""

import json
import os
import resource
import sys
import time

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickView, QQuickWindow, QSGRendererInterface

WARM_UP = 3.0


def cpu_ms():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return (usage.ru_utime + usage.ru_stime) * 1e3


def main():
    backend, scene = sys.argv[1:3]
    layers, width, height = map(int, sys.argv[3:6])
    seconds = float(sys.argv[6])
    block = float(sys.argv[7]) / 1e3 if len(sys.argv) > 7 else 0
    api = {
        "vulkan": QSGRendererInterface.Vulkan,
        "opengl": QSGRendererInterface.OpenGL,
        "software": QSGRendererInterface.Software,
    }[backend]
    QQuickWindow.setGraphicsApi(api)
    application = QGuiApplication(sys.argv[:1])
    view = QQuickView()
    for name, value in (("N", layers), ("W", width), ("H", height)):
        view.rootContext().setContextProperty(name, value)
    view.setColor("#18181c")
    view.setResizeMode(QQuickView.SizeRootObjectToView)
    view.resize(width, height)
    view.setSource(QUrl.fromLocalFile(os.path.abspath(scene)))
    swaps, start, result = [], {}, {}
    view.frameSwapped.connect(lambda: swaps.append(time.monotonic()), Qt.DirectConnection)
    view.show()

    def begin():
        start.update(cpu=cpu_ms(), frames=len(swaps), time=time.monotonic())

    def end():
        frames, wall = len(swaps) - start["frames"], time.monotonic() - start["time"]
        spent = cpu_ms() - start["cpu"]
        result.update(
            peer="qtquick-window-" + backend,
            scene=os.path.basename(scene)[:-4],
            N=layers,
            W=width,
            H=height,
            frames=frames,
            cpu_ms=round(spent / max(1, frames), 3),
            cpu_ms_per_s=round(spent / wall, 3),
            wall_ms=round(wall * 1e3 / max(1, frames), 3),
        )
        if block:
            stall()
        print(json.dumps(result), flush=True)
        os._exit(0)

    def stall():
        begin_time = time.monotonic()
        before = sum(t > begin_time - block for t in swaps)
        time.sleep(block)
        blocked = sum(begin_time < t <= begin_time + block for t in swaps)
        result["blocked"] = {"frames_before": before, "frames": blocked}

    QTimer.singleShot(int(WARM_UP * 1e3), begin)
    QTimer.singleShot(int((WARM_UP + seconds) * 1e3), end)
    application.exec()


main()
