import WaveSensorsFeed
import WaveSensorsWire
import WaveStore
import WaveUnits
import WaveWire

/// Functions that validate the streams that users derive from other streams, and restore them after a source
/// has changed.
enum StreamMixing {
  /// A recipe for deriving a stream from other streams, which are identified by name.
  struct Recipe: Equatable, Sendable {
    var label: [UInt8]
    var unit: [UInt8]
    var first: [UInt8]
    var second: [UInt8]
    var formula: StreamMixture.Formula
  }

  /// Adds or removes a derived stream.
  ///
  /// - Returns: Nil if the change was made; otherwise the reason why not, as text.
  static func perform(
    _ request: SetMixture, info: inout StreamSource, archive: inout StreamArchive
  ) -> String? {
    switch request {
    case .make(_, let formula, let label, let unit):
      return make(formula, label: label, unit: unit, &info, &archive)
    case .remove(_, let channel): return remove(Int(channel), &info, &archive)
    }
  }

  private static func make(
    _ formula: StreamMixture.Formula, label: [UInt8], unit: [UInt8], _ info: inout StreamSource,
    _ archive: inout StreamArchive
  ) -> String? {
    guard !label.isEmpty, formula.firstFactor != 0,
      let first = info.groups.place(of: Int(formula.first)),
      let second = formula.secondFactor == 0 ? first : info.groups.place(of: Int(formula.second))
    else { return "This stream cannot be made: the streams that it needs do not exist." }
    guard first.group == second.group else {
      return "\(name(first, info)) and \(name(second, info)) are not sampled together "
        + "(\(rate(first, info)) and \(rate(second, info))). Choose two streams of one rate."
    }
    let units = (channel(first, info).unit, channel(second, info).unit)
    guard units.0 == units.1 else {
      return "\(name(first, info)) is in \(text(units.0)), \(name(second, info)) in \(text(units.1)). "
        + "Scale one of them to the other's unit first."
    }
    guard list(info, archive).mixtures.count < WireLimits.mixtures, info.channelCount < WireLimits.channels
    else { return "There are already \(WireLimits.mixtures) made streams. Remove one first." }
    let mixture = ChannelMixture(
      first: first.channel, firstFactor: formula.firstFactor, second: second.channel,
      secondFactor: formula.secondFactor, offset: formula.offset)
    guard archive.groups[first.group].add(mixture) else { return "This stream cannot be made." }
    info.groups[first.group].channels.append(StreamChannel(label: label, unit: unit))
    return nil
  }

  private static func remove(
    _ channel: Int, _ info: inout StreamSource, _ archive: inout StreamArchive
  ) -> String? {
    guard let found = info.groups.place(of: channel),
      archive.groups[found.group].addedPlaces.contains(found.channel)
    else { return "This stream comes from the source and cannot be removed." }
    if let user = archive.groups[found.group].addedPlaces.first(where: {
      archive.groups[found.group].mixture(at: $0)?.uses(found.channel) == true
    }) {
      let other = StoreView.Place(group: found.group, channel: user)
      return "\(name(other, info)) is made of \(name(found, info)). Remove that first."
    }
    guard archive.groups[found.group].remove(found.channel) else { return "This stream cannot be removed." }
    info.groups[found.group].channels.remove(at: found.channel)
    return nil
  }

  /// Returns the derived streams of a source.
  static func list(_ info: StreamSource, _ archive: borrowing StreamArchive) -> StreamMixtures {
    let mixtures = added(info, archive).map { place, mixture in
      let base = info.groups.firstNumber(ofGroup: place.group)
      return StreamMixture(
        channel: UInt8(clamping: base + place.channel),
        formula: .init(
          first: UInt8(clamping: base + mixture.first), firstFactor: mixture.firstFactor,
          second: mixture.secondFactor == 0 ? 0 : UInt8(clamping: base + mixture.second),
          secondFactor: mixture.secondFactor, offset: mixture.offset))
    }
    return StreamMixtures(source: info.source, mixtures: mixtures)
  }

  /// Returns the places and derivations of the streams that users have derived.
  private static func added(
    _ info: StreamSource, _ archive: borrowing StreamArchive
  ) -> [(place: StoreView.Place, mixture: ChannelMixture)] {
    var added: [(StoreView.Place, ChannelMixture)] = []
    for group in info.groups.indices where group < archive.groups.count {
      for place in archive.groups[group].addedPlaces {
        guard let mixture = archive.groups[group].mixture(at: place) else { continue }
        added.append((StoreView.Place(group: group, channel: place), mixture))
      }
    }
    return added
  }

  /// Returns the recipes for a source's derived streams.
  static func recipes(_ info: StreamSource, _ archive: borrowing StreamArchive) -> [Recipe] {
    list(info, archive).mixtures.compactMap { mixture in
      guard let own = info.groups.place(of: Int(mixture.channel)),
        let first = info.groups.place(of: Int(mixture.formula.first)),
        let second = info.groups.place(of: Int(mixture.formula.second))
      else { return nil }
      return Recipe(
        label: channel(own, info).label, unit: channel(own, info).unit, first: channel(first, info).label,
        second: channel(second, info).label, formula: mixture.formula)
    }
  }

  /// Restores derived streams after a source has changed, if it still has the streams they depend on.
  static func restore(_ recipes: [Recipe], info: inout StreamSource, archive: inout StreamArchive) {
    for recipe in recipes {
      let labels = info.groups.flatMap { $0.channels.map(\.label) }
      guard let first = labels.firstIndex(of: recipe.first) else { continue }
      var formula = recipe.formula
      formula.first = UInt8(clamping: first)
      if formula.secondFactor != 0 {
        guard let second = labels.firstIndex(of: recipe.second) else { continue }
        formula.second = UInt8(clamping: second)
      }
      _ = make(formula, label: recipe.label, unit: recipe.unit, &info, &archive)
    }
  }

  /// Returns the derived streams in the format used by recordings.
  static func stored(_ info: StreamSource, _ archive: borrowing StreamArchive) -> [StoreView.Mixture] {
    added(info, archive).map { place, mixture in
      let channel = channel(place, info)
      return StoreView.Mixture(
        place: place, first: mixture.first, firstFactor: mixture.firstFactor,
        second: mixture.secondFactor == 0 ? 0 : mixture.second, secondFactor: mixture.secondFactor,
        offset: mixture.offset, label: channel.label, unit: channel.unit)
    }
  }

  /// Restores derived streams from a recording, provided that every stream gets its previous channel index.
  ///
  /// - Returns: Whether any stream was restored.
  static func adopt(
    _ stored: [StoreView.Mixture], info: inout StreamSource, archive: inout StreamArchive
  ) -> Bool {
    var isOther = false
    for mixture in stored {
      let group = mixture.place.group
      let factors = [mixture.firstFactor, mixture.secondFactor, mixture.offset]
      guard info.groups.indices.contains(group), mixture.place.channel == info.groups[group].channels.count,
        mixture.first < mixture.place.channel, mixture.second < mixture.place.channel,
        isText(mixture.label, WireLimits.channelLabel), isText(mixture.unit, WireLimits.channelUnit),
        factors.allSatisfy({ $0.magnitude <= WireLimits.hertz })
      else { continue }
      let base = info.groups.firstNumber(ofGroup: group)
      let formula = StreamMixture.Formula(
        first: UInt8(clamping: base + mixture.first), firstFactor: mixture.firstFactor,
        second: UInt8(clamping: base + mixture.second), secondFactor: mixture.secondFactor,
        offset: mixture.offset)
      let refusal = make(formula, label: mixture.label, unit: mixture.unit, &info, &archive)
      if refusal == nil { isOther = true }
    }
    return isOther
  }

  /// Adds the requested sums that do not exist yet.
  ///
  /// - Returns: The reasons why sums could not be derived.
  static func make(_ sums: [StreamSum], info: inout StreamSource, archive: inout StreamArchive) -> [String] {
    guard !info.groups.isEmpty else { return [] }
    var refusals: [String] = []
    for sum in sums {
      let labels = info.groups.flatMap { $0.channels.map(\.label) }
      guard case .make(_, let formula, let label, let unit)? = sum.request(for: info) else {
        let names = labels.prefix(12).map { text($0) }.joined(separator: ", ")
        refusals.append("\(sum.text) cannot be made: the source does not have both streams. It has \(names).")
        continue
      }
      guard !labels.contains(label) else { continue }
      if let refusal = make(formula, label: label, unit: unit, &info, &archive) { refusals.append(refusal) }
    }
    return refusals
  }

  private static func isText(_ bytes: [UInt8], _ limit: Int) -> Bool {
    UTF8Text.validCount(bytes, limit: limit) == bytes.count
  }

  // MARK: - Places

  private static func channel(_ place: StoreView.Place, _ info: StreamSource) -> StreamChannel {
    info.groups[place.group].channels[place.channel]
  }

  private static func name(_ place: StoreView.Place, _ info: StreamSource) -> String {
    text(channel(place, info).label)
  }

  private static func rate(_ place: StoreView.Place, _ info: StreamSource) -> String {
    let rate = info.groups[place.group].rateHertz
    return (rate == rate.rounded() && rate < 1e9 ? "\(Int(saturating: rate))" : "\(rate)") + " Hz"
  }

  private static func text(_ bytes: [UInt8]) -> String {
    bytes.isEmpty ? "no unit" : String(decoding: bytes, as: UTF8.self)
  }
}
