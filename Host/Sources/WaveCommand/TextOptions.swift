import ArgumentParser
import WaveTables

/// What a user knows better of a text with columns than can be found out.
struct TextOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What stands between cells: a character, or tab.", valueName: "character"))
  var separator: String?

  @Option(help: ArgumentHelp("What stands around cells: a character.", valueName: "character"))
  var quote: String?

  @Option(help: ArgumentHelp("UTF-8, UTF-16LE, UTF-16BE or Latin-1.", valueName: "name"))
  var encoding: String?

  @Flag(inversion: .prefixedNo, help: "Whether the first row names the columns.")
  var header: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether numbers have a comma where others have a point.")
  var decimalComma: Bool?

  @Option(help: ArgumentHelp("Which number of a date comes first: ymd, dmy or mdy.", valueName: "order"))
  var dates: String?

  @Option(
    name: .customLong("type"),
    help: ArgumentHelp(
      "What a column becomes: integer, real, text, date, or whole numbers that count seconds, milliseconds, microseconds or nanoseconds since 1970. May be repeated.",
      valueName: "column=type"))
  var types: [String] = []

  func validate() throws { _ = try options() }

  /// What is given.
  func options() throws -> CSVOptions {
    var options = CSVOptions()
    options.separator = try separator.map { try Self.byte($0, "--separator") }
    options.quote = try quote.map { try Self.byte($0, "--quote") }
    options.hasHeader = header
    options.hasDecimalComma = decimalComma
    if let encoding {
      guard
        let found = CSVFormat.Encoding.allCases.first(where: {
          $0.rawValue.lowercased() == encoding.lowercased()
        })
      else { throw ValidationError("--encoding is UTF-8, UTF-16LE, UTF-16BE or Latin-1.") }
      options.encoding = found
    }
    if let dates {
      let orders: [String: CSVFormat.Order] = [
        "ymd": .yearMonthDay, "dmy": .dayMonthYear, "mdy": .monthDayYear,
      ]
      guard let order = orders[dates] else { throw ValidationError("--dates is ymd, dmy or mdy.") }
      options.dateOrder = order
    }
    for type in types {
      guard let mark = type.lastIndex(of: "="),
        let wish = CSVOptions.Wish(rawValue: String(type[type.index(after: mark)...]))
      else {
        throw ValidationError(
          "--type is a column, = and one of \(CSVOptions.Wish.allCases.map(\.rawValue).joined(separator: ", "))."
        )
      }
      options.kinds[String(type[..<mark])] = wish
    }
    return options
  }

  private static func byte(_ text: String, _ option: String) throws -> UInt8 {
    if text == "tab" || text == "\\t" { return 0x09 }
    guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x0A, byte != 0x0D else {
      throw ValidationError("\(option) is one character of ASCII, or tab.")
    }
    return byte
  }
}
