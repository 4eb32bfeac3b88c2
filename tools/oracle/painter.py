"""Draws a described layer tree with Skia, in the order that layers are drawn in.

Fills, strokes, dashes, trims, gradients, blend modes, groups and clips are Skia's own. Of shadows
Skia draws the silhouette; the blur is a sampled normal distribution, since Skia's own on the CPU is
three box filters in a row. Siblings in 3D are drawn one by one and sorted sample
by sample.
"""

import numpy as np
import skia

from geometry import bounds, color, color_int, homography, outline, path, to_parent

BLENDS = {
    "normal": "SrcOver", "multiply": "Multiply", "screen": "Screen", "overlay": "Overlay",
    "darken": "Darken", "lighten": "Lighten", "colorDodge": "ColorDodge",
    "colorBurn": "ColorBurn", "softLight": "SoftLight", "hardLight": "HardLight",
    "difference": "Difference", "exclusion": "Exclusion", "hue": "Hue",
    "saturation": "Saturation", "color": "Color", "luminosity": "Luminosity",
    "plusLighter": "Plus", "sourceIn": "SrcIn", "sourceOut": "SrcOut", "sourceAtop": "SrcATop",
    "destinationOver": "DstOver", "destinationIn": "DstIn", "destinationOut": "DstOut",
    "destinationAtop": "DstATop", "xor": "Xor", "clear": "Clear", "copy": "Src",
}
CAPS = {"butt": "kButt_Cap", "round": "kRound_Cap", "square": "kSquare_Cap"}
JOINS = {"miter": "kMiter_Join", "round": "kRound_Join", "bevel": "kBevel_Join"}
# Samples per point of a shadow's silhouette, times the scene's scale.
SHADOW_SAMPLES = 4


def float_surface(width, height):
    """Four 32-bit floats per pixel: no rounding between blends."""
    info = skia.ImageInfo.Make(
        int(width), int(height), skia.kRGBA_F32_ColorType, skia.kPremul_AlphaType)
    return skia.Surface.MakeRaster(info)


def pixels_of(surface):
    """Premultiplied, in floats. (The binding's own reader fills the rows of floats wrongly.)"""
    image = np.zeros((surface.height(), surface.width(), 4), np.float32)
    info = skia.ImageInfo.Make(
        surface.width(), surface.height(), skia.kRGBA_F32_ColorType, skia.kPremul_AlphaType)
    assert surface.readPixels(info, image, image.strides[0], 0, 0)
    return image


def image_of(premultiplied):
    return skia.Image.fromarray(
        np.ascontiguousarray(premultiplied, np.float32), skia.kRGBA_F32_ColorType,
        skia.kPremul_AlphaType)


def gaussian(plane, sigma):
    """Convolved along both axes with a normal distribution; samples, zero outside."""
    reach = int(np.ceil(sigma * 5))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        length = plane.shape[axis] + 2 * reach
        spectrum = np.fft.rfft(plane, length, axis=axis)
        shape = [1, 1]
        shape[axis] = -1
        spectrum *= np.fft.rfft(weights, length).reshape(shape)
        plane = np.fft.irfft(spectrum, length, axis=axis)
        plane = np.take(plane, range(reach, length - reach), axis=axis)
    return np.clip(plane, 0, 1)


def fill_paint(value, factor=1.0):
    c = color(value)
    return skia.Paint(Color4f=skia.Color4f(c.fR, c.fG, c.fB, c.fA * factor), AntiAlias=True)


class Painter:
    """`scale` is device pixels per point, `samples` those along a side of each."""

    def __init__(self, scale, samples):
        self.scale = scale
        self.samples = samples

    def draw(self, canvas, layer, parent=None, factor=1.0):
        """`factor` is the opacity that layers without groups hand down."""
        self.placed(canvas, layer, homography(to_parent(layer, parent)), factor)

    def placed(self, canvas, layer, to_canvas, factor):
        opacity = min(1.0, max(0.0, layer.get("opacity", 1.0)))
        if layer.get("hidden") or opacity == 0:
            return
        canvas.save()
        canvas.concat(to_canvas)
        if layer.get("doubleSided", True) or not self.faces_away(canvas, layer):
            self.group(canvas, layer, opacity, factor)
        canvas.restore()

    @staticmethod
    def faces_away(canvas, layer):
        corners = canvas.getTotalMatrix().mapPoints(
            [skia.Point(*p) for p in bounds(layer).toQuad()])
        area = sum(
            a.x() * b.y() - a.y() * b.x() for a, b in zip(corners, corners[1:] + corners[:1]))
        return area < 0

    def group(self, canvas, layer, opacity, factor):
        blend, mask = layer.get("compositingFilter"), layer.get("mask")
        fades = opacity < 1 and layer.get("allowsGroupOpacity", True)
        if not (blend or mask or fades):
            self.pieces(canvas, layer, factor * opacity)
            return
        # What is handed down meets the whole group once.
        paint = skia.Paint(Alphaf=opacity * factor)
        if blend:
            name = blend.removesuffix("BlendMode")
            paint.setBlendMode(getattr(skia.BlendMode, "k" + BLENDS[name]))
        canvas.saveLayer(None, paint)
        self.pieces(canvas, layer, 1.0)
        if mask:
            canvas.saveLayer(None, skia.Paint(BlendMode=skia.BlendMode.kDstIn))
            # The sublayerTransform does not reach a mask.
            self.draw(canvas, mask)
            canvas.restore()
        canvas.restore()

    def pieces(self, canvas, layer, factor):
        if layer.get("shadowOpacity", 0) > 0 and not layer.get("masksToBounds"):
            self.shadow(canvas, layer, factor)
        self.body(canvas, layer, factor)

    def body(self, canvas, layer, factor):
        """Everything but the shadow."""
        if "backgroundColor" in layer:
            canvas.drawPath(outline(layer), fill_paint(layer["backgroundColor"], factor))
        if "gradient" in layer:
            self.gradient(canvas, layer, factor)
        canvas.save()
        if layer.get("masksToBounds"):
            canvas.clipPath(outline(layer), skia.ClipOp.kIntersect, True)
        if "contents" in layer:
            self.contents(canvas, layer, factor)
        if "shape" in layer:
            self.shape(canvas, layer["shape"], factor)
        self.sublayers(canvas, layer, factor)
        canvas.restore()
        width = layer.get("borderWidth", 0)
        if width > 0 and "borderColor" in layer:
            self.border(canvas, layer, width, factor)

    @staticmethod
    def border(canvas, layer, width, factor):
        rect, ring = bounds(layer), outline(layer)
        if width < min(rect.width(), rect.height()) / 2:
            ring.addPath(outline(layer, width))
        ring.setFillType(skia.PathFillType.kEvenOdd)
        canvas.drawPath(ring, fill_paint(layer["borderColor"], factor))

    @staticmethod
    def contents(canvas, layer, factor):
        """A small image by the colours of its pixels, stretched over the bounds."""
        description = layer["contents"]
        rows = np.array(
            [[list(c) + [1.0] * (4 - len(c)) for c in row] for row in description["pixels"]],
            np.float32)
        rows[:, :, :3] *= rows[:, :, 3:]
        nearest = description.get("filter") == "nearest"
        sampling = skia.SamplingOptions(
            skia.FilterMode.kNearest if nearest else skia.FilterMode.kLinear)
        image = image_of(rows)
        canvas.drawImageRect(
            image, skia.Rect.MakeIWH(image.width(), image.height()), bounds(layer), sampling,
            skia.Paint(Alphaf=factor))

    @staticmethod
    def gradient(canvas, layer, factor):
        g, rect = layer["gradient"], bounds(layer)
        colors = [color_int(c) for c in g["colors"]]
        count = len(colors)
        stops = g.get("locations") or [i / (count - 1) for i in range(count)]
        (sx, sy), (ex, ey) = g.get("startPoint", [0.5, 0]), g.get("endPoint", [0.5, 1])
        unit = skia.Matrix.Translate(rect.x(), rect.y())
        unit.preScale(rect.width(), rect.height())
        kind, clamp = g.get("type", "axial"), skia.TileMode.kClamp
        if kind == "axial":
            # Skia's positions end at 0 and 1: the line reaches from the first stop to the last.
            first, last = stops[0], stops[-1]
            ends = [
                skia.Point(sx + (ex - sx) * t, sy + (ey - sy) * t) for t in (first, last)]
            stops = [(t - first) / (last - first) for t in stops]
            shader = skia.GradientShader.MakeLinear(ends, colors, stops, clamp, 0, unit)
        elif kind == "radial":
            unit.preTranslate(sx, sy)
            unit.preScale(abs(ex - sx), abs(ey - sy))
            shader = skia.GradientShader.MakeRadial(
                skia.Point(0, 0), 1, colors, stops, clamp, 0, unit)
        else:
            unit.preTranslate(sx, sy)
            unit.preRotate(float(np.degrees(np.arctan2(ey - sy, ex - sx))))
            shader = skia.GradientShader.MakeSweep(
                0, 0, colors, stops, clamp, 0, 360, 0, unit)
        canvas.drawPath(
            outline(layer), skia.Paint(Shader=shader, AntiAlias=True, Alphaf=factor))

    @staticmethod
    def shape(canvas, shape, factor):
        drawn = path(shape["path"], shape.get("fillRule") == "even-odd")
        fill = shape.get("fillColor", [0, 0, 0, 1])
        if fill:
            canvas.drawPath(drawn, fill_paint(fill, factor))
        width = shape.get("lineWidth", 1)
        if not shape.get("strokeColor") or width <= 0:
            return
        paint = fill_paint(shape["strokeColor"], factor)
        paint.setStyle(skia.Paint.kStroke_Style)
        paint.setStrokeWidth(width)
        paint.setStrokeCap(getattr(skia.Paint, CAPS[shape.get("lineCap", "butt")]))
        paint.setStrokeJoin(getattr(skia.Paint, JOINS[shape.get("lineJoin", "miter")]))
        paint.setStrokeMiter(shape.get("miterLimit", 10))
        start, end = shape.get("strokeStart", 0), shape.get("strokeEnd", 1)
        if start >= end:
            return
        effect, phase = None, shape.get("lineDashPhase", 0)
        if (start, end) != (0, 1):
            effect = skia.TrimPathEffect.Make(start, end)
            # Dashes stay where they are on the whole path (which then is one piece).
            phase += start * skia.PathMeasure(drawn, False, 16).getLength()
        if "lineDashPattern" in shape:
            pattern = shape["lineDashPattern"]
            dash = skia.DashPathEffect.Make(
                pattern * 2 if len(pattern) % 2 else pattern, phase)
            effect = skia.PathEffect.MakeCompose(dash, effect) if effect else dash
        if effect:
            paint.setPathEffect(effect)
        canvas.drawPath(drawn, paint)

    def shadow(self, canvas, layer, factor):
        opacity, radius = layer["shadowOpacity"] * factor, layer.get("shadowRadius", 3)
        dx, dy = layer.get("shadowOffset", [0, -3])
        tint = color(layer.get("shadowColor", [0, 0, 0, 1]))

        def silhouette(target):
            if "shadowPath" in layer:
                target.drawPath(path(layer["shadowPath"]), skia.Paint(AntiAlias=True))
            else:
                self.body(target, layer, 1.0)

        if radius == 0:
            tinted = skia.ColorFilters.Blend(tint, None, skia.BlendMode.kSrcIn)
            canvas.save()
            canvas.translate(dx, dy)
            canvas.saveLayer(None, skia.Paint(Alphaf=opacity, ColorFilter=tinted))
            silhouette(canvas)
            canvas.restore()
            canvas.restore()
            return
        # The blur happens in the layer's own space, wherever that lies on the canvas.
        region, step = bounds(layer), SHADOW_SAMPLES * self.scale
        region.outset(60 + 4 * radius, 60 + 4 * radius)
        surface = float_surface(region.width() * step, region.height() * step)
        with surface as target:
            target.scale(step, step)
            target.translate(-region.x(), -region.y())
            silhouette(target)
        alpha = gaussian(pixels_of(surface)[:, :, 3], radius * step)
        rgba = np.array([tint.fR, tint.fG, tint.fB, 1]) * tint.fA
        image = image_of(alpha[:, :, None] * rgba)
        canvas.drawImageRect(
            image, skia.Rect.MakeIWH(image.width(), image.height()),
            region.makeOffset(dx, dy), skia.SamplingOptions(skia.FilterMode.kLinear),
            skia.Paint(Alphaf=opacity))

    def siblings(self, parent):
        """The layers that share the parent's space, with their matrices. A transform layer's opacity
        becomes one with that of each of its sublayers."""
        for child in parent.get("sublayers", []):
            m = to_parent(child, parent)
            if child.get("kind") != "transform":
                yield child, m
            elif not child.get("hidden"):
                for grandchild, inner in self.siblings(child):
                    opacity = grandchild.get("opacity", 1.0) * child.get("opacity", 1.0)
                    yield {**grandchild, "opacity": opacity}, inner @ m

    def sublayers(self, canvas, parent, factor):
        drawn = list(self.siblings(parent))
        if all(np.allclose(m[:2, 2:], 0, atol=1e-12) for _, m in drawn):
            for layer, m in sorted(drawn, key=lambda item: item[1][3, 2]):
                self.placed(canvas, layer, homography(m), factor)
        elif drawn:
            self.in_depth(canvas, drawn, factor)

    def in_depth(self, canvas, drawn, factor):
        """Sorts by depth at every sample of the canvas; of equals the later one is in front."""
        size, base = canvas.getBaseLayerSize(), canvas.getTotalMatrix()
        width, height = size.width(), size.height()
        y, x = np.mgrid[0:height, 0:width] + 0.5
        device = np.stack([x, y, np.ones_like(x)], axis=-1)
        colors, depths = [], []
        for layer, m in drawn:
            surface = float_surface(width, height)
            with surface as target:
                target.setMatrix(base)
                self.placed(target, layer, homography(m), factor)
            colors.append(pixels_of(surface))
            total = skia.Matrix.Concat(base, homography(m))
            rows = np.array([total.get(i) for i in range(9)]).reshape(3, 3)
            plane = device @ np.linalg.inv(rows).T
            plane /= plane[:, :, 2:]
            z, w = (plane @ m[[0, 1, 3]][:, i] for i in (2, 3))
            depths.append(np.round(z / w, 4))
        order = np.argsort(np.stack(depths), axis=0, kind="stable")
        result, colors = np.zeros((height, width, 4), np.float32), np.stack(colors)
        for place in range(len(drawn)):
            top = np.take_along_axis(colors, order[place][None, :, :, None], axis=0)[0]
            result = top + result * (1 - top[:, :, 3:])
        canvas.save()
        canvas.resetMatrix()
        canvas.drawImage(image_of(result), 0, 0)
        canvas.restore()
