"""Writes the eight opaque textures of 256 by 256 pixels, tex0.png to tex7.png, into a folder.

usage: textures.py FOLDER
"""

import math
import struct
import sys
import zlib

SIDE = 256


def chunk(kind, data):
    checked = kind + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))


for k in range(8):
    rows = b""
    for y in range(SIDE):
        row = bytearray([0])
        for x in range(SIDE):
            red = (x ^ y) & 255 if k % 2 else x
            green = int(127 + 127 * math.sin((x + k * 20) * 0.1))
            row += bytes([red, green, (y * (k + 1)) & 255])
        rows += bytes(row)
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    with open(f"{sys.argv[1]}/tex{k}.png", "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header))
        file.write(chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b""))
