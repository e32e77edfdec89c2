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
      TIFFDirectory.append(decibels.bitPattern, into: &bytes)
    }
    return bytes
  }
}

/// The entries of the only directory of a little-endian TIFF file, in ascending order.
private struct TIFFDirectory {
  private var entries: [(tag: UInt16, type: UInt16, count: Int, bytes: [UInt8])] = []

  mutating func add(_ tag: UInt16, long: Int) {
    var bytes: [UInt8] = []
    Self.append(UInt32(long), into: &bytes)
    entries.append((tag, 4, 1, bytes))
  }

  mutating func add(_ tag: UInt16, short values: [UInt16]) {
    entries.append((tag, 3, values.count, values.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))
  }

  mutating func add(_ tag: UInt16, doubles: [Double]) {
    var bytes: [UInt8] = []
    for value in doubles {
      Self.append(UInt32(truncatingIfNeeded: value.bitPattern), into: &bytes)
      Self.append(UInt32(truncatingIfNeeded: value.bitPattern >> 32), into: &bytes)
    }
    entries.append((tag, 12, doubles.count, bytes))
  }

  mutating func add(_ tag: UInt16, ascii: [UInt8]) {
    entries.append((tag, 2, ascii.count + 1, ascii + [0]))
  }

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
      bytes += [
        UInt8(entry.tag & 255), UInt8(entry.tag >> 8), UInt8(entry.type & 255), UInt8(entry.type >> 8),
      ]
      Self.append(UInt32(entry.count), into: &bytes)
      if entry.tag == imageTag {
        Self.append(UInt32(start + more.count), into: &bytes)
      } else if entry.bytes.count > 4 {
        Self.append(UInt32(offset), into: &bytes)
        offset += (entry.bytes.count + 1) / 2 * 2
      } else {
        bytes += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
      }
    }
    return bytes + [0, 0, 0, 0] + more
  }

  static func append(_ word: UInt32, into bytes: inout [UInt8]) {
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(word >> shift & 255)) }
  }
}
