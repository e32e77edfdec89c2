import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// A stream that is about to be made of others.
struct MixtureDraft: Equatable, Sendable {
  /// What is done with them.
  enum Operation: UInt8, Equatable {
    case sum = 0
    case difference = 1
    case scaled = 2
  }

  var operation = Operation.difference
  /// The streams, as counted through all groups.
  var first = 0
  var second = 1
  /// What is typed; a unit that was not typed is the stream's own.
  var gain: [UInt8] = [0x31]
  var offset: [UInt8] = [0x30]
  var unit: [UInt8]?
}

/// Streams that are made of others: sums, differences, another scale.
extension SensorsModel {
  /// The made streams of the source on the screen; nil where none can be made.
  var mixtures: StreamMixtures? { allMixtures.first { $0.source == source?.source } }

  mutating func receive(_ next: StreamMixtures) {
    allMixtures.removeAll { $0.source == next.source }
    allMixtures.append(next)
    redraw()
  }

  /// Keeps what is seen where a source has more streams than before, or fewer, and is the same otherwise.
  ///
  /// - Returns: Whether it is.
  mutating func keepView(from before: StreamSource, at now: Int64) -> Bool {
    guard let source, source.groups.count == before.groups.count else { return false }
    // The new place of each stream that was there.
    var places: [Int?] = []
    var base = 0
    for (group, old) in before.groups.enumerated() {
      let new = source.groups[group]
      guard new.rateHertz == old.rateHertz else { return false }
      var next = 0
      var found = 0
      for channel in old.channels {
        let place = (next..<Swift.max(next, new.channels.count)).first { new.channels[$0] == channel }
        places.append(place.map { base + $0 })
        if let place {
          next = place + 1
          found += 1
        }
      }
      guard found == Swift.min(old.channels.count, new.channels.count) else { return false }
      base += new.channels.count
    }
    let kept = places.compactMap { $0 }
    let added = (0..<base).filter { !kept.contains($0) }
    var nextScales = [ChannelScale](repeating: ChannelScale(), count: base)
    var nextAlarms = [AlarmBand?](repeating: nil, count: alarms.isEmpty ? 0 : base)
    var nextHidden = ChannelSet()
    for (old, place) in places.enumerated() {
      guard let place else { continue }
      nextScales[place] = scales[old]
      if alarms.indices.contains(old) { nextAlarms[place] = alarms[old] }
      if hidden.contains(old) { nextHidden.insert(place) }
    }
    (scales, alarms, hidden) = (nextScales, nextAlarms, nextHidden)
    order = order.compactMap { places[$0] } + added
    trigger.channel = trigger.channel.flatMap { places[$0] }
    spectrum.channel = spectrum.channel.flatMap { places[$0] }
    mixing = nil
    readings = nil
    resetStores(at: now)
    // What was wished for is to be seen: the paper has leads only.
    if !added.isEmpty, awaitsMixture {
      awaitsMixture = false
      if layout == .paper || layout == .xy { setLayout(.lanes, at: now) }
    }
    spectrumChanged(at: now)
    viewChanged(at: now)
    redraw()
    return true
  }

  // MARK: - The drawer

  func appendMixtures(to list: inout ControlListBuilder<SensorsAction>) {
    guard let mixtures, !order.isEmpty else { return }
    guard let draft = mixing else {
      if mixtures.mixtures.count < WireLimits.mixtures {
        list.button(.mixture(.begin), label: "Make a stream of others: A \u{2212} B, gain")
      }
      for mixture in mixtures.mixtures {
        guard let info = channelInfo(Int(mixture.channel)) else { continue }
        var text = TextWriter()
        text.append("Remove ")
        text.append(bytes: info.label)
        list.button(.mixture(.remove(channel: mixture.channel)), label: text.bytes)
      }
      return
    }
    list.heading(label: "A stream made of others")
    list.segments(
      .mixture(.setOperation), label: "Operation", options: ["A + B", "A \u{2212} B", "Gain"],
      selected: Int(draft.operation.rawValue))
    let names = channelNames
    list.choices(.mixture(.chooseFirst), label: "A", options: names, selected: draft.first)
    if draft.operation == .scaled {
      list.field(.mixture(.setGain), label: "Times", text: draft.gain, unit: "")
      list.field(.mixture(.setOffset), label: "Plus", text: draft.offset, unit: "")
      list.words(
        .mixture(.setUnit), label: Texts.bytes("Unit"),
        text: draft.unit ?? channelInfo(draft.first)?.unit ?? [])
    } else {
      list.choices(.mixture(.chooseSecond), label: "B", options: names, selected: draft.second)
    }
    let fault = fault(of: draft)
    if fault.isEmpty {
      list.fact(label: "Its name", text: name(of: draft))
      list.button(.mixture(.make), label: "Make it")
    } else {
      list.fact(label: "Cannot be made", text: fault)
    }
    list.button(.mixture(.discard), label: "Do without")
  }

  /// The names of all streams, by their numbers.
  var channelNames: [[UInt8]] { source?.groups.flatMap { $0.channels.map { $0.label } } ?? [] }

  private func group(of channel: Int) -> Int? {
    guard let source else { return nil }
    var end = 0
    for (group, info) in source.groups.enumerated() {
      end += info.channels.count
      if channel < end { return group }
    }
    return nil
  }

  /// Why a stream cannot be made; empty where it can.
  private func fault(of draft: MixtureDraft) -> [UInt8] {
    guard let source, let first = channelInfo(draft.first), let group = group(of: draft.first) else {
      return Texts.bytes("the stream is gone")
    }
    if draft.operation == .scaled {
      guard let gain = Self.number(draft.gain), gain != 0, Self.number(draft.offset) != nil else {
        return Texts.bytes("it needs a number to multiply with, and one to add")
      }
      return []
    }
    guard let second = channelInfo(draft.second), let other = self.group(of: draft.second) else {
      return Texts.bytes("the stream is gone")
    }
    var text = TextWriter()
    text.append(bytes: first.label)
    if group != other {
      text.append(" has ")
      text.append(source.groups[group].rateHertz, decimals: 0)
      text.append(" Hz, ")
      text.append(bytes: second.label)
      text.append(" ")
      text.append(source.groups[other].rateHertz, decimals: 0)
      text.append(" Hz: choose two that are sampled together")
      return text.bytes
    }
    if first.unit != second.unit {
      text.append(" is in ")
      text.append(bytes: first.unit.isEmpty ? Texts.bytes("no unit") : first.unit)
      text.append(", ")
      text.append(bytes: second.label)
      text.append(" in ")
      text.append(bytes: second.unit.isEmpty ? Texts.bytes("no unit") : second.unit)
      text.append(": scale one of them first")
      return text.bytes
    }
    return draft.first == draft.second ? Texts.bytes("choose two streams") : []
  }

  /// "V1 − V2", "2.5 × pressure + 1".
  private func name(of draft: MixtureDraft) -> [UInt8] {
    guard let first = channelInfo(draft.first) else { return [] }
    var text = TextWriter()
    if draft.operation == .scaled {
      text.append(bytes: Self.plain(draft.gain))
      text.append(" \u{00D7} ")
      text.append(bytes: first.label)
      if let offset = Self.number(draft.offset), offset != 0 {
        text.append(offset < 0 ? " " : " + ")
        text.append(bytes: Self.plain(draft.offset))
      }
    } else {
      text.append(bytes: first.label)
      text.append(draft.operation == .sum ? " + " : " \u{2212} ")
      text.append(bytes: channelInfo(draft.second)?.label ?? [])
    }
    return Self.cut(text.bytes, WireLimits.channelLabel)
  }

  /// As many whole characters as fit.
  private static func cut(_ text: [UInt8], _ limit: Int) -> [UInt8] {
    Array(text.prefix(UTF8Text.validCount(text, limit: limit)))
  }

  private static func number(_ text: [UInt8]) -> Double? {
    guard let (value, rest) = NumberText.prefix(of: text), !rest.contains(where: { $0 != 0x20 }) else {
      return nil
    }
    return value.magnitude <= WireLimits.hertz ? value : nil
  }

  /// A number as typed, without what surrounds it.
  private static func plain(_ text: [UInt8]) -> [UInt8] { text.filter { $0 != 0x20 } }

  /// Performs the action of a control of derived streams.
  mutating func handle(_ action: SensorsAction.Mixture, _ input: ControlInput) {
    switch (action, input) {
    case (.begin, .set):
      var draft = MixtureDraft()
      draft.first = order.first { !hidden.contains($0) } ?? 0
      draft.second =
        order.first { $0 != draft.first && group(of: $0) == group(of: draft.first) } ?? draft.first
      mixing = draft
    case (.setOperation, .set(let value)):
      mixing?.operation = MixtureDraft.Operation(rawValue: UInt8(truncatingIfNeeded: value)) ?? .difference
    case (.chooseFirst, .set(let value)): mixing?.first = value
    case (.chooseSecond, .set(let value)): mixing?.second = value
    case (.setGain, .text(let text)): mixing?.gain = text
    case (.setOffset, .text(let text)): mixing?.offset = text
    case (.setUnit, .text(let text)): mixing?.unit = Self.cut(text, WireLimits.channelUnit)
    case (.make, .set): make()
    case (.discard, .set): mixing = nil
    case (.remove(let channel), .set):
      guard let mixtures, mixtures.mixtures.contains(where: { $0.channel == channel }) else { return }
      send(.setMixture(.remove(source: mixtures.source, channel: channel)))
    default: break
    }
  }

  private mutating func make() {
    guard let draft = mixing, fault(of: draft).isEmpty, let source, draft.first < WireLimits.channels else {
      return
    }
    let own = channelInfo(draft.first)?.unit ?? []
    var formula = StreamMixture.Formula(first: UInt8(draft.first))
    if draft.operation == .scaled {
      formula.firstFactor = Self.number(draft.gain) ?? 1
      formula.offset = Self.number(draft.offset) ?? 0
    } else {
      formula.second = UInt8(truncatingIfNeeded: draft.second)
      formula.secondFactor = draft.operation == .sum ? 1 : -1
    }
    awaitsMixture = true
    mixing = nil
    send(
      .setMixture(
        .make(
          source: source.source, formula, label: name(of: draft),
          unit: draft.operation == .scaled ? draft.unit ?? own : own)))
  }
}
