#!/usr/bin/env python3
"""Writes DICOM waveforms by pydicom, and what pydicom reads of them, for the tests to compare with.

Usage: python3 make_dicom.py     (needs numpy and pydicom; writes dicom.json beside itself)
"""
import base64
import io
import json
import pathlib

import numpy as np
import pydicom
from pydicom.dataset import Dataset, FileDataset, FileMetaDataset
from pydicom.sequence import Sequence
from pydicom.uid import ExplicitVRBigEndian, ExplicitVRLittleEndian, ImplicitVRLittleEndian, generate_uid

HERE = pathlib.Path(__file__).parent
CODING = {"SB": np.int8, "UB": np.uint8, "SS": np.dtype("<i2"), "US": np.dtype("<u2"), "SL": np.dtype("<i4"), "UL": np.dtype("<u4")}


def code(value, scheme, meaning):
    item = Dataset()
    item.CodeValue, item.CodingSchemeDesignator, item.CodeMeaning = value, scheme, meaning
    return Sequence([item])


def channel(name, units, sensitivity, correction, baseline, bits):
    item = Dataset()
    item.ChannelSourceSequence = code(f"2:{len(name)}", "MDC", name)
    if units:
        item.ChannelSensitivity, item.ChannelSensitivityCorrectionFactor, item.ChannelBaseline = sensitivity, correction, baseline
        item.ChannelSensitivityUnitsSequence = code(units, "UCUM", units)
        item.FilterLowFrequency, item.FilterHighFrequency = "0.05", "150"
    item.ChannelSampleSkew = "0"
    item.WaveformBitsStored = bits
    return item


def group(kind, channels, count, rate, rng, label):
    info = np.iinfo(CODING[kind])
    stored = rng.integers(info.min, int(info.max) + 1, (count, len(channels))).astype(CODING[kind])
    stored[0, 0], stored[-1, -1] = info.min, info.max
    item = Dataset()
    item.MultiplexGroupLabel = label
    item.WaveformOriginality = "ORIGINAL"
    item.NumberOfWaveformChannels, item.NumberOfWaveformSamples, item.SamplingFrequency = len(channels), count, str(rate)
    item.ChannelDefinitionSequence = Sequence([channel(*c, info.bits) for c in channels])
    item.WaveformBitsAllocated, item.WaveformSampleInterpretation = info.bits, kind
    data = stored.tobytes()
    item.WaveformData = data + b"\0" * (len(data) % 2)
    item["WaveformData"].VR = "OB" if info.bits == 8 else "OW"
    return item, stored


def case(syntax, kinds, rng, undefined):
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = "1.2.840.10008.5.1.4.1.1.9.1.2"
    meta.MediaStorageSOPInstanceUID = generate_uid(entropy_srcs=["waveglass"])
    meta.TransferSyntaxUID = syntax
    data = FileDataset(None, {}, file_meta=meta, preamble=b"\0" * 128)
    data.SOPClassUID, data.SOPInstanceUID = meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID
    data.PatientName = "Nobody^At All"
    data.Modality = "ECG"
    channels = [("Lead I", "uV", "1.25", "1", "0"), ("Lead II", "mV", "0.0025", "1.01", "-3"), ("Trigger", "", "", "", "")]
    groups = [group(kind, channels, 37, rate, rng, f"GROUP {n}") for n, (kind, rate) in enumerate(kinds)]
    data.WaveformSequence = Sequence([item for item, _ in groups])
    data.WaveformSequence.is_undefined_length = undefined
    for item, _ in groups:
        item.is_undefined_length_sequence_item = undefined
        item.ChannelDefinitionSequence.is_undefined_length = undefined
    buffer = io.BytesIO()
    data.save_as(buffer, enforce_file_format=True)
    read = pydicom.dcmread(io.BytesIO(buffer.getvalue()))
    return {
        "file": base64.b64encode(buffer.getvalue()).decode(), "rates": [rate for _, rate in kinds],
        "stored": [stored.T.astype(int).tolist() for _, stored in groups],
        "values": [np.asarray(read.waveform_array(n)).T.tolist() for n in range(len(kinds))]}


def concept(meaning):
    return code("1", "99TEST", meaning)


def annotated(syntax, rng):
    """Two groups, the second half a second later, with notes of every kind."""
    read = pydicom.dcmread(io.BytesIO(base64.b64decode(case(syntax, [("SS", 500.0), ("SS", 250.0)], rng, False)["file"])))
    read.AcquisitionDateTime = "20191224235958.250000+0130"
    read.WaveformSequence[1].MultiplexGroupTimeOffset = "500"
    notes = []
    for fields in (
            {"ReferencedWaveformChannels": [1, 0], "UnformattedTextValue": "sinus rhythm"},
            {"ReferencedWaveformChannels": [2, 2], "TemporalRangeType": "POINT", "ReferencedSamplePositions": [11],
             "ConceptNameCodeSequence": concept("P wave")},
            {"ReferencedWaveformChannels": [1, 1, 1, 2], "TemporalRangeType": "MULTIPOINT", "ReferencedSamplePositions": [1, 26],
             "ConceptNameCodeSequence": concept("beat"), "ConceptCodeSequence": concept("normal")},
            {"ReferencedWaveformChannels": [1, 0], "TemporalRangeType": "SEGMENT", "ReferencedTimeOffsets": ["20", "60.5"],
             "ConceptNameCodeSequence": concept("noise")},
            {"ReferencedWaveformChannels": [1, 0], "ConceptNameCodeSequence": concept("QT"), "NumericValue": "400",
             "MeasurementUnitsCodeSequence": code("ms", "UCUM", "millisecond")}):
        note = Dataset()
        for name, value in fields.items():
            setattr(note, name, value)
        notes.append(note)
    read.WaveformAnnotationSequence = Sequence(notes)
    buffer = io.BytesIO()
    read.save_as(buffer, enforce_file_format=True)
    return base64.b64encode(buffer.getvalue()).decode()


def main():
    rng = np.random.default_rng(13)
    cases = [case(syntax, kinds, rng, undefined)
             for syntax, undefined in ((ExplicitVRLittleEndian, False), (ExplicitVRLittleEndian, True), (ImplicitVRLittleEndian, True))
             for kinds in ([("SS", 500.0), ("SL", 1000.0)], [("SB", 40.5), ("UB", 250.0)], [("US", 1.0), ("UL", 2.0)])]
    big = base64.b64encode(base64.b64decode(cases[0]["file"]).replace(b"1.2.840.10008.1.2.1\0", b"1.2.840.10008.1.2.2\0")).decode()
    made = {"madeBy": f"make_dicom.py, pydicom {pydicom.__version__}", "cases": cases, "bigEndian": big,
            "annotated": [annotated(syntax, rng) for syntax in (ExplicitVRLittleEndian, ImplicitVRLittleEndian)]}
    (HERE / "dicom.json").write_text(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
