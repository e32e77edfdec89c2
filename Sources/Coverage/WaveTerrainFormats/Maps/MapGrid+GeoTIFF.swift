import WavePropagation
import WaveUnits

extension MapGrid {
  /// Returns the grid as a GeoTIFF file of 32-bit floats in decibels, at points in WGS 84; posts without a
  /// value are NaN.
  ///
  /// The file's description is the grid's note.
  ///
  /// - Returns: The file's bytes.
  /// - Complexity: O(posts), one array.
  ///
  /// Source: TIFF 6.0 (Adobe, 1992); OGC GeoTIFF 1.1 (19-008r4).
  public func geoTIFF() -> [UInt8] {
    var tiff = TIFFDirectory()
    tiff.add(256, long: columnCount)
    tiff.add(257, long: rowCount)
    tiff.add(258, short: [32])
    tiff.add(259, short: [1])
    tiff.add(262, short: [1])
    if !note.isEmpty { tiff.add(270, ascii: Self.ascii(note)) }
    // A single strip with the whole image, which follows everything else.
    tiff.add(273, long: 0)
    tiff.add(277, short: [1])
    tiff.add(278, long: rowCount)
    tiff.add(279, long: 4 * values.count)
    tiff.add(284, short: [1])
    tiff.add(339, short: [3])
    tiff.add(33550, doubles: [longitudeStepDegrees, latitudeStepDegrees, 0])
    tiff.add(33922, doubles: [0, 0, 0, westDegrees, northDegrees, 0])
    // The GeoTIFF keys: version 1.1.0, and a geographic grid of points in EPSG:4326.
    tiff.add(34735, short: [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326])
    tiff.add(42113, ascii: Array("nan".utf8))
    var bytes = tiff.bytes(imageTag: 273)
    bytes.reserveCapacity(bytes.count + 4 * values.count)
    for value in values {
      let decibels = value == Self.nothing ? Float.nan : Float(value) / 100
      bytes.append(littleEndian: decibels.bitPattern)
    }
    return bytes
  }
}

/// The entries of the only directory of a little-endian TIFF file, in ascending order.
private struct TIFFDirectory {
  private var entries: [(tag: UInt16, type: UInt16, count: Int, bytes: [UInt8])] = []

  mutating func add(_ tag: UInt16, long: Int) {
    entries.append((tag, 4, 1, [UInt8](littleEndian: [UInt32(long)])))
  }

  mutating func add(_ tag: UInt16, short values: [UInt16]) {
    entries.append((tag, 3, values.count, [UInt8](littleEndian: values)))
  }

  mutating func add(_ tag: UInt16, doubles: [Double]) {
    entries.append((tag, 12, doubles.count, [UInt8](littleEndian: doubles.map { $0.bitPattern })))
  }

  mutating func add(_ tag: UInt16, ascii: [UInt8]) { entries.append((tag, 2, ascii.count + 1, ascii + [0])) }

  /// Returns the header, the directory, and the values that do not fit into the directory.
  ///
  /// The entry `imageTag` contains the offset at which these bytes end.
  func bytes(imageTag: UInt16) -> [UInt8] {
    let start = 8 + 2 + 12 * entries.count + 4
    var more: [UInt8] = []
    for entry in entries where entry.bytes.count > 4 {
      more += entry.bytes
      if more.count % 2 == 1 { more.append(0) }
    }
    while (start + more.count) % 4 != 0 { more.append(0) }
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(entries.count), 0]
    var offset = start
    for entry in entries {
      bytes += [UInt8](littleEndian: [entry.tag, entry.type])
      bytes.append(littleEndian: UInt32(entry.count))
      if entry.tag == imageTag {
        bytes.append(littleEndian: UInt32(start + more.count))
      } else if entry.bytes.count > 4 {
        bytes.append(littleEndian: UInt32(offset))
        offset += (entry.bytes.count + 1) / 2 * 2
      } else {
        bytes += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
      }
    }
    return bytes + [0, 0, 0, 0] + more
  }
}
