/// Evidence for the style of a column's numbers, found in its cells.
struct NumberEvidence: Equatable, Sendable {
  /// The number of cells that are numbers of any form.
  private(set) var count = 0
  /// The number of plain numbers with a decimal point or with commas between thousands.
  private(set) var points = 0
  /// The number of plain numbers with a decimal comma or with points between thousands.
  private(set) var commas = 0
  /// The number of cells such as `1.234`, in which the point can be a decimal mark or a thousands separator.
  private(set) var eitherPoints = 0
  /// The number of cells such as `1,234`, in which the comma can be a decimal mark or a thousands separator.
  private(set) var eitherCommas = 0
  /// The first number with a mark that can be either a decimal mark or a thousands separator.
  private(set) var example: [UInt8] = []
  /// The number of cells with each thousands separator.
  private var groups: [CSVNumberStyle.Group: Int] = [:]
  private var percents = 0
  private var currencies = 0
  /// The first currency found in the cells.
  private var currency: [UInt8] = []
  private var hasOtherCurrency = false
  private var otherMinuses = 0
  /// The number of integers in brackets, which can also be footnote references.
  private var bracketed = 0
  /// The number of telephone numbers, with a plus sign and at least eight digits.
  private(set) var telephones = 0
  /// The number of IP addresses: four groups of digits, each at most 255.
  private var addresses = 0

  /// Adds a cell to the evidence if it is a number.
  ///
  /// - Complexity: O(bytes); without allocation for digits with at most one point.
  mutating func add(_ cell: Span<UInt8>) {
    if addPlain(cell) { return }
    guard let shape = NumberShape(cell) else { return }
    count += 1
    if shape.hasPlus, shape.digits.count >= 8, shape.exponent.isEmpty,
      !shape.marks.contains(where: { $0 == .point || $0 == .comma })
    {
      telephones += 1
    }
    if shape.isPercent { percents += 1 }
    if !shape.currency.isEmpty {
      currencies += 1
      if currency.isEmpty { currency = shape.currency }
      if currency != shape.currency { hasOtherCurrency = true }
    }
    if shape.hasOtherMinus { otherMinuses += 1 }
    if shape.hasBrackets, shape.marks.isEmpty, shape.currency.isEmpty, !shape.isPercent { bracketed += 1 }
    addMarks(shape, cell)
  }

  /// Adds a cell if it consists only of digits, an optional minus sign and an optional point.
  ///
  /// - Returns: Whether the cell has this form.
  private mutating func addPlain(_ cell: Span<UInt8>) -> Bool {
    let start = cell.count > 0 && cell[0] == UInt8(ascii: "-") ? 1 : 0
    var point: Int?
    for place in start..<max(start, cell.count) {
      if cell[place] == UInt8(ascii: "."), point == nil {
        point = place
      } else if cell[place] < 0x30 || cell[place] > 0x39 {
        return false
      }
    }
    guard cell.count - start > (point == nil ? 0 : 1) else { return false }
    count += 1
    guard let point else { return true }
    if cell.count - point == 4, (1...3).contains(point - start), cell[start] != 0x30 {
      eitherPoints += 1
      groups[.point, default: 0] += 1
      if example.isEmpty { example = cell.indices.map { cell[$0] } }
    } else {
      points += 1
    }
    return true
  }

  private mutating func addMarks(_ shape: NumberShape, _ cell: Span<UInt8>) {
    let (decimal, group) = (shape.decimalReading, shape.groupReading)
    if let group = decimal?.group ?? group { groups[group, default: 0] += 1 }
    if let group, decimal != nil {
      if group == .point { eitherPoints += 1 } else { eitherCommas += 1 }
      if example.isEmpty { example = cell.indices.map { cell[$0] } }
      return
    }
    switch (decimal?.mark, group) {
    case (.point, _), (nil, .comma): points += 1
    case (.comma, _), (nil, .point): commas += 1
    default: break
    }
    if decimal == nil, group == .point, shape.lengths.count == 4, Self.isAddress(shape) { addresses += 1 }
  }

  private static func isAddress(_ shape: NumberShape) -> Bool {
    var place = 0
    return shape.lengths.allSatisfy { length in
      defer { place += length }
      return shape.digits[place..<(place + length)].reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
    }
  }

  /// Adds the evidence found in a second set of cells.
  mutating func add(_ other: NumberEvidence) {
    count += other.count
    points += other.points
    commas += other.commas
    eitherPoints += other.eitherPoints
    eitherCommas += other.eitherCommas
    if example.isEmpty { example = other.example }
    for (group, count) in other.groups { groups[group, default: 0] += count }
    percents += other.percents
    currencies += other.currencies
    if currency.isEmpty { currency = other.currency }
    hasOtherCurrency =
      hasOtherCurrency || other.hasOtherCurrency
      || (!other.currency.isEmpty && other.currency != currency)
    otherMinuses += other.otherMinuses
    bracketed += other.bracketed
    telephones += other.telephones
    addresses += other.addresses
  }

  /// The evidence for the decimal mark used in a file, collected from all of its columns.
  struct File: Equatable, Sendable {
    /// The number of columns whose numbers use only decimal points.
    var points = 0
    /// The number of columns whose numbers use only decimal commas.
    var commas = 0
    /// Whether semicolons separate cells, as is common in files with decimal commas.
    var hasSemicolons = false
  }

  /// Returns the style of the column's numbers.
  ///
  /// If a mark can be a decimal mark or a thousands separator, the column's other numbers decide, or
  /// otherwise the other numbers in the file. If these do not decide either, points are decimal marks. Commas
  /// are decimal marks if semicolons separate cells, and thousands separators otherwise.
  ///
  /// - Parameters:
  ///   - file: The evidence of all columns of the file.
  ///   - options: The user's settings, which override the detection.
  /// - Returns: The style, and the assumptions made.
  func style(_ file: File, _ options: CSVOptions) -> (style: CSVNumberStyle, assumptions: [String]) {
    var style = CSVNumberStyle()
    var assumptions: [String] = []
    let isOpen = points == commas && eitherPoints + eitherCommas > 0
    if let given = options.hasDecimalComma {
      style.hasDecimalComma = given
    } else if points != commas {
      style.hasDecimalComma = commas > points
    } else if isOpen {
      let isComma = eitherCommas > eitherPoints
      style.hasDecimalComma =
        file.points != file.commas ? file.commas > file.points : isComma && file.hasSemicolons
    } else {
      style.hasDecimalComma = file.commas > file.points
    }
    let possible: [CSVNumberStyle.Group] = [style.hasDecimalComma ? .point : .comma, .blank, .apostrophe]
    let found = possible.compactMap { group in groups[group].map { (group: group, count: $0) } }
    style.group = options.thousands ?? found.max { $0.count < $1.count }?.group ?? CSVNumberStyle.Group.none
    let isAssumed = options.hasDecimalComma == nil && options.thousands == nil && isOpen
    if isAssumed, eitherCommas > 0 || file.hasSemicolons || file.commas > 0,
      let number = style.bare(example.span)
    {
      assumptions.append(
        "\(String(decoding: example, as: UTF8.self)) was read as \(String(decoding: number, as: UTF8.self)), "
          + (style.group == .none
            ? "with decimals (see --thousands)." : "with thousands separators (see --decimal-comma)."))
    }
    if percents * 10 >= count * 9, percents > 0 {
      style.hasPercent = true
      assumptions.append("percent signs were removed; values are percentages (84.7% is 84.7).")
    }
    if currencies * 2 >= count, currencies > 0, !hasOtherCurrency {
      style.currency = currency
      assumptions.append("the currency \(String(decoding: currency, as: UTF8.self)) was removed.")
    }
    style.hasOtherMinus = otherMinuses > 0 && bracketed < count
    return (style, assumptions)
  }

  /// Whether the cells are identifiers made of digits and marks, rather than numbers.
  var isNames: Bool { telephones > 0 || (addresses > 0 && addresses == groups[.point]) }
}
