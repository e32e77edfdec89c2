import WaveText

/// The frequency, sample rate and time that recorders write into file names.
///
/// The supported names are those of HDSDR (`HDSDR_20130101_123456Z_7100kHz_RF.wav`), SDR# and SDRuno (the
/// same form), gqrx (`gqrx_20200101_120000_99500000_2400000_fc.raw`), SDR++
/// (`baseband_99500000Hz_12-00-00_01-01-2024.wav`) and rtl_433 (`g001_433.92M_250k.cu8`), and any other name
/// with parts such as `433920000Hz`, `7100kHz`, `2.4Msps`, `1M6`, `868M3`, `fs2400000` or `fc=99.5M`. A
/// number with a bare `k` is a rate, as in rtl_433. Of numbers with a bare `M` or `G`, the first is the
/// frequency and the second the rate. A number with a letter in place of the decimal point (`2M4`) is a rate
/// up to 25 MHz, and a frequency above that.
public struct RecordingName: Equatable, Sendable {
  /// The radio frequency that corresponds to 0 Hz in the samples; nil if the name does not contain it.
  public var centerHertz: Double?
  /// The sample rate in hertz; nil if the name does not contain it.
  public var sampleRateHertz: Double?
  /// The start in microseconds since 1970, in UTC if `isUTC` is true and otherwise in an unknown time zone;
  /// nil if the name does not contain it.
  public var startMicroseconds: Int64?
  /// Whether the start is in UTC, as indicated by a trailing `Z`; otherwise its time zone is unknown.
  public var isUTC = false
  /// Whether the name is from gqrx, whose files contain single-precision floats.
  public var isGqrx = false

  /// Parses the name of a file.
  ///
  /// - Parameter name: The name in UTF-8, with or without folders; unrecognized parts are ignored.
  /// - Complexity: O(bytes).
  public init(_ name: [UInt8]) {
    let base = name.split(separator: UInt8(ascii: "/")).last ?? []
    let parts = Self.stem(base).split { $0 == UInt8(ascii: "_") || $0 == 0x20 }
    for part in parts {
      for piece in part.split(whereSeparator: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "@") }) {
        readMarked(piece)
      }
    }
    for (index, part) in parts.enumerated() {
      readTime(part, index + 1 < parts.count ? parts[index + 1] : [])
    }
    readGqrx(parts)
  }

  /// Returns the name without its extension.
  ///
  /// An apparent extension that is part of a number is kept.
  private static func stem(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point + 1 < name.endIndex,
      !isDigit(name[point + 1])
    else { return name }
    return name[..<point]
  }

  // MARK: - Frequency and rate

  /// The limit, in hertz, above which a number such as `2M4` is read as a frequency rather than a rate.
  private static let rateHertzMax = 25e6

  /// Reads a number with a unit: a frequency if the unit is hertz, a rate if it is samples per second.
  private mutating func readMarked(_ part: ArraySlice<UInt8>) {
    if readPrefixed(part) { return }
    if let value = Self.infix(part) {
      if value <= Self.rateHertzMax, sampleRateHertz == nil {
        sampleRateHertz = value
      } else {
        centerHertz = centerHertz ?? value
      }
      return
    }
    guard let first = part.first, Self.isDigit(first), let (number, letters) = Self.number(part),
      let letter = letters.first
    else { return }
    let factor = Self.factor(letter)
    let value = number * (factor ?? 1)
    let unit = letters.dropFirst(factor == nil ? 0 : 1)
    guard value > 0, value <= 1e12 else { return }
    if unit.elementsEqual("hz".utf8) {
      centerHertz = centerHertz ?? value
    } else if unit.elementsEqual("sps".utf8) || unit.elementsEqual("s".utf8) && factor != nil {
      sampleRateHertz = sampleRateHertz ?? value
    } else if unit.isEmpty {
      if letter == UInt8(ascii: "k") && sampleRateHertz == nil || centerHertz != nil {
        sampleRateHertz = sampleRateHertz ?? value
      } else {
        centerHertz = value
      }
    }
  }

  /// Reads a number with a prefix: `fs2400000`, `sr2M4`, `rate=2.4M`, `fc99.5M`, `freq=99.5MHz`.
  ///
  /// - Returns: Whether the part has one of these forms.
  private mutating func readPrefixed(_ part: ArraySlice<UInt8>) -> Bool {
    let letters = part.prefix { !Self.isDigit($0) }
    var word = letters.map(Self.lowered)
    if word.last == UInt8(ascii: "=") { word.removeLast() }
    let isRate = ["fs", "sr", "rate"].contains { word.elementsEqual($0.utf8) }
    guard isRate || ["fc", "freq"].contains(where: { word.elementsEqual($0.utf8) }) else { return false }
    let rest = part[letters.endIndex...]
    var value = Self.infix(rest)
    if value == nil {
      guard case (let number, var unit)? = Self.number(rest) else { return false }
      for ending in ["hz", "sps"] where unit.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
        unit.removeLast(ending.utf8.count)
      }
      guard unit.count <= 1, let factor = unit.isEmpty ? 1 : Self.factor(unit[0]) else { return false }
      value = number * factor
    }
    // Smaller numbers mean something else, such as a station (sr01) or a file (fc2).
    guard let value, value >= 1000, value <= 1e12 else { return false }
    if isRate { sampleRateHertz = sampleRateHertz ?? value } else { centerHertz = centerHertz ?? value }
    return true
  }

  /// Reads a number with a letter in place of the decimal point, such as `1M6`, `868M3` or `2k4`.
  ///
  /// A lower-case `m` is not accepted, because it would mean minutes.
  private static func infix(_ part: ArraySlice<UInt8>) -> Double? {
    guard let place = part.firstIndex(where: { !isDigit($0) }), place > part.startIndex,
      part[place] != UInt8(ascii: "m"), let factor = factor(lowered(part[place])),
      let whole = whole(part[..<place]),
      let fraction = Self.whole(part[(place + 1)...]), part.endIndex - place <= 7
    else { return nil }
    var value = Double(fraction)
    for _ in place + 1..<part.endIndex { value /= 10 }
    value = (Double(whole) + value) * factor
    return value >= 1000 && value <= 1e12 ? value.rounded() : nil
  }

  /// Splits a number of at most fifteen digits and points from the letters after it.
  private static func number(_ part: ArraySlice<UInt8>) -> (value: Double, unit: [UInt8])? {
    let digits = Array(part.prefix { isDigit($0) || $0 == UInt8(ascii: ".") })
    guard digits.count <= 15 else { return nil }
    let value = ASCIINumber.double(digits.span, 0..<digits.count)
    return value.map { ($0, part.dropFirst(digits.count).map(lowered)) }
  }

  private static func factor(_ letter: UInt8) -> Double? {
    switch letter {
    case UInt8(ascii: "k"): 1e3
    case UInt8(ascii: "m"): 1e6
    case UInt8(ascii: "g"): 1e9
    default: nil
    }
  }

  /// Reads the parts of a gqrx name: `gqrx`, date, time, frequency, rate, `fc`.
  private mutating func readGqrx(_ parts: [ArraySlice<UInt8>]) {
    guard parts.count >= 5, parts[0].elementsEqual("gqrx".utf8), let center = Self.whole(parts[3]),
      let rate = Self.whole(parts[4]), rate > 0
    else { return }
    centerHertz = Double(center)
    sampleRateHertz = Double(rate)
    isGqrx = true
  }

  // MARK: - Time

  /// Reads a date and time such as `20130101` and `123456Z`, or `12-00-00` and `01-01-2024`.
  private mutating func readTime(_ part: ArraySlice<UInt8>, _ following: ArraySlice<UInt8>) {
    guard startMicroseconds == nil else { return }
    if part.count == 8, let date = Self.whole(part), following.count == 6 || following.count == 7,
      let time = Self.whole(following.prefix(6)),
      following.count == 6 || Self.lowered(following[following.endIndex - 1]) == UInt8(ascii: "z")
    {
      set(
        year: date / 10_000, month: date / 100 % 100, day: date % 100, hour: time / 10_000,
        minute: time / 100 % 100, second: time % 100)
      isUTC = startMicroseconds != nil && following.count == 7
    } else if part.count == 8, following.count == 10 {
      let time = part.split(separator: UInt8(ascii: "-")).map(Self.whole)
      let date = following.split(separator: UInt8(ascii: "-")).map(Self.whole)
      guard time.count == 3, date.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
        let day = date[0], let month = date[1], let year = date[2]
      else { return }
      set(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
  }

  private mutating func set(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard year >= 1970, year <= 9999, (1...12).contains(month), day >= 1,
      day <= CivilTime.days(inMonth: month, year: year), hour <= 23, minute <= 59, second <= 60
    else { return }
    startMicroseconds = CivilTime.microseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, micro: 0)
  }

  // MARK: - Letters

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// Reads an unsigned integer of at most twelve digits; nil if there are other characters.
  private static func whole(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 12, digits.allSatisfy(isDigit) else { return nil }
    let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    return Int(exactly: value)
  }
}
