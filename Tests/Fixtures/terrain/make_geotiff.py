"""Writes geotiff.json: small GeoTIFFs made by rasterio, and what is in them. Needs numpy and rasterio.

    python3 Tests/Fixtures/terrain/make_geotiff.py
"""

import base64
import json
import pathlib
import tempfile

import numpy
import rasterio
from rasterio.transform import Affine, from_origin

HERE = pathlib.Path(__file__).resolve().parent
VOID = -32768


def made(values, crs, transform, **more):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.tif"
        with rasterio.open(
                path, "w", driver="GTiff", height=values.shape[0], width=values.shape[1], count=1, dtype=values.dtype, crs=crs,
                transform=transform, **more) as file:
            file.write(values, 1)
        return base64.b64encode(path.read_bytes()).decode()


def main():
    heights = (numpy.arange(35).reshape(5, 7) * 10.4 - 50).astype("float32")
    heights[1, 2], heights[3, 3], heights[4, 4] = -9999, numpy.nan, 1e30
    whole = numpy.rint(numpy.nan_to_num(heights, nan=-9999, posinf=-9999)).clip(-9999, 9999).astype("int16")
    whole[4, 4] = -9999
    # The post in the north-west is at 52 N 1 W: pixels are half a step larger than posts.
    north = from_origin(-1.05, 52.05, 0.1, 0.1)
    files = {
        "float": made(heights, "EPSG:4326", north, nodata=-9999),
        "whole": made(whole, "EPSG:4326", north, nodata=-9999, compress="deflate"),
        "projected": made(heights, "EPSG:32630", from_origin(600_000, 5_700_000, 30, 30)),
        "datum": made(heights, "EPSG:4269", north), "unplaced": made(heights, None, north),
        "rotated": made(heights, "EPSG:4326", Affine(0.1, 0.01, -1, 0.01, -0.1, 52)),
        "row": made(heights[:1], "EPSG:4326", north),
    }
    posts = [VOID if value == -9999 else int(value) for value in whole.reshape(-1)]
    (HERE / "geotiff.json").write_text(json.dumps({"files": files, "heights": posts}, indent=1) + "\n")


if __name__ == "__main__":
    main()
