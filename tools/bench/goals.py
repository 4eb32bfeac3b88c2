"""The rows of the comparison and what each must reach."""

from dataclasses import dataclass, field
from typing import Callable, List, Optional, Tuple

HD, FULL_HD = (1280, 720), (1920, 1080)
Key = Tuple[str, str, int, Tuple[int, int]]


@dataclass
class Goal:
    # Who is compared with, or what.
    versus: str
    # The best of these counts; none for a goal that is no ratio to others.
    peers: List[str]
    # None: a number to look at.
    must: Optional[float] = None
    stretch: Optional[float] = None
    # Less is better.
    less: bool = True


@dataclass
class Value:
    ours: float
    peer: Optional[float]
    ratio: float


def cpu(result):
    return result["cpu_ms"]


@dataclass
class Row:
    name: str
    scene: str
    layers: int
    goals: List[Goal]
    size: Tuple[int, int] = HD
    ours: str = "ours"
    metric: Callable = cpu
    # Turns all results of a round into the row's value, where that is no plain ratio.
    special: Optional[Callable] = None
    also: List[Key] = field(default_factory=list)

    def key(self, peer) -> Key:
        return (peer, self.scene, self.layers, self.size)

    def measurements(self) -> List[Key]:
        keys = [] if self.ours == "" else [self.key(self.ours)]
        for goal in self.goals:
            keys += [self.key(peer) for peer in goal.peers]
        return keys + self.also

    def value(self, goal: Goal, results) -> Optional[Value]:
        """The row's value in one round; None where something was not measured."""
        try:
            if self.special:
                return self.special(results)
            ours = self.metric(results[self.key(self.ours)])
            present = [self.key(peer) for peer in goal.peers if self.key(peer) in results]
            if not present:
                return None
            peer = min(self.metric(results[key]) for key in present)
            return Value(ours, peer, ours / peer if peer > 0 else float("inf"))
        except KeyError:
            return None


QT = ["qt-vulkan", "qt-opengl"]


def q(must, stretch):
    return Goal("Qt", QT, must, stretch)


def limit(must):
    return Goal("limit", ["limit"], must)


def null(must, stretch):
    return Goal("Qt null", ["qt-null"], must, stretch)


# What a drawing library alone takes, without a tree.
CAIRO = Goal("Cairo", ["cairo"])


def toolkit(must, stretch):
    """The best of those that have layers or a scene of their own."""
    return Goal("best toolkit", ["gtk-cairo", "chromium-sw"] + QT, must, stretch)


def spread(result):
    """p99 / p50 of the frame times, which is about wall time."""
    times = result.get("frame_ms") or {"p50": result["wall_p50"], "p99": result["wall_p99"]}
    return times["p99"] / times["p50"]


def growth(peer):
    def value(results):
        few, many = results[(peer, "a", 1000, HD)], results[(peer, "a", 10000, HD)]
        microseconds = (many["cpu_ms"] - few["cpu_ms"]) * 1e3 / 9000
        return Value(microseconds, None, microseconds)

    return value


def window(results):
    seen = results[("ours-window", "a", 1000, HD)]
    offscreen = results[("ours", "a", 1000, HD)]
    # Per frame drawn: the window's clock may leave out refreshes.
    per_frame = seen["cpu_ms"] * seen["frames"] / max(1, seen["frames_drawn"])
    return Value(per_frame, None, per_frame - offscreen["cpu_ms"])


def idle(results):
    ours = results[("ours", "h", 10000, HD)]
    spent = ours["cpu_ms_per_s"] if ours["frames_drawn"] == 0 else float("inf")
    qt = results.get(("qt-window", "h", 10000, HD))
    return Value(spent, qt and qt["cpu_ms_per_s"], spent)


def blocked(results):
    ours = results[("ours-window", "i", 100, HD)]["blocked"]
    qt = results.get(("qt-window-animator", "i", 100, HD))
    return Value(ours["frames"] / ours["rounds"], qt and qt["blocked"]["frames"], ours["ratio"])


def hitches(scene, layers, peer="ours-urgent"):
    """Of scenes whose frames take at most 10 ms; others cannot be in time."""

    def value(results):
        result = results[(peer, scene, layers, HD)]
        ratio = (result["pacing"] or {}).get("hitch_ms_per_s")
        work = result["frame_ms"]["p50"] if result["frame_ms"] else 0
        device = (result["stage_us"]["gpu"] or {"p50": 0})["p50"] / 1e3
        if ratio is None or max(work, device) > 10:
            return None
        return Value(ratio, None, ratio)

    return value


ROWS = [
    Row("a:1000", "a", 1000, [q(0.80, 0.70), limit(1.20)]),
    Row("a:10000", "a", 10000, [q(0.60, 0.52), limit(1.20)]),
    Row("a:50000", "a", 50000, [q(0.50, 0.45)]),
    Row(
        "a:1000 antialiased",
        "a",
        1000,
        [Goal("Qt AA", ["qt-vulkan-aa"], 0.45, 0.40), Goal("limit AA", ["limit-aa"], 1.20)],
        ours="ours-aa",
    ),
    Row(
        "a:10000 antialiased",
        "a",
        10000,
        [Goal("Qt AA", ["qt-vulkan-aa"], 0.33, 0.28), Goal("limit AA", ["limit-aa"], 1.20)],
        ours="ours-aa",
    ),
    Row("a:1000 at 1920x1080", "a", 1000, [q(0.85, 0.75)], size=FULL_HD),
    Row("b:100", "b", 100, [q(0.40, 0.25), limit(None), CAIRO], ours="ours-aa"),
    Row("b:1000", "b", 1000, [q(0.35, 0.20), limit(None), CAIRO], ours="ours-aa"),
    Row("b:100 at 1920x1080", "b", 100, [q(0.48, 0.35)], size=FULL_HD, ours="ours-aa"),
    Row("c:200", "c", 200, [q(1.10, 0.95)]),
    Row("c:2000", "c", 2000, [q(0.95, 0.80)]),
    Row("c:200 antialiased", "c", 200, [Goal("Qt, hard edges", QT)], ours="ours-aa"),
    Row("c:2000 antialiased", "c", 2000, [Goal("Qt, hard edges", QT)], ours="ours-aa"),
    Row("d:10 drawn whole", "d", 10, [q(0.70, None), limit(None)], ours="ours-whole"),
    Row(
        "d:10",
        "d",
        10,
        [toolkit(0.80, None), Goal("Cairo", ["cairo"], None, 0.75)],
        ours="ours-aa",
    ),
    Row("e:200", "e", 200, [q(0.50, None), toolkit(None, 0.60)], ours="ours-aa"),
    Row("e:200 drawn whole", "e", 200, [q(None, None)], ours="ours-whole"),
    Row("g:2000 drawn whole", "g", 2000, [q(0.25, None), limit(None)], ours="ours-whole"),
    Row(
        "g:2000",
        "g",
        2000,
        [toolkit(0.60, None), Goal("Cairo", ["cairo"], None, 0.50)],
        ours="ours-aa",
    ),
    Row(
        "f:10000",
        "f",
        10000,
        [Goal("Chromium", ["chromium-sw"], 0.40, 0.25), q(0.015, None), limit(2.5)],
        ours="ours-aa",
    ),
    Row("a:10000 null", "a", 10000, [null(0.05, 0.02)], ours="ours-null"),
    Row("f:10000 null", "f", 10000, [null(0.03, 0.01)], ours="ours-null"),
    Row(
        "build",
        "a",
        10000,
        [null(0.10, 0.03)],
        ours="ours-null",
        metric=lambda result: result["first_frame_cpu_ms"],
    ),
    Row(
        "growth us per layer",
        "a",
        10000,
        [Goal("1k to 10k", [], 3.2, 2.7)],
        special=growth("ours"),
        also=[("ours", "a", 1000, HD)],
    ),
    Row(
        "h:10000 ms per s",
        "h",
        10000,
        [Goal("Qt", [], 0.1)],
        special=idle,
        also=[("qt-window", "h", 10000, HD)],
    ),
    Row(
        "i:100 blocked",
        "i",
        100,
        [Goal("Qt Animator", [], 0.97, less=False)],
        ours="ours-window",
        special=blocked,
        also=[("qt-window-animator", "i", 100, HD)],
    ),
    Row(
        "window a:1000",
        "a",
        1000,
        [Goal("offscreen +ms", [], 2, 1)],
        ours="ours-window",
        special=window,
        also=[("ours", "a", 1000, HD)],
    ),
    *[
        Row(
            f"hitches {scene}:{layers}",
            scene,
            layers,
            [Goal("ms per s", [], 5, 1)],
            ours="ours-urgent",
            special=hitches(scene, layers),
        )
        for scene, layers in [("a", 1000), ("c", 200), ("f", 10000)]
    ],
    Row(
        "hitches a:1000 beside others",
        "a",
        1000,
        [Goal("ms per s", [], 5, 1)],
        ours="ours-window",
        special=hitches("a", 1000, "ours-window"),
    ),
    Row(
        "a:10000 p99/p50",
        "a",
        10000,
        [Goal("best peer", QT, 1)],
        metric=spread,
    ),
]
