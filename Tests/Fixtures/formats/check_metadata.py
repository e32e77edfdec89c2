#!/usr/bin/env python3
"""Hand the metadata that Waveglass writes to SigMF's own validator: `written.sigmf-meta`, which SigMFMetadataTests keeps true."""
import json
import pathlib
import warnings

import sigmf.validate

warnings.simplefilter("error")
path = pathlib.Path(__file__).parent / "written.sigmf-meta"
sigmf.validate.validate(json.loads(path.read_bytes()))
print(f"{path.name}: valid SigMF")
