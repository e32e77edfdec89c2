import ArgumentParser
import WavePropagation
import WaveSystem

/// A table of transmitters, one per line.
struct SiteTable {
  /// The maximum size of a table file, in bytes.
  static let byteLimit = 16 << 20
  static let siteLimit = 100_000

  /// A transmitter in the table.
  struct Site: Sendable {
    var name: String
    /// The name of the file to which the site's map is written.
    var file: String
    var line: Int
    /// The command to compute the map, with this transmitter's values.
    var command: CoverCommand
    var plan: CoveragePlan
  }

  private static let known = ["name", "lat", "lon", "frequency", "height", "eirp", "radius", "model"]
  /// Column names that other programs use, with the names used here.
  private static let synonyms = ["latitude": "lat", "longitude": "lon", "lng": "lon"]

  let sites: [Site]

  /// Creates a table from text whose first line names the columns; missing values are taken from the command.
  ///
  /// - Throws: `CommandFailure` with the line number.
  init(_ text: String, path: String, command: CoverCommand) throws(CommandFailure) {
    var columns: [String] = []
    var separator: Character = ","
    var sites: [Site] = []
    var lines: [String: Int] = [:]
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    for (index, row) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
    {
      let line = Line(path: path, number: index + 1)
      guard let first = row.first(where: { $0 != " " && $0 != "\t" }), first != "#" else { continue }
      if columns.isEmpty {
        separator = row.contains(";") ? ";" : ","
        columns = try Self.header(try line.cells(row, separator), line)
        continue
      }
      let cells = try line.cells(row, separator)
      guard cells.count == columns.count else {
        throw line.failure("\(cells.count) values, but the first line names \(columns.count) columns")
      }
      let values = Dictionary(uniqueKeysWithValues: zip(columns, cells)).filter { !$0.value.isEmpty }
      let site = try Self.site(values, line, command)
      if let other = lines.updateValue(line.number, forKey: site.file.lowercased()) {
        throw line.failure("the site's map would be called \(site.file), like that of line \(other)")
      }
      if let before = sites.first, before.command.isLevel != site.command.isLevel {
        throw line.failure("either all sites must have an eirp or none: this one differs from the first")
      }
      sites.append(site)
      guard sites.count <= Self.siteLimit else {
        throw line.failure("more than \(Self.siteLimit) sites. Split the table")
      }
    }
    guard !sites.isEmpty else {
      throw CommandFailure(
        .data,
        "\(path): no sites. The first line must name the columns: name,lat,lon; each line below is a site")
    }
    self.sites = sites
  }

  private static func header(_ cells: [String], _ line: Line) throws(CommandFailure) -> [String] {
    let columns = cells.map { $0.lowercased() }.map { synonyms[$0] ?? $0 }
    for column in columns where !known.contains(column) {
      throw line.failure("unknown column \(column). The columns are \(known.joined(separator: ", "))")
    }
    for column in columns where columns.filter({ $0 == column }).count > 1 {
      throw line.failure("the column \(column) occurs twice")
    }
    for column in known.prefix(3) where !columns.contains(column) {
      throw line.failure(
        "the column \(column) is missing. The first line must name the columns: name,lat,lon")
    }
    return columns
  }

  private static func site(
    _ values: [String: String], _ line: Line, _ command: CoverCommand
  ) throws(CommandFailure) -> Site {
    func value<Value>(_ column: String, _ read: (String) -> Value?) throws(CommandFailure) -> Value? {
      guard let text = values[column] else { return nil }
      guard let value = read(text) else { throw line.failure("\(text) is not a valid \(column)") }
      return value
    }
    guard let name = values["name"], let latitude = values["lat"], let longitude = values["lon"] else {
      throw line.failure("a site needs name, lat and lon")
    }
    guard let place = PlaceArgument(argument: "\(latitude),\(longitude)") else {
      throw line.failure("\(latitude), \(longitude) is not a valid place")
    }
    var own = command
    own.at = place
    if let frequency = try value("frequency", SINumber.init(text:)) { own.frequency = frequency }
    if let radius = try value("radius", LengthArgument.init(argument:)) { own.radius = radius }
    if let height = try value("height", Self.decimal) { own.txHeight = height }
    if let eirp = try value("eirp", { Self.decimal($0).flatMap { $0.magnitude <= 150 ? $0 : nil } }) {
      own.radiation.eirp = eirp
      (own.radiation.power, own.radiation.gain, own.radiation.loss) = (nil, nil, nil)
    }
    if let model = try value("model", { CoverCommand.models[$0.lowercased()] == nil ? nil : $0 }) {
      own.model = model
    }
    for (column, isMissing) in [("frequency", own.frequency == nil), ("radius", own.radius == nil)]
    where isMissing {
      throw line.failure("neither the table nor --\(column) gives the \(column)")
    }
    let plan = try own.plan()
    do { try own.asked.validate(for: plan.model, named: CoverCommand.name(of: plan.model)) } catch {
      throw line.failure((error as? ValidationError)?.message ?? "\(error)")
    }
    do throws(PropagationError) { try plan.check() } catch {
      throw line.failure(CommandFailure(ofMap: error, code: .data).message)
    }
    return Site(name: name, file: fileName(name), line: line.number, command: own, plan: plan)
  }

  private static func decimal(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }) else { return nil }
    return Double(text)
  }

  /// Returns a file name that is valid on any file system: it consists of letters, digits, hyphens, dots and
  /// underscores, and does not begin with a hyphen or a dot.
  static func fileName(_ name: String) -> String {
    let letters = name.unicodeScalars.prefix(100).map { scalar -> Character in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || scalar == "-" || scalar == "." ? Character(scalar) : "_"
    }
    let isHidden = letters.first == "." || letters.first == "-"
    return (isHidden ? "_" : "") + String(letters) + ".tif"
  }

  /// A line of the table, for error messages.
  private struct Line {
    let path: String
    let number: Int

    func failure(_ text: String) -> CommandFailure {
      // Control characters in a file must not reach the terminal.
      let plain = text.unicodeScalars.map { scalar -> Character in
        scalar.properties.generalCategory == .control ? "?" : Character(scalar)
      }
      return CommandFailure(.data, "\(path), line \(number): \(String(plain))")
    }

    /// Splits a line into cells, removing spaces and quotes around each cell.
    func cells(_ row: Substring, _ separator: Character) throws(CommandFailure) -> [String] {
      var cells: [String] = [""]
      var (isQuoted, wasQuoted) = (false, false)
      for character in row {
        if character == "\"" {
          // Two quotes within quotes mean one quote.
          if !isQuoted, wasQuoted { cells[cells.count - 1].append(character) }
          (isQuoted, wasQuoted) = (!isQuoted, isQuoted)
          continue
        }
        wasQuoted = false
        if character == separator, !isQuoted {
          cells.append("")
        } else {
          cells[cells.count - 1].append(character)
        }
      }
      guard !isQuoted else { throw failure("a quote is not closed") }
      return cells.map { cell in
        let start = cell.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { String(start[...$0]) } ?? ""
      }
    }
  }
}
