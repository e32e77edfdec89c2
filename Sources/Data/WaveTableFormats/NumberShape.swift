/// A cell split into the parts of a number: groups of digits, the marks between them, and the signs around
/// them.
///
/// Blanks include U+00A0, U+2009 and U+202F; apostrophes include U+2019; minus signs include U+2212.
struct NumberShape: Equatable {
  /// A mark between digits, named as if it separated groups of them.
  typealias Mark = CSVNumberStyle.Group

  /// The maximum number of bytes in a cell.
  static let byteLimit = 60

  private(set) var isNegative = false
  private(set) var hasPlus = false
  private(set) var hasBrackets = false
  /// Whether a negative number is written with brackets, a minus sign behind it, or U+2212.
  private(set) var hasOtherMinus = false
  private(set) var isPercent = false
  /// The currency, in UTF-8.
  private(set) var currency: [UInt8] = []
  /// The digits without marks.
  private(set) var digits: [UInt8] = []
  /// The marks between the groups of digits.
  private(set) var marks: [Mark] = []
  /// The number of digits in each group; there is one more group than marks.
  private(set) var lengths: [Int] = [0]
  /// The digits and sign of the exponent after the letter `e`.
  private(set) var exponent: [UInt8] = []

  /// Splits a cell, or returns nil if it contains anything but a number and its signs.
  ///
  /// - Parameter bytes: A whole cell.
  /// - Complexity: O(bytes).
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count <= Self.byteLimit else { return nil }
    var (start, end) = (0, bytes.count)
    guard readSigns(bytes, &start, &end), start < end else { return nil }
    guard readDigits(bytes, start, end) else { return nil }
  }

  /// Reads the signs and symbols around the digits, and returns whether they are valid.
  private mutating func readSigns(_ bytes: Span<UInt8>, _ start: inout Int, _ end: inout Int) -> Bool {
    var hasSign = false
    front: while start < end {
      let blank = Self.blank(bytes, start, end)
      if blank > 0 {
        start += blank
        continue
      }
      switch bytes[start] {
      case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: ","): break front
      case UInt8(ascii: "("):
        guard !hasBrackets, !hasSign else { return false }
        (hasBrackets, hasOtherMinus) = (true, true)
        start += 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"):
        guard !hasSign else { return false }
        hasSign = true
        isNegative = bytes[start] == UInt8(ascii: "-")
        hasPlus = !isNegative
        start += 1
      default:
        if end - start >= 3, bytes[start] == 0xE2, bytes[start + 1] == 0x88, bytes[start + 2] == 0x92 {
          guard !hasSign else { return false }
          (hasSign, isNegative, hasOtherMinus) = (true, true, true)
          start += 3
          continue
        }
        let length = Currency.length(bytes, start..<end, isAtEnd: false)
        guard length > 0, currency.isEmpty else { return false }
        currency = (start..<(start + length)).map { bytes[$0] }
        start += length
      }
    }
    back: while end > start {
      let blank = Self.trailingBlankLength(bytes, start, end)
      if blank > 0 {
        end -= blank
        continue
      }
      switch bytes[end - 1] {
      case UInt8(ascii: ")"):
        guard hasBrackets else { return false }
        end -= 1
        // Cells are read backwards here, so the text after the bracket has already been read.
        hasSign = true
      case UInt8(ascii: "%"):
        guard !isPercent else { return false }
        isPercent = true
        end -= 1
      case UInt8(ascii: "-"):
        guard !hasSign, !hasBrackets else { return false }
        (hasSign, isNegative, hasOtherMinus) = (true, true, true)
        end -= 1
      case let last:
        // A currency may end with a point: "Fr.".
        let length = Currency.length(bytes, start..<end, isAtEnd: true)
        let isNumber = (0x30...0x39).contains(last) || last == UInt8(ascii: ".") || last == UInt8(ascii: ",")
        if length == 0, isNumber { break back }
        guard length > 0, currency.isEmpty else { return false }
        currency = ((end - length)..<end).map { bytes[$0] }
        end -= length
      }
    }
    if hasBrackets {
      guard hasSign, !isNegative, !hasPlus else { return false }
      isNegative = true
    }
    return true
  }

  private mutating func readDigits(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var place = start
    while place < end {
      let byte = bytes[place]
      switch byte {
      case 0x30...0x39:
        digits.append(byte)
        lengths[lengths.count - 1] += 1
        place += 1
        continue
      case UInt8(ascii: "."): marks.append(.point)
      case UInt8(ascii: ","): marks.append(.comma)
      case UInt8(ascii: "'"): marks.append(.apostrophe)
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard !digits.isEmpty, place + 1 < end else { return false }
        exponent = (place..<end).map { bytes[$0] }
        return exponent.dropFirst().enumerated().allSatisfy { offset, byte in
          (0x30...0x39).contains(byte)
            || (offset == 0 && exponent.count > 2 && (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")))
        }
      default:
        let blank = Self.blank(bytes, place, end)
        if blank > 0 {
          marks.append(.blank)
          place += blank - 1
        } else if end - place >= 3, byte == 0xE2, bytes[place + 1] == 0x80, bytes[place + 2] == 0x99 {
          marks.append(.apostrophe)
          place += 2
        } else {
          return false
        }
      }
      lengths.append(0)
      place += 1
    }
    return !digits.isEmpty
  }

  /// The decimal mark and the thousands separator if the cell can be a number with a fraction; otherwise nil.
  var decimalReading: (mark: Mark, group: Mark?)? {
    guard let last = marks.last, last == .point || last == .comma, !marks.dropLast().contains(last) else {
      return nil
    }
    guard marks.count > 1 else { return (last, nil) }
    return isGrouped(lengths.dropLast(), marks.dropLast()) ? (last, marks[0]) : nil
  }

  /// The mark that separates groups of digits if the cell can be an integer; otherwise nil.
  var groupReading: Mark? {
    guard let first = marks.first, exponent.isEmpty, isGrouped(lengths[...], marks[...]) else { return nil }
    return first
  }

  /// Returns whether digits are in groups of three, or in groups of three and two as in India.
  private func isGrouped(_ lengths: ArraySlice<Int>, _ marks: ArraySlice<Mark>) -> Bool {
    guard let mark = marks.first, marks.allSatisfy({ $0 == mark }), let first = lengths.first,
      lengths.last == 3, first >= 1, first <= 3, digits.first != 0x30
    else { return false }
    let inner = lengths.dropFirst().dropLast()
    if inner.allSatisfy({ $0 == 3 }) { return true }
    return mark == .comma && first <= 2 && inner.allSatisfy { $0 == 2 }
  }

  /// Returns the number rewritten with only a point and a minus sign, or nil if its marks do not match the
  /// given style.
  func bare(hasDecimalComma: Bool, group: CSVNumberStyle.Group) -> [UInt8]? {
    let point = hasDecimalComma ? Mark.comma : .point
    var behind = 0
    if let reading = decimalReading, reading.mark == point, reading.group == nil || reading.group == group {
      behind = lengths[lengths.count - 1]
    } else if !marks.isEmpty, groupReading != group {
      return nil
    }
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    text += digits.dropLast(behind)
    if behind > 0 { text += [UInt8(ascii: ".")] + digits.suffix(behind) }
    return text + exponent
  }

  /// Returns the byte length of the blank at an offset, or 0 if there is none.
  private static func blank(_ bytes: Span<UInt8>, _ place: Int, _ end: Int) -> Int {
    switch bytes[place] {
    case 0x20, 0x09: return 1
    case 0xC2: return place + 1 < end && bytes[place + 1] == 0xA0 ? 2 : 0
    case 0xE2:
      guard place + 2 < end, bytes[place + 1] == 0x80 else { return 0 }
      return bytes[place + 2] == 0xAF || bytes[place + 2] == 0x89 ? 3 : 0
    default: return 0
    }
  }

  /// Returns the byte length of the blank before an offset, or 0 if there is none.
  private static func trailingBlankLength(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    for count in 1...3 where end - count >= start && blank(bytes, end - count, end) == count { return count }
    return 0
  }
}
