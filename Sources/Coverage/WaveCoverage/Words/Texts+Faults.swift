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
    var text = TextWriter()
    text.append(words)
    if !tile.isEmpty {
      text.append(": ")
      text.append(bytes: tile)
    }
    text.append(". Pick one that is here.")
    return text.bytes
  }

  /// Returns a message saying how many transmitters of a page link were omitted.
  static func missing(transmitters count: Int) -> [UInt8] {
    var text = TextWriter()
    text.append(integer: count)
    text.append(
      count == 1
        ? " transmitter of this link is where no tile is. It was left out."
        : " transmitters of this link are where no tile is. They were left out.")
    return text.bytes
  }

  /// Returns the reason why measured points could not be read from a file.
  static func text(of error: TerrainFormatError) -> [UInt8] {
    guard case .measured(let fault, let line) = error else {
      return bytes("The file is empty. Pick a table (CSV) or a GPX file.")
    }
    var text = TextWriter()
    switch fault {
    case .tooLong: text.append("The file is longer than 48 MiB. Split it.")
    case .noColumns:
      text.append("No columns of places. Name them in a first line, such as latitude,longitude,dBm.")
    case .noPoints: text.append("There are no points in the file. Pick a table (CSV) or a GPX file.")
    default:
      text.append("Line ")
      text.append(integer: line)
      switch fault {
      case .tooManyPoints: text.append(": more than 500000 points. Split the file.")
      case .malformed(.latitude): text.append(": the latitude is no number from \u{2212}90 to 90.")
      case .malformed(.longitude): text.append(": the longitude is no number from \u{2212}180 to 360.")
      case .malformed(.level): text.append(": the level is no number of dBm.")
      case .missing: text.append(": the place is not complete.")
      case .unfinished: text.append(": the file ends here, within an element. Export it again.")
      default: text.append(": too long for a table of points.")
      }
    }
    return text.bytes
  }
}
