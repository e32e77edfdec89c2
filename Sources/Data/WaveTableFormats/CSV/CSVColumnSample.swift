import WaveUnits

/// The types found in the sampled cells of a column.
struct CSVColumnSample {
  private let numbers: CSVNumberStyle
  private let evidence: NumberEvidence
  private var count = 0
  private var wholeCount = 0
  private var realCount = 0
  /// The number of integers that are identifiers rather than numbers: integers with leading zeros, and
  /// telephone numbers.
  private var nameCount = 0
  /// The number of integers that do not fit in 64 bits.
  private var hugeCount = 0
  /// The number of integers that are dates without separators, such as 20240331.
  private var compactCount = 0
  private var compactExample: [UInt8] = []
  private var dateCounts: [CSVFormat.Order: Int] = [:]
  private var isFine = false
  private var (low, high) = (Double.infinity, -Double.infinity)
  private var hasSlashes = false
  private var quotedCount = 0
  /// The number of text cells in the last row if that row contains totals.
  private var totalCount = 0

  /// The fraction of cells that must be numbers, or dates, for a column to have that type.
  static let part = 0.9
  /// The minimum number of dates without separators for a column to become a date column, unless its name
  /// indicates dates.
  private static let compactLimit = 4

  init(_ numbers: CSVNumberStyle, _ evidence: NumberEvidence) {
    self.numbers = numbers
    self.evidence = evidence
  }

  /// Adds a cell.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - isTotal: Whether the row is the last one and contains totals.
  mutating func add(_ cell: CSVSplitter.Cell, isTotal: Bool) {
    let span = cell.bytes.span
    if MissingWord.isOne(span) { return }
    count += 1
    if cell.isQuoted { quotedCount += 1 }
    var column = CSVFormat.Column(name: "", kind: .integer)
    column.numbers = numbers
    let (value, fit) = CSVValue.read(span, as: column, isQuoted: cell.isQuoted)
    switch value {
    case .integer(let whole):
      if fit == .needsText { nameCount += 1 } else { wholeCount += 1 }
      note(Double(whole))
      if [8, 12, 14].contains(span.count), DateReader(order: .compact).instant(span) != nil {
        compactCount += 1
        if compactExample.isEmpty { compactExample = cell.bytes }
      }
    case .real(let number):
      if fit == .needsText { hugeCount += 1 } else { realCount += 1 }
      note(number)
    default:
      var isDate = false
      for order in CSVFormat.Order.allCases where DateReader(order: order).instant(span) != nil {
        isDate = true
        dateCounts[order, default: 0] += 1
        if cell.bytes.contains(UInt8(ascii: "/")) { hasSlashes = true }
        if let point = cell.bytes.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }),
          cell.bytes[(point + 1)...].prefix(while: { (0x30...0x39).contains($0) }).count > 6
        {
          isFine = true
        }
      }
      if isTotal, !isDate { totalCount += 1 }
    }
  }

  private mutating func note(_ value: Double) {
    low = min(low, value)
    high = max(high, value)
  }

  /// Returns the column, with the type that the sample suggests.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - options: The user's settings, which override the detection.
  /// - Returns: The column, and a note about the assumptions made for its dates.
  func column(named name: String, options: CSVOptions) -> (column: CSVFormat.Column, note: String?) {
    let (kind, note) = kind(name: name, options: options)
    var column = CSVFormat.Column(name: name, kind: kind)
    column.numbers = numbers
    column.evidence = evidence
    column.hasQuotedTexts = kind == .text && count > 0 && quotedCount == count
    column.totalCount = kind == .text ? 0 : totalCount
    return (column, note)
  }

  private func kind(name: String, options: CSVOptions) -> (CSVFormat.Kind, note: String?) {
    let unit: TableColumn.TimeUnit = isFine ? .nanoseconds : .microseconds
    if let request = options.kinds[name] {
      switch request {
      case .integer: return (.integer, nil)
      case .real: return (.real, nil)
      case .text: return (.text, nil)
      case .seconds, .milliseconds, .microseconds, .nanoseconds:
        return (TableColumn.TimeUnit(rawValue: request.rawValue).map { .epoch($0) } ?? .integer, nil)
      case .date: return (.date(order(options).order, unit), nil)
      }
    }
    let count = count - totalCount
    guard count > 0 else { return (.text, nil) }
    let enough = max(1, Int(saturating: (Double(count) * Self.part).rounded(.up)))
    let isNamed = nameCount > 0 || evidence.isNames || (hugeCount > 0 && realCount == 0)
    if !isNamed, wholeCount + realCount + hugeCount >= enough {
      if realCount > 0 { return (.real, nil) }
      if compactCount == wholeCount, compactCount == count,
        Self.isDate(name: name) || (compactCount >= Self.compactLimit && !Self.isKey(name: name))
      {
        let example = String(decoding: compactExample, as: UTF8.self)
        return (
          .date(.compact, unit),
          "digits such as \(example) were read as dates (--type \(name)=integer keeps the numbers)."
        )
      }
      if ColumnSample.isTime(name: name.lowercased(), declared: ""), let unit = ColumnSample.unit(low, high) {
        return (.epoch(unit), "whole numbers, read as \(unit.rawValue) since 1970 due to its name.")
      }
      return (.integer, nil)
    }
    let (order, isGuess) = order(options)
    if dateCounts[order, default: 0] >= enough {
      return (
        .date(order, unit),
        isGuess ? "days and months are ambiguous in the first rows; read as \(order.rawValue)." : nil
      )
    }
    return (.text, nil)
  }

  /// Returns whether the name of a column indicates that its values are identifiers.
  private static func isKey(name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }
    return words.contains {
      ["id", "nr", "no", "number", "nummer", "code", "key", "zip", "plz"].contains($0)
    }
  }

  /// Returns whether the name of a column indicates that its values are dates.
  private static func isDate(name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    return ColumnSample.isTime(name: name.lowercased(), declared: "")
      || words.contains {
        $0.hasPrefix("dat")
          || ["day", "tag", "jour", "dt", "ymd", "yyyymmdd", "budat", "bldat", "erdat"].contains($0)
      }
  }

  /// Returns the order of day, month and year in the dates of the column, and whether another order is
  /// possible.
  private func order(_ options: CSVOptions) -> (order: CSVFormat.Order, isGuess: Bool) {
    let (year, day, month) = (
      dateCounts[.yearMonthDay, default: 0], dateCounts[.dayMonthYear, default: 0],
      dateCounts[.monthDayYear, default: 0]
    )
    if let order = options.dateOrder, order == .yearMonthDay || order == .compact || year == 0 {
      return (order, false)
    }
    // Dates without separators have only one order.
    if max(compactCount, dateCounts[.compact, default: 0]) > max(year, day, month) {
      return (.compact, false)
    }
    // Dates that begin with the year, or contain the month's name, are valid in every order.
    if year >= max(day, month) { return (.yearMonthDay, false) }
    if day != month { return (day > month ? .dayMonthYear : .monthDayYear, false) }
    return (hasSlashes ? .monthDayYear : .dayMonthYear, true)
  }
}
