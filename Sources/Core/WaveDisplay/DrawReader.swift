/// A reader for the operands of a single operation.
struct DrawReader {
  /// The maximum total number of values in all fields of a scene.
  static let fieldValuesMax = 1 << 24
  /// The maximum number of columns in a field, which limits the cost of setting a row.
  static let fieldColumnsMax = 1 << 16

  /// The maximum total number of spans in all strips of a scene.
  static let stripSpansMax = 1 << 22

  let words: [UInt32]
  let start: Int
  let count: Int

  func word(_ index: Int) -> UInt32 { words[start + index] }
  func float(_ index: Int) -> Float { Float(bitPattern: words[start + index]) }
  func color(_ index: Int) -> Color { Color(rgba: words[start + index]) }

  func rect(_ index: Int) -> Rect {
    Rect(x: float(index), y: float(index + 1), width: float(index + 2), height: float(index + 3))
  }

  func value(_ index: Int, after first: Int) -> Int16 {
    Int16(truncatingIfNeeded: words[start + first + index / 2] >> (index % 2 == 0 ? 0 : 16))
  }

  /// Returns whether the operation has all the words it needs and every length is within its limit.
  func isWellFormed(_ code: UInt32) -> Bool {
    guard start + count <= words.count else { return false }
    return switch code {
    case DrawOperation.frame: count >= 6
    case DrawOperation.layer: count >= 5
    case DrawOperation.fieldCreate:
      count >= 3 && word(1) <= UInt32(Self.fieldColumnsMax)
        && word(1).multipliedFullWidth(by: word(2)).high == 0
        && word(1) &* word(2) <= UInt32(Self.fieldValuesMax)
    case DrawOperation.fieldRow: count >= 3 && Int(word(2)) <= (count - 3) * 2
    case DrawOperation.fieldColors: count >= 4
    case DrawOperation.stripCreate:
      count >= 3 && word(1) <= UInt32(Self.fieldColumnsMax) && word(2) <= UInt32(Self.fieldColumnsMax)
    case DrawOperation.stripClear: count >= 3
    case DrawOperation.stripSpans: count >= 4 && Int(word(3)) <= count - 4
    case DrawOperation.rectangle, DrawOperation.gradient: count >= 6
    case DrawOperation.polyline: count >= 3 && Int(word(2)) <= (count - 3) / 2
    case DrawOperation.area: count >= 5 && Int(word(4)) <= (count - 5) / 2
    case DrawOperation.text: count >= 6 && Int(word(5)) <= (count - 6) * 4
    case DrawOperation.field: count >= 10
    case DrawOperation.clip: count >= 4
    case DrawOperation.strip: count >= 6
    case DrawOperation.smoothing: count >= 1
    case DrawOperation.picture: count >= 7
    default: true
    }
  }

  func mark(_ code: UInt32) -> DrawMark? {
    switch code {
    case DrawOperation.rectangle: .rectangle(rect(0), radius: float(4), color: color(5))
    case DrawOperation.gradient: .gradient(rect(0), top: color(4), bottom: color(5))
    case DrawOperation.polyline:
      .polyline(width: float(0), color: color(1), points: points(count: word(2), from: 3))
    case DrawOperation.area:
      .area(
        base: float(0), top: float(1), topColor: color(2), baseColor: color(3),
        points: points(count: word(4), from: 5))
    case DrawOperation.text:
      .text(
        text(byteCount: Int(word(5)), from: 6), x: float(0), baseline: float(1),
        style: TextStyle(size: float(2), isBold: word(3) >> 8 & 1 == 1),
        alignment: TextAlignment(rawValue: word(3) & 0xFF) ?? .leading, color: color(4))
    case DrawOperation.field:
      .field(
        id: word(0), firstRow: Int(word(2)), rowCount: Int(word(3)), sourceX: float(4),
        sourceWidth: float(5), rect: rect(6))
    case DrawOperation.clip: .clip(rect(0))
    case DrawOperation.smoothing: .smoothing(word(0) == 1)
    case DrawOperation.picture:
      .picture(slot: word(0), revision: word(1), opacity: float(2), rect: rect(3))
    case DrawOperation.strip:
      .strip(id: word(0), first: Int(word(2)), count: Int(word(3)), x: float(4), y: float(5))
    default: nil
    }
  }

  private func points(count: UInt32, from first: Int) -> DrawPoints {
    DrawPoints(coordinates: (0..<Int(count) * 2).map { float(first + $0) })
  }

  private func text(byteCount: Int, from first: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: word(first + $0 / 4) >> UInt32(8 * ($0 % 4))) }
  }
}
