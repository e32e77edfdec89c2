import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
package import WaveInteraction
import WavePropagation
import WaveUnits

extension CoverageModel {
  /// Radii of the slider, km.
  static let radii: [Double] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100]

  package mutating func handle(_ action: CoverageAction, _ input: ControlInput, at now: Int64) {
    switch (action, input) {
    case (.enter(let field), .text(let text)): enter(text, into: field)
    case (.setRadius, .drag(_, let fraction, _)): setRadius(at: fraction)
    case (.setRadius, .step(_, let steps)): setRadius(radiusIndex + Swift.max(-100, Swift.min(100, steps)))
    case (_, .set(let value)): press(action, value, at: now)
    case (_, .drag), (_, .step), (_, .text): break
    }
  }

  private mutating func press(_ action: CoverageAction, _ value: Int, at now: Int64) {
    switch action {
    case .pickTile: pickTile(value)
    case .fetchTile: getTile(at: now)
    case .cancelFetch: stopTile()
    case .placeInMiddle: pinInTheMiddle(at: now)
    case .locate: askForPosition()
    case .selectSite: select(value)
    case .addSite: addSite(at: now)
    case .removeSite: removeSite()
    case .keepBoth: keepBoth(at: now)
    case .chooseModel: chooseModel(value)
    case .chooseArea: chooseArea(value)
    case .chooseClutter: chooseClutter(value)
    case .computeOnServer: chooseServed(value)
    case .includeSurface: chooseStanding(value == 1)
    case .chooseDisplay: chooseDisplay(value)
    case .useSafeColors: isSafe = value == 1
    case .showStreets: showsStreets = value == 1
    case .openMeasured: request(.pick)
    case .removeMeasured: removeMeasured()
    case .calibrate: calibrate(value == 1)
    case .saveMap(let format): saveMap(format)
    case .copyLink: copyLink()
    case .enter, .setRadius: break
    }
  }

  private mutating func pickTile(_ index: Int) {
    guard store.tiles.indices.contains(index), plan == nil || !tileHasPin(index) else { return }
    tileIndex = index
    // Whoever has picked one need not be told how.
    shell.words.dismissToast()
    // One transmitter goes where another tile is picked; several may stand on several tiles.
    if sites.count == 1 {
      plan = nil
      planChanged()
    }
    fitWhole()
  }

  private func tileHasPin(_ number: Int) -> Bool {
    plan.map { store.tiles[number].contains($0.transmitter) } ?? false
  }

  package mutating func pressChip(at now: Int64) { showAll() }

  private mutating func setRadius(at fraction: Double) {
    guard fraction.isFinite else { return }
    let place = Swift.max(0, Swift.min(1, fraction)) * Double(Self.radii.count - 1)
    setRadius(Int(saturating: place.rounded()))
  }

  private mutating func setRadius(_ index: Int) {
    let meters = Self.radii[Swift.max(0, Swift.min(Self.radii.count - 1, index))] * 1000
    change { $0.radiusMeters = meters }
  }

  /// The slider's stop nearest to the radius.
  var radiusIndex: Int {
    let wanted = (plan ?? settings).radiusMeters / 1000
    return Self.radii.indices.min {
      (Self.radii[$0] - wanted).magnitude < (Self.radii[$1] - wanted).magnitude
    } ?? 0
  }

  package var hasContent: Bool { !store.tiles.isEmpty }

  package var waitingText: StaticString { "waiting for terrain" }

  package var offlineText: StaticString { shelf.isShown ? "what is kept here \u{00B7} " : "" }

  /// The open drawer covers the place of the toast.
  package var hidesToast: Bool { isDrawerOpen }

  package func appendOffers(to list: inout ControlListBuilder<CoverageAction>) { appendSiteOffer(to: &list) }

  package func appendChip(to list: inout ControlListBuilder<CoverageAction>, at now: Int64) {
    var quiet = TextWriter()
    guard let plan else {
      quiet.append(tile == nil ? "pick a tile" : "hold to place the transmitter")
      if isSimulated { quiet.append(" \u{00B7} simulated") }
      var strong = TextWriter()
      if let tile {
        strong.append(bytes: tile.name)
      } else {
        strong.append(integer: store.tiles.count)
        strong.append(store.tiles.count == 1 ? " tile" : " tiles")
      }
      return list.chip(.live, strong: strong.bytes, quiet: quiet.bytes)
    }
    quiet.append(bytes: Texts.frequency(plan.frequencyHertz))
    quiet.append(" \u{00B7} ")
    quiet.append(bytes: Texts.radius(plan.radiusMeters))
    if let took = tookMicroseconds {
      quiet.append(" \u{00B7} ")
      quiet.append(integer: Swift.max(1, (took + 500) / 1000))
      quiet.append(" ms")
    }
    appendServed(toChip: &quiet)
    list.chip(
      tookMicroseconds == nil ? .behind : .live, strong: tile?.name ?? Texts.bytes("Terrain"),
      quiet: quiet.bytes)
  }

  var isSimulated: Bool {
    tile?.flags.contains(.simulated) ?? store.tiles.contains { $0.flags.contains(.simulated) }
  }

  /// What a screen reader says.
  package func newReading(at now: Int64) -> [UInt8]? {
    var text = TextWriter()
    if !link.isAnswering { text.append("No connection, ") }
    guard !store.tiles.isEmpty else { return text.bytes }
    text.append("Map of ")
    text.append(integer: store.tiles.count)
    text.append(store.tiles.count == 1 ? " tile" : " tiles")
    if let tile {
      text.append(", ")
      text.append(bytes: tile.name)
    }
    guard let plan else {
      text.append(", no transmitter")
      return text.bytes
    }
    text.append(", transmitter at ")
    text.append(bytes: Texts.place(plan.transmitter))
    if let name = ModelChoice.of((shown?.plan ?? plan).model)?.name {
      text.append(", modelled by ")
      text.append(name)
    }
    for note in modelNotes {
      text.append(", ")
      text.append(bytes: note)
    }
    if !calibrationWords.isEmpty {
      text.append(", ")
      text.append(bytes: calibrationWords)
    }
    if let words = standingWords {
      text.append(", ")
      text.append(words)
    }
    if let reading, let loss = reading.loss {
      text.append(", ")
      text.append(Double(loss) / 100, decimals: 0)
      text.append(" dB loss at ")
      text.append(bytes: Texts.length(reading.lengthMeters))
      appendSureness(of: reading, to: &text)
      for line in groundLines {
        text.append(", ")
        text.append(bytes: line)
      }
    }
    return text.bytes
  }
}
