import WaveSensorsWire
import WaveUnits
import WaveWire

/// A sum or difference of two streams, as written on a command line: `I - II`, `left+right`.
public struct StreamSum: Equatable, Sendable {
  /// One possible interpretation of the text.
  private struct Reading: Equatable, Sendable {
    var first: [UInt8]
    var second: [UInt8]
    var isSum: Bool
  }

  /// The text as written.
  public let text: String
  /// The possible interpretations; there can be several, since names can contain plus and minus signs.
  private let readings: [Reading]

  /// Parses a sum or difference; returns nil if no sign separates two names.
  public init?(_ text: String) {
    self.text = text
    readings = text.indices.compactMap { place in
      guard "+-\u{2212}".contains(text[place]) else { return nil }
      let first = Self.name(text[..<place])
      let second = Self.name(text[text.index(after: place)...])
      guard !first.isEmpty, !second.isEmpty else { return nil }
      return Reading(first: first, second: second, isSum: text[place] == "+")
    }
    guard !readings.isEmpty else { return nil }
  }

  /// Returns a name without surrounding spaces, as UTF-8.
  private static func name(_ text: Substring) -> [UInt8] {
    var bytes = Array(text.utf8)[...]
    while bytes.first == 0x20 { bytes.removeFirst() }
    while bytes.last == 0x20 { bytes.removeLast() }
    return Array(bytes)
  }

  /// Returns the request that derives the stream in a source; nil if the source does not contain both
  /// streams.
  func request(for info: StreamSource) -> SetMixture? {
    let channels = info.groups.flatMap(\.channels)
    for reading in readings {
      guard let first = channels.firstIndex(where: { $0.label == reading.first }),
        let second = channels.firstIndex(where: { $0.label == reading.second })
      else { continue }
      let label = reading.first + Array((reading.isSum ? " + " : " \u{2212} ").utf8) + reading.second
      return .make(
        source: info.source,
        StreamMixture.Formula(
          first: UInt8(clamping: first), second: UInt8(clamping: second), secondFactor: reading.isSum ? 1 : -1
        ),
        label: Array(label.prefix(UTF8Text.validCount(label, limit: WireLimits.channelLabel))),
        unit: channels[first].unit)
    }
    return nil
  }
}
