import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// A draft of a stream to be derived from others.
struct MixtureDraft: Equatable, Sendable {
  /// The operation that derives the stream.
  enum Operation: UInt8, Equatable {
    case sum = 0
    case difference = 1
    case scaled = 2
  }

  private(set) var operation = Operation.difference
  /// The number of the stream that is the first operand, counted across all groups.
  private(set) var first: Int
  /// The number of the stream that is the second operand, counted across all groups.
  private(set) var second: Int
  /// The factor as the user typed it, in UTF-8.
  private(set) var gain: [UInt8] = [0x31]
  /// The offset as the user typed it, in UTF-8.
  private(set) var offset: [UInt8] = [0x30]
  /// The unit as the user typed it; nil to use the unit of the first operand.
  private var typedUnit: [UInt8]?

  /// Creates a draft for the difference between the first two visible streams that are sampled together.
  init(_ streams: Streams, of source: StreamSource?) {
    let first = streams.visible.first ?? 0
    let group = source?.group(of: first)?.index
    self.first = first
    second = streams.order.first { $0 != first && source?.group(of: $0)?.index == group } ?? first
  }

  mutating func handle(_ action: SensorsAction.Mixture, _ input: ControlInput) {
    switch (action, input) {
    case (.setOperation, .set(let value)):
      operation = Operation(rawValue: UInt8(truncatingIfNeeded: value)) ?? .difference
    case (.chooseFirst, .set(let value)): first = value
    case (.chooseSecond, .set(let value)): second = value
    case (.setGain, .text(let text)): gain = text
    case (.setOffset, .text(let text)): offset = text
    case (.setUnit, .text(let text)): typedUnit = UTF8Text.prefix(text, limit: WireLimits.channelUnit)
    default: break
    }
  }

  /// Returns the unit of the derived stream.
  func unit(in source: StreamSource) -> [UInt8] {
    let own = source.channel(first)?.unit ?? []
    return operation == .scaled ? typedUnit ?? own : own
  }

  /// Returns the request to send to the server; nil if the draft is invalid.
  func request(of source: StreamSource) -> SetMixture? {
    guard fault(in: source).isEmpty, first < WireLimits.channels else { return nil }
    var formula = StreamMixture.Formula(first: UInt8(first))
    if operation == .scaled {
      formula.firstFactor = Self.number(gain) ?? 1
      formula.offset = Self.number(offset) ?? 0
    } else {
      formula.second = UInt8(truncatingIfNeeded: second)
      formula.secondFactor = operation == .sum ? 1 : -1
    }
    return .make(source: source.source, formula, label: name(in: source), unit: unit(in: source))
  }

  /// Returns the reason why the stream cannot be derived; empty if it can.
  func fault(in source: StreamSource) -> [UInt8] {
    guard let a = source.channel(first), let group = source.group(of: first)?.index
    else { return Texts.bytes("the stream is gone") }
    if operation == .scaled {
      guard let gain = Self.number(gain), gain != 0, Self.number(offset) != nil
      else { return Texts.bytes("it needs a number to multiply with, and one to add") }
      return []
    }
    guard let b = source.channel(second), let other = source.group(of: second)?.index
    else { return Texts.bytes("the stream is gone") }
    if group != other {
      let (rate, second) = (source.groups[group].rateHertz, source.groups[other].rateHertz)
      let rates: TextWriter =
        """
        \(a.label) has \(rate, decimals: 0) Hz, \(b.label) \(second, decimals: 0) Hz: choose two that are \
        sampled together
        """
      return rates.bytes
    }
    if a.unit != b.unit {
      func unit(_ channel: StreamChannel) -> [UInt8] {
        channel.unit.isEmpty ? Texts.bytes("no unit") : channel.unit
      }
      let (first, second) = (unit(a), unit(b))
      return TextWriter("\(a.label) is in \(first), \(b.label) in \(second): scale one of them first").bytes
    }
    return first == second ? Texts.bytes("choose two streams") : []
  }

  /// Returns the name of the derived stream, such as "V1 − V2" or "2.5 × pressure + 1".
  func name(in source: StreamSource) -> [UInt8] {
    guard let a = source.channel(first) else { return [] }
    var text: TextWriter
    if operation == .scaled {
      text = "\(Self.plain(gain)) \u{00D7} \(a.label)"
      if let number = Self.number(offset), number != 0 {
        text.append(number < 0 ? " " : " + ")
        text.append(bytes: Self.plain(offset))
      }
    } else {
      text = "\(a.label)\(operation == .sum ? " + " : " \u{2212} ")\(source.channel(second)?.label ?? [])"
    }
    return UTF8Text.prefix(text.bytes, limit: WireLimits.channelLabel)
  }

  /// Returns as many complete characters of a string as fit within a limit in bytes.
  private static func number(_ text: [UInt8]) -> Double? {
    guard let (value, rest) = NumberText.prefix(of: text), !rest.contains(where: { $0 != 0x20 })
    else { return nil }
    return value.magnitude <= WireLimits.hertz ? value : nil
  }

  /// Returns a typed number without spaces.
  private static func plain(_ text: [UInt8]) -> [UInt8] { text.filter { $0 != 0x20 } }
}
