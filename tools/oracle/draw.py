#!/usr/bin/env python3
"""Draws the scenes below Tests/Fixtures/Oracle with Skia: see README.md."""

import argparse
import json
import pathlib

import numpy as np
from PIL import Image

from geometry import color
from painter import Painter, float_surface, pixels_of

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Tests/Fixtures/Oracle"
# Samples along each side of a pixel.
SAMPLES = 8
# Neighbouring samples further apart than this are two sides of an edge, of full coverage.
STEP = 12 / 255


def draw(scene):
    """The samples of a scene: rows, columns, red, green and blue."""
    scale = scene.get("scale", 1)
    width, height = (round(side * scale) for side in scene["size"])
    surface = float_surface(width * SAMPLES, height * SAMPLES)
    with surface as canvas:
        canvas.clear(color(scene["background"]))
        canvas.scale(scale * SAMPLES, scale * SAMPLES)
        root = {
            "bounds": [0, 0, *scene["size"]], "sublayers": scene["layers"],
            **scene.get("root", {}),
        }
        Painter(scale, SAMPLES).sublayers(canvas, root, 1.0)
    return np.clip(pixels_of(surface)[:, :, :3], 0, 1)


def blocks(samples, reduce):
    """Each pixel from its samples."""
    height, width = (n // SAMPLES for n in samples.shape[:2])
    return reduce(
        samples.reshape(height, SAMPLES, width, SAMPLES, -1), axis=(1, 3))


def edges(samples):
    """Pixels with an edge in them or in one of the eight around."""
    steps = np.zeros(samples.shape[:2], bool)
    for axis in (0, 1):
        jump = np.abs(np.diff(samples, axis=axis)).max(axis=2) > STEP
        steps |= np.pad(jump, [(0, axis == 0), (0, axis == 1)])
        steps |= np.pad(jump, [(axis == 0, 0), (axis == 1, 0)])
    inside = np.pad(blocks(steps[:, :, None], np.max)[:, :, 0], 1)
    height, width = inside.shape
    return np.max(
        [inside[y:y + height - 2, x:x + width - 2] for y in range(3) for x in range(3)], axis=0)


def write(scene, topic, folder):
    samples = draw(scene)
    picture = np.round(blocks(samples, np.mean) * 255).astype(np.uint8)
    folder = folder / topic
    folder.mkdir(parents=True, exist_ok=True)
    Image.fromarray(picture).save(folder / f"{scene['id']}.png", optimize=True)
    edge = np.where(edges(samples), 255, 0).astype(np.uint8)
    Image.fromarray(edge).save(folder / f"{scene['id']}.edges.png", optimize=True)
    return picture


def montage(pictures, file):
    width, height = (max(p.shape[axis] for p in pictures) + 8 for axis in (1, 0))
    columns = 4
    sheet = np.full((-(-len(pictures) // columns) * height, columns * width, 3), 128, np.uint8)
    for i, p in enumerate(pictures):
        y, x = i // columns * height + 4, i % columns * width + 4
        sheet[y:y + p.shape[0], x:x + p.shape[1]] = p
    Image.fromarray(sheet).resize((sheet.shape[1] * 2, sheet.shape[0] * 2), 0).save(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("topics", nargs="*", help="names of files without .json; default: all")
    parser.add_argument("--scenes", help="ids of the scenes to draw, with commas between")
    parser.add_argument("--output", type=pathlib.Path, default=FOLDER)
    parser.add_argument("--montage", type=pathlib.Path, help="a folder for one sheet per topic")
    options = parser.parse_args()
    chosen = options.scenes.split(",") if options.scenes else None
    topics = options.topics or sorted(file.stem for file in FOLDER.glob("*.json"))
    for topic in topics:
        pictures = []
        for scene in json.loads((FOLDER / f"{topic}.json").read_text())["scenes"]:
            if chosen is None or scene["id"] in chosen:
                pictures.append(write(scene, topic, options.output))
        print(f"{topic}: {len(pictures)} scenes")
        if options.montage and pictures:
            options.montage.mkdir(parents=True, exist_ok=True)
            montage(pictures, options.montage / f"{topic}.png")


if __name__ == "__main__":
    main()
