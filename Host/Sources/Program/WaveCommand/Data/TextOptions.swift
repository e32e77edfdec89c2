import ArgumentParser
import WaveTableFormats
import WaveTables

/// Options that override the detected format of a delimited text file.
struct TextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Separator between cells: a character, tab, or blanks (any number).", valueName: "character"))
  var separator: String?

  @Option(
    help: ArgumentHelp(
      "Quote character around cells, or none to treat quotes like other characters.",
      valueName: "character"))
  var quote: String?

  @Flag(inversion: .prefixedNo, help: "Whether a backslash before a quote makes it an ordinary character.")
  var backslashEscapes: Bool?

  @Option(help: ArgumentHelp("UTF-8, UTF-16LE, UTF-16BE or Latin-1.", valueName: "name"))
  var encoding: String?

  @Option(help: ArgumentHelp("Lines to skip before the header, or before the first row.", valueName: "lines"))
  var skip: Int?

  @Option(help: ArgumentHelp("Prefix of comments, or none.", valueName: "sign"))
  var comment: String?

  @Flag(inversion: .prefixedNo, help: "Whether the first row names the columns.")
  var header: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether rows that lack cells at their end are kept, with missing values there.")
  var shortRows: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether numbers have decimal commas instead of points.")
  var decimalComma: Bool?

  @Option(
    help: ArgumentHelp(
      "What separates thousands in numbers: comma, point, blank, apostrophe or none.", valueName: "mark"))
  var thousands: String?

  @Option(
    help: ArgumentHelp(
      "Which number of a date comes first: ymd, dmy, mdy, or compact (20240331).", valueName: "order"))
  var dates: String?

  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      """
      What a column becomes: integer, real, text, date, or whole numbers that count seconds, milliseconds, \
      microseconds or nanoseconds since 1970. May be repeated.
      """,
      valueName: "column=type"))
  var types: [String] = []

  func validate() throws { _ = try options() }

  /// The format options that were given on the command line, which `validate()` has checked.
  var checked: CSVOptions { (try? options()) ?? CSVOptions() }

  /// Returns the format options that were given on the command line.
  func options() throws -> CSVOptions {
    var options = CSVOptions()
    options.separator = try separator.map { try Self.byte($0, "--separator") }
    if quote == "none" {
      options.hasQuotes = false
    } else {
      options.quote = try quote.map { try Self.byte($0, "--quote") }
    }
    options.hasBackslashEscapes = backslashEscapes
    options.comment = comment.map { $0 == "none" ? "" : $0 }
    options.hasHeader = header
    options.fillsShortRows = shortRows
    options.hasDecimalComma = decimalComma
    try require(skip, where: (0...1_000_000).contains, "--skip must be from 0 to 1000000.")
    options.skippedLines = skip
    options.thousands = try thousands.map {
      try require(
        CSVNumberStyle.Group(rawValue: $0), "--thousands must be comma, point, blank, apostrophe or none.")
    }
    options.encoding = try encoding.map { name in
      try require(
        CSVFormat.Encoding.allCases.first { $0.rawValue.lowercased() == name.lowercased() },
        "--encoding must be UTF-8, UTF-16LE, UTF-16BE or Latin-1.")
    }
    let orders: [String: CSVFormat.Order] = [
      "ymd": .yearMonthDay, "dmy": .dayMonthYear, "mdy": .monthDayYear, "compact": .compact,
    ]
    options.dateOrder = try dates.map {
      try require(orders[$0], "--dates must be ymd, dmy, mdy or compact.")
    }
    for type in types {
      guard let mark = type.lastIndex(of: "="),
        let requested = CSVOptions.RequestedType(rawValue: String(type[type.index(after: mark)...]))
      else {
        let types = CSVOptions.RequestedType.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--type must be a column, = and one of \(types).")
      }
      options.kinds[String(type[..<mark])] = requested
    }
    return options
  }

  private static func byte(_ text: String, _ option: String) throws -> UInt8 {
    if text == "tab" || text == "\\t" { return 0x09 }
    if text == "blanks" { return 0x20 }
    guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x0A, byte != 0x0D else {
      throw ValidationError("\(option) must be one ASCII character, tab or blanks.")
    }
    return byte
  }
}
