import ArgumentParser
import Foundation
import WaveTerrainFormats
import WaveTerrain

/// `waveglass terrain fetch`: downloads tiles from a server into a folder.
struct TerrainFetchCommand: AsyncReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fetch tiles from a server into a folder.",
    discussion: """
      In the address, {name} is replaced by the name of a tile, such as N51W001, {ns} by N or S, {lat} by \
      the two digits after it, {ew} by E or W, and {lon} by the three digits after it. The extension \
      determines the format of the tiles: .dt0, .dt1, .dt2 or .hgt, also with .gz or .zip, or .tif.

      Repeating the command resumes interrupted downloads. A tile is moved into place once it has been read \
      completely; existing tiles are not fetched again.

      EXAMPLES
        waveglass terrain fetch --url 'https://dem.example/{ns}{lat}/{name}.hgt.gz' --around 51.5,-0.12 \
      --radius 8km
        waveglass terrain fetch --url 'https://dem.example/{name}.dt2' --tiles N51W001,N51E000 --to tiles \
      --header 'X-Key: 123'
      """)

  /// The maximum number of tiles that one command downloads.
  static let tileLimit = 100

  @Option(help: ArgumentHelp("The address of tiles, with placeholders.", valueName: "template"))
  var url: String

  @Option(help: ArgumentHelp("The folder; created if it does not exist.", valueName: "dir"))
  var to: String?

  @Option(help: ArgumentHelp("Names of tiles, such as N51W001,N51E000.", valueName: "names"))
  var tiles: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A place around which all tiles are fetched, such as 51.5,-0.12.", valueName: "lat,lon"))
  var around: PlaceArgument?

  @Option(help: ArgumentHelp("With --around, the radius, such as 8km.", valueName: "length"))
  var radius: LengthArgument?

  @Option(
    name: .customLong("header"),
    help: ArgumentHelp(
      "A header to send, such as a key, to this host only. May be repeated.", valueName: "name: value"))
  var headers: [String] = []

  func validate() throws {
    try require((tiles == nil) != (around == nil), "Give --tiles, or --around and --radius.")
    try require((around == nil) == (radius == nil), "--around and --radius must be given together.")
    _ = try cells()
    _ = try headers.map(Self.header)
  }

  private func cells() throws -> [DegreeCell] {
    var cells: [DegreeCell] = []
    if let around, let radius {
      cells = try require(
        DegreeCell.around(around.place, radiusKilometers: radius.meters / 1000),
        "A circle of that radius cannot be mapped: it reaches a pole.")
    } else {
      for name in (tiles ?? "").split(separator: ",") {
        guard name.utf8.count == 7, let cell = DegreeCell(name: Array(name.utf8)) else {
          throw ValidationError("\(name) is not the name of a tile, such as N51W001.")
        }
        if !cells.contains(cell) { cells.append(cell) }
      }
    }
    try require(
      (1...Self.tileLimit).contains(cells.count),
      "These are \(cells.count) tiles; 1 to \(Self.tileLimit) can be fetched at once.")
    return cells
  }

  /// Parses a header of the form `Name: value`, or throws an error if it is invalid (RFC 9110, section 5).
  static func header(_ text: String) throws -> (name: String, value: String) {
    let colon = text.firstIndex(of: ":") ?? text.startIndex
    let name = String(text[..<colon])
    let value = text[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
    let isName = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
    try require(
      !name.isEmpty && isName && value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      "\(text.debugDescription) is not a header. Write 'Name: value'.")
    return (name, value)
  }

  func perform() async throws(CommandFailure) {
    let template = try TerrainFileError.asFailure(TerrainTemplate(url))
    let folder = try TerrainCommand.madeFolder(to)
    let cells = (try? cells()) ?? []
    StopSignals.ignoreWriteSignals()
    let line = StatusLine()
    let fetcher = TerrainFetcher(
      template, headers: headers.compactMap { try? Self.header($0) }, folder: folder.path)
    let failure = await StopSignals.result(line) { await Self.fetch(cells, fetcher, line) }.get()
    if let failure { throw CommandFailure(failure) }
  }

  /// Downloads tiles one after another, continuing if one is missing or damaged.
  ///
  /// - Returns: The last error, or nil if there was none.
  private static func fetch(
    _ cells: [DegreeCell], _ fetcher: TerrainFetcher, _ line: StatusLine
  ) async -> TerrainFileError? {
    var failure: TerrainFileError?
    for (index, cell) in cells.enumerated() {
      let name = fetcher.template.fileName(of: cell)
      do throws(TerrainFileError) {
        let outcome = try await fetcher.fetch(cell) { progress in
          let percent = progress.totalByteCount.map { $0 > 0 ? 100 * progress.byteCount / $0 : 100 }
          // Progress is shown once per percent or, if the size is unknown, once per MiB.
          let part = percent.map { "\($0) %" } ?? "\(progress.byteCount) bytes"
          line.show(
            "\(name) (\(index + 1) of \(cells.count)): \(part)", mark: percent ?? progress.byteCount >> 20)
        }
        line.clear()
        switch outcome {
        case .present(let entry): Output.write(["\(entry.path): already exists"])
        case .fetched(let entry, let resumed):
          let note = resumed > 0 ? ", of which \(resumed) were already there" : ""
          Output.write(["\(entry.path): \(entry.byteCount) bytes\(note)"])
        }
      } catch {
        if let failure { line.say(failure.description) }
        failure = error
        switch error {
        case .refused, .broken: continue
        default: return failure
        }
      }
    }
    return failure
  }
}
