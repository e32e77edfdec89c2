"""Files that other programs wrote, read by ours and compared byte by byte; `waveglass record` gives what was read."""

import asyncio
import hashlib
import json
import pathlib
import random
import subprocess
import tarfile
import tempfile
import wave


def metadata(count, data=None, **more):
    described = {
        "global": {"core:datatype": "cu8", "core:version": "1.2.6", "core:sample_rate": 2_000_000, **more},
        "captures": [{"core:sample_start": 0, "core:frequency": 1_090_000_000}], "annotations": []}
    if data is not None:
        described["global"]["core:sha512"] = hashlib.sha512(data).hexdigest()
    return json.dumps(described)


def containers(folder, data):
    """The same samples as a pair, as an archive that tarfile wrote, and as WAV files that wave wrote."""
    (folder / "pair.sigmf-data").write_bytes(data)
    (folder / "pair.sigmf-meta").write_text(metadata(len(data) // 2, data))
    with tarfile.open(folder / "packed.sigmf", "w") as archive:
        archive.add(folder / "pair.sigmf-meta", "pair/pair.sigmf-meta")
        archive.add(folder / "pair.sigmf-data", "pair/pair.sigmf-data")
    for bits in (8, 16, 24):
        with wave.open(str(folder / f"wave{bits}_1090MHz.wav"), "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(bits // 8)
            file.setframerate(2_000_000)
            file.writeframes(data[:len(data) // 12 * 12])
    return [folder / "pair.sigmf-meta", folder / "pair.sigmf-data", folder / "packed.sigmf",
            *(folder / f"wave{bits}_1090MHz.wav" for bits in (8, 16, 24))]


def recorded(path, data):
    """What a recording of the samples holds: SigMF has no 24 bits, their levels are the same in the high bits of 32."""
    if "wave24" not in path.name:
        return data
    return b"".join(b"\0" + data[at:at + 3] for at in range(0, len(data), 3))


async def reads_what_others_wrote_byte_by_byte(binary, web):
    data = random.Random(1090).randbytes(120_000)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in containers(folder, data):
            out = folder / "out" / path.name.replace(".", "-")
            out.parent.mkdir(exist_ok=True)
            result = await asyncio.to_thread(
                subprocess.run, [binary, "record", str(path), "-o", str(out) + ".sigmf-data"], capture_output=True,
                text=True, timeout=60)
            assert result.returncode == 0, (path.name, result)
            assert pathlib.Path(str(out) + ".sigmf-data").read_bytes() == recorded(path, data), path.name
            info = json.loads(await asyncio.to_thread(subprocess.check_output, [binary, "info", "--json", str(path)]))
            assert (info["rateHertz"], info["centerHertz"]) == (2e6, 1.09e9), info
            if "wav" not in path.name:
                assert info["checksum"] == "matches", info
        (folder / "pair.sigmf-data").write_bytes(data[:-2] + b"xx")
        info = json.loads(subprocess.check_output([binary, "info", "--json", str(folder / "pair.sigmf-meta")]))
        assert info["checksum"] == "differs" and "SHA-512" in info["warning"], info
    return "six containers, and a checksum that does not match"


CHECKS = (reads_what_others_wrote_byte_by_byte,)
