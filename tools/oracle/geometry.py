"""Matrices, paths and colours of a scene description as Skia takes them.

Matrices are 4 x 4, row vectors (p' = p M), as the layers' own; a list of steps is applied from the
left to the right.
"""

import math

import numpy as np
import skia


def color(c):
    return skia.Color4f(*c, *([1.0] if len(c) == 3 else []))


def color_int(c):
    """Gradients take eight bits per channel: scenes use multiples of 1/255 there."""
    return color(c).toColor()


def translation(x, y, z=0):
    m = np.eye(4)
    m[3, :3] = x, y, z
    return m


def scale(x, y, z=1):
    return np.diag([x, y, z, 1.0])


def rotation(degrees, x=0, y=0, z=1):
    """About an axis: exp of the cross product's matrix, transposed for row vectors."""
    n = np.array([x, y, z], float) / math.hypot(x, y, z)
    k = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
    a = math.radians(degrees)
    m = np.eye(4)
    m[:3, :3] = (np.eye(3) + math.sin(a) * k + (1 - math.cos(a)) * (k @ k)).T
    return m


def perspective(distance):
    m = np.eye(4)
    m[2, 3] = -1 / distance
    return m


STEPS = {"translate": translation, "scale": scale, "rotate": rotation, "perspective": perspective}


def matrix(value):
    if value is None:
        return np.eye(4)
    if isinstance(value[0], list):
        m = np.eye(4)
        for name, *numbers in value:
            m = m @ STEPS[name](*numbers)
        return m
    if len(value) == 6:
        a, b, c, d, tx, ty = value
        return np.array([[a, b, 0, 0], [c, d, 0, 0], [0, 0, 1, 0], [tx, ty, 0, 1]], float)
    return np.array(value, float).reshape(4, 4)


def homography(m):
    """What a 4 x 4 matrix does to the plane z = 0, seen along z."""
    h = m[np.ix_([0, 1, 3], [0, 1, 3])].T
    return skia.Matrix.MakeAll(*[float(x) for x in h.flatten()])


def bounds(layer):
    x, y, w, h = layer.get("bounds", [0, 0, 0, 0])
    return skia.Rect.MakeXYWH(x, y, w, h)


def anchor(layer):
    r = bounds(layer)
    ax, ay = layer.get("anchorPoint", [0.5, 0.5])
    return r.x() + ax * r.width(), r.y() + ay * r.height(), layer.get("anchorPointZ", 0)


def to_parent(layer, parent):
    """The layer's space to its parent's, the parent's sublayerTransform included."""
    ax, ay, az = anchor(layer)
    px, py = layer.get("position", [0, 0])
    m = translation(-ax, -ay, -az) @ matrix(layer.get("transform"))
    m = m @ translation(px, py, layer.get("zPosition", 0))
    if parent and "sublayerTransform" in parent:
        qx, qy, qz = anchor(parent)
        m = m @ translation(-qx, -qy, -qz) @ matrix(parent["sublayerTransform"])
        m = m @ translation(qx, qy, qz)
    return m


def path(rows, even_odd=False):
    p = skia.PathBuilder()
    for verb, *n in rows:
        {
            "M": p.moveTo, "L": p.lineTo, "Q": p.quadTo, "C": p.cubicTo, "Z": p.close,
        }[verb](*[float(x) for x in n])
    p.setFillType(skia.PathFillType.kEvenOdd if even_odd else skia.PathFillType.kWinding)
    return p.detach()


def corner_radii(layer, inset=0):
    """Radii of the four corners, clockwise from the top left; bits as in maskedCorners."""
    r = bounds(layer)
    radius = min(layer.get("cornerRadius", 0), r.width() / 2, r.height() / 2)
    bits = layer.get("maskedCorners", 15)
    return [max(0, radius - inset) if bits & bit else 0.0 for bit in (1, 2, 8, 4)]


def outline(layer, inset=0):
    """The path of the rounded bounds, inset on all sides."""
    rect = bounds(layer)
    rect.inset(inset, inset)
    radii = corner_radii(layer, inset)
    if layer.get("cornerCurve") == "continuous":
        return continuous(rect, radii)
    rounded = skia.RRect()
    rounded.setRectRadii(rect, [skia.Point(r, r) for r in radii])
    return skia.Path.RRect(rounded)


# One corner of the published continuous curve, times the radius: distances from the corner along
# the side that comes in and along the side that goes out.
CONTINUOUS = [
    ((1.08849296, 0), (0.86840694, 0), (0.63149379, 0.07491139)),
    ((0.37282383, 0.16905956), (0.16905956, 0.37282383), (0.07491139, 0.63149379)),
    ((0, 0.86840694), (0, 1.08849296), (0, 1.528665)),
]


def continuous(rect, radii):
    l, t, r, b = rect.left(), rect.top(), rect.right(), rect.bottom()
    # Corner, and the unit vectors from it back along the first side and on along the second.
    corners = [
        ((l, t), (0, 1), (1, 0)), ((r, t), (-1, 0), (0, 1)),
        ((r, b), (0, -1), (-1, 0)), ((l, b), (1, 0), (0, -1)),
    ]
    p = skia.PathBuilder()
    for i, (((x, y), back, on), radius) in enumerate(zip(corners, radii)):
        def point(pair):
            s, e = pair[0] * radius, pair[1] * radius
            return x + back[0] * s + on[0] * e, y + back[1] * s + on[1] * e
        start = point((1.528665, 0))
        (p.lineTo if i else p.moveTo)(*start)
        for one, two, end in CONTINUOUS:
            p.cubicTo(*point(one), *point(two), *point(end))
    p.close()
    return p.detach()
