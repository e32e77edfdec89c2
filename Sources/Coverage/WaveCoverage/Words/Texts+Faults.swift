import WavePropagation
import WaveTerrainFormats
import WaveUnits

// Error messages.
extension Texts {
  /// Returns the reason why a scene could not be opened.
  static func text(of error: SceneError) -> StaticString {
    switch error {
    case .tooLong: "The address holds more than a scene. It was left out."
    case .unreadable: "The scene in the address cannot be read. It was left out."
    case .impossible: "The scene in the address has a number that cannot be. It was left out."
    }
  }

  /// Returns a message saying that a page link refers to missing contents, with the name of the link's tile
  /// if it has one.
  static func missing(_ tile: [UInt8], _ words: StaticString) -> [UInt8] {
    TextWriter("\(words)\(tile.isEmpty ? "" : ": ")\(tile). Pick one that is here.").bytes
  }

  /// Returns a message saying how many transmitters of a page link were omitted.
  static func missing(transmitters count: Int) -> [UInt8] {
    let words: StaticString =
      count == 1
      ? "transmitter of this link is where no tile is. It was left out."
      : "transmitters of this link are where no tile is. They were left out."
    return TextWriter("\(count) \(words)").bytes
  }

  /// Returns the reason why measured points could not be read from a file.
  static func text(of error: TerrainFormatError) -> [UInt8] {
    guard case .measured(let fault, let line) = error else {
      return bytes("The file is empty. Pick a table (CSV) or a GPX file.")
    }
    func inLine(_ words: StaticString) -> [UInt8] { TextWriter("Line \(line): \(words)").bytes }
    return switch fault {
    case .tooLong: bytes("The file is longer than 48 MiB. Split it.")
    case .noColumns:
      bytes("No columns of places. Name them in a first line, such as latitude,longitude,dBm.")
    case .noPoints: bytes("There are no points in the file. Pick a table (CSV) or a GPX file.")
    case .tooManyPoints: inLine("more than 500000 points. Split the file.")
    case .malformed(.latitude): inLine("the latitude is no number from \u{2212}90 to 90.")
    case .malformed(.longitude): inLine("the longitude is no number from \u{2212}180 to 360.")
    case .malformed(.level): inLine("the level is no number of dBm.")
    case .missing: inLine("the place is not complete.")
    case .unfinished: inLine("the file ends here, within an element. Export it again.")
    case .lineTooLong: inLine("too long for a table of points.")
    }
  }
}
