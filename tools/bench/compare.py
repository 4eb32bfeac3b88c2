#!/usr/bin/env python3
"""Compares two pictures of the same frame, drawn by different peers.

usage: tools/bench/compare.py A.png B.png

Prints the mean difference of a channel (0 to 255) and the share of pixels that differ by more than
32 in some channel: with the same scene only antialiasing and rounding differ, which is well below
1 % where edges are softened alike.
"""

import struct
import sys
import zlib


def read(path):
    """Width, height and RGB rows of an 8-bit PNG without interlacing."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is not a PNG"
    position, compressed, width, height, channels = 8, b"", 0, 0, 0
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position : position + 8])
        body = data[position + 8 : position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and interlace == 0 and color in (2, 6), f"{path}: other format"
            channels = 3 if color == 2 else 4
        elif kind == b"IDAT":
            compressed += body
        position += 12 + length
    raw, stride = zlib.decompress(compressed), width * channels
    rows, above = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above, channels)
        rows.append(row)
        above = row
    return width, height, channels, rows


def unfilter(kind, row, above, n):
    if kind == 1:
        for i in range(n, len(row)):
            row[i] = (row[i] + row[i - n]) & 255
    elif kind == 2:
        for i in range(len(row)):
            row[i] = (row[i] + above[i]) & 255
    elif kind == 3:
        for i in range(len(row)):
            row[i] = (row[i] + ((row[i - n] if i >= n else 0) + above[i]) // 2) & 255
    elif kind == 4:
        for i in range(len(row)):
            a, b, c = (row[i - n] if i >= n else 0), above[i], (above[i - n] if i >= n else 0)
            pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
            row[i] = (row[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255
    return row


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    width, height, n, first = read(sys.argv[1])
    other_width, other_height, m, second = read(sys.argv[2])
    assert (width, height) == (other_width, other_height), "the pictures differ in size"
    total, differing = 0, 0
    for a, b in zip(first, second):
        for x in range(width):
            gaps = [abs(a[n * x + c] - b[m * x + c]) for c in range(3)]
            total += sum(gaps)
            differing += max(gaps) > 32
    pixels = width * height
    print(f"mean {total / pixels / 3:.3f}, differing {100 * differing / pixels:.3f} %")


main()
