import WavePropagation
import WaveText
import WaveUnits

extension MapGrid {
  /// Returns the grid as a PNG image with one pixel per post, which is transparent for posts without a value.
  ///
  /// - Parameters:
  ///   - palette: At most 255 colours, spread evenly from `low` to `high`. Each has the bytes R, G, B and A,
  ///     from lowest to highest.
  ///   - low: The value of the first colour, in hundredths of a decibel.
  ///   - high: The value of the last colour, greater than `low`.
  /// - Returns: The file's bytes; the pixels are not compressed, so that no library is needed.
  /// - Complexity: O(posts), two arrays.
  ///
  /// Source: PNG, third edition (W3C, 2025); RFC 1950 and 1951.
  public func png(palette: [UInt32], low: Int16, high: Int16) -> [UInt8] {
    let colors = palette.prefix(255)
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    Self.chunk("IHDR", Self.big(UInt32(columnCount)) + Self.big(UInt32(rowCount)) + [8, 3, 0, 0, 0], &bytes)
    let entries: [UInt32] = [0] + colors
    Self.chunk(
      "PLTE", entries.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255)] }, &bytes)
    Self.chunk("tRNS", entries.map { UInt8($0 >> 24) }, &bytes)
    if !note.isEmpty { Self.chunk("tEXt", Array("Description\0".utf8) + Self.ascii(note), &bytes) }
    let range = Swift.max(1, Int(high) - Int(low))
    var rows: [UInt8] = []
    rows.reserveCapacity(rowCount * (columnCount + 1))
    for row in 0..<rowCount {
      rows.append(0)
      for column in 0..<columnCount {
        let value = values[row * columnCount + column]
        let place = (Int(value) - Int(low)) * colors.count / range
        rows.append(value == Self.nothing ? 0 : UInt8(1 + Swift.max(0, Swift.min(colors.count - 1, place))))
      }
    }
    Self.chunk("IDAT", Self.stored(rows), &bytes)
    Self.chunk("IEND", [], &bytes)
    return bytes
  }

  /// Returns a world file with the position of the image: the pixel spacing and the centre of the first
  /// pixel.
  ///
  /// - Returns: Six lines of text.
  public func worldFile() -> [UInt8] {
    var text = TextWriter()
    for value in [
      longitudeStepDegrees, 0, 0, -latitudeStepDegrees, westDegrees,
      northDegrees,
    ] {
      text += "\(ASCIIDecimal.text(value, decimals: 12))\n"
    }
    return text.bytes
  }

  private static func big(_ word: UInt32) -> [UInt8] {
    [UInt8(word >> 24), UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)]
  }

  private static func chunk(_ name: StaticString, _ content: [UInt8], _ bytes: inout [UInt8]) {
    var named: [UInt8] = []
    name.withUTF8Buffer { named += $0 }
    named += content
    bytes += big(UInt32(content.count))
    bytes += named
    bytes += big(CRC32.checksum(named.span))
  }

  /// Returns a zlib stream of uncompressed blocks.
  private static func stored(_ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    bytes.reserveCapacity(content.count + content.count / 13_000 + 16)
    var (first, sum, total) = (0, UInt32(1), UInt32(0))
    repeat {
      let count = Swift.min(65_535, content.count - first)
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      bytes += [first + count == content.count ? 1 : 0, low, high, ~low, ~high]
      bytes += content[first..<(first + count)]
      first += count
    } while first < content.count
    for byte in content {
      sum = (sum + UInt32(byte)) % 65_521
      total = (total + sum) % 65_521
    }
    return bytes + big(total << 16 | sum)
  }
}
