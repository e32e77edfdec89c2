import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
package import WaveInteraction
import WavePropagation
import WaveUnits

/// Numbers of the controls in the drawer.
enum ControlID {
  static let tile: UInt8 = 1
  static let pin: UInt8 = 2
  static let place: UInt8 = 3
  static let display: UInt8 = 4
  static let frequency: UInt8 = 5
  static let radius: UInt8 = 6
  static let transmitterHeight: UInt8 = 7
  static let receiverHeight: UInt8 = 8
  static let power: UInt8 = 9
  static let sensitivity: UInt8 = 10
  static let safe: UInt8 = 12
  static let model: UInt8 = 13
  static let streets: UInt8 = 14
  static let area: UInt8 = 15
  static let time: UInt8 = 16
  static let places: UInt8 = 17
  static let clutter: UInt8 = 18
  static let firstExport: UInt8 = 30
  static let lastExport: UInt8 = 34
  static let copyLink: UInt8 = 35
  static let locate: UInt8 = 36
  static let getTile: UInt8 = 37
  static let stopTile: UInt8 = 38
  static let typedRadius: UInt8 = 39
  static let gestures: UInt8 = 23
  static let site: UInt8 = 45
  static let addSite: UInt8 = 46
  static let removeSite: UInt8 = 47
  static let keepBoth: UInt8 = 48
  static let pickMeasured: UInt8 = 49
  static let removeMeasured: UInt8 = 50
  static let measuredFloor: UInt8 = 51
  static let calibrate: UInt8 = 52
  static let standing: UInt8 = 55
  static let computedBy: UInt8 = 67
  static let firstFact: UInt8 = 60
  static let firstMeasured: UInt8 = 150
  static let firstCalibration: UInt8 = 200
  static let exports: UInt8 = 130
  static let position: UInt8 = 133
  static let fetching: UInt8 = 135
  static let sureness: UInt8 = 210
  static let served: UInt8 = 216
  static let standingFacts: UInt8 = 220
}

extension CoverageModel {
  /// Radii of the slider, km.
  static let radii: [Double] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100]

  package mutating func control(_ id: UInt8, _ value: Int, at now: Int64) {
    switch id {
    case ControlID.tile:
      guard store.tiles.indices.contains(value), plan == nil || !tileHasPin(value) else { return }
      tileIndex = value
      // Whoever has picked one need not be told how.
      shell.words.dismissToast()
      // One transmitter goes where another tile is picked; several may stand on several tiles.
      if sites.count == 1 {
        plan = nil
        planChanged()
      }
      fitWhole()
    case ControlID.pin: pinInTheMiddle(at: now)
    case ControlID.display: chooseDisplay(value)
    case ControlID.model: chooseModel(value)
    case ControlID.area: chooseArea(value)
    case ControlID.clutter: chooseClutter(value)
    case ControlID.computedBy: chooseServed(value)
    case ControlID.streets: showsStreets = value == 1
    case ControlID.standing: chooseStanding(value == 1)
    case ControlID.safe: isSafe = value == 1
    case ControlID.firstExport...ControlID.lastExport: keepMap(id)
    case ControlID.copyLink: copyLink()
    case ControlID.locate: askForPosition()
    case ControlID.getTile: getTile(at: now)
    case ControlID.stopTile: stopTile()
    default: siteControl(id, value, at: now)
    }
  }

  private func tileHasPin(_ number: Int) -> Bool {
    plan.map { store.tiles[number].contains($0.transmitter) } ?? false
  }

  package mutating func pressChip(at now: Int64) { showAll() }

  package mutating func controlTouch(
    _ id: UInt8, _ phase: Touch.Phase, fraction: Double, distance: Double, at now: Int64
  ) {
    guard id == ControlID.radius, fraction.isFinite else { return }
    let place = Swift.max(0, Swift.min(1, fraction)) * Double(Self.radii.count - 1)
    setRadius(Int(saturating: place.rounded()))
  }

  package mutating func controlStep(_ id: UInt8, thumb: Int, steps: Int, at now: Int64) {
    guard id == ControlID.radius else { return }
    setRadius(radiusIndex + Swift.max(-100, Swift.min(100, steps)))
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

  package mutating func controlText(_ id: UInt8, _ text: [UInt8], at now: Int64) {
    refusal = nil
    switch id {
    case ControlID.place: typePlace(text)
    case ControlID.typedRadius: typeRadius(text)
    case ControlID.frequency:
      let prefix = FrequencyText.prefix(forHertz: (plan ?? settings).frequencyHertz)
      guard let hertz = FrequencyText.hertz(from: text, factor: prefix.factor) else {
        return refuse(id, "That is no frequency. Write 915 MHz or 2.4 GHz.")
      }
      guard hertz > 0 else { return refuse(id, "A frequency is above zero. Write 915 MHz or 2.4 GHz.") }
      guard hertz >= 1e6, hertz <= 100e9 else {
        return refuse(id, "Frequencies go from 1 MHz to 100 GHz.")
      }
      change { $0.frequencyHertz = hertz }
    case ControlID.transmitterHeight, ControlID.receiverHeight:
      guard let meters = number(id, text) else { return }
      guard meters > 0, meters <= 3000 else {
        return refuse(id, "Antennas are above 0 m and up to 3000 m high.")
      }
      change { plan in
        if id == ControlID.transmitterHeight {
          plan.transmitterHeightMeters = meters
        } else {
          plan.receiverHeightMeters = meters
        }
      }
    case ControlID.time, ControlID.places:
      guard let percent = number(id, text) else { return }
      guard takePercent(id, percent) else {
        return refuse(id, "Shares of time go from 1 to 50 %, of places from 1 to 99 %.")
      }
    case ControlID.power:
      guard let level = number(id, text) else { return }
      guard level.magnitude <= 120 else { return refuse(id, "Power goes from \u{2212}120 to 120 dBm.") }
      budget.radiatedDecibelMilliwatts = level
    case ControlID.sensitivity:
      guard let level = number(id, text) else { return }
      guard level >= -200, level <= 50 else {
        return refuse(id, "Sensitivity goes from \u{2212}200 to 50 dBm.")
      }
      budget.sensitivityDecibelMilliwatts = level
    case ControlID.measuredFloor: typeFloor(text)
    default: return
    }
  }

  private mutating func number(_ id: UInt8, _ text: [UInt8]) -> Double? {
    guard let (value, rest) = NumberText.prefix(of: text), value.isFinite,
      rest.allSatisfy({ $0 == 0x20 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else {
      refuse(id, "That is no number.")
      return nil
    }
    return value
  }

  private mutating func typePlace(_ text: [UInt8]) {
    guard let place = Texts.place(from: text) else {
      return refuse(ControlID.place, "Write latitude and longitude in degrees: 46.81, 10.12.")
    }
    guard store.tiles.contains(where: { $0.contains(place) }) else {
      missTile(at: place)
      return refuse(ControlID.place, "There is no tile there.")
    }
    putPin(at: place)
    fitWhole()
  }

  mutating func refuse(_ id: UInt8, _ text: StaticString) { refusal = (id, Texts.bytes(text)) }

  package var hasContent: Bool { !store.tiles.isEmpty }

  package var waitingText: StaticString { "waiting for terrain" }

  package var offlineText: StaticString { shelf.isShown ? "what is kept here \u{00B7} " : "" }

  /// The drawer lies where it is said.
  package var hidesToast: Bool { isDrawerOpen }

  package func appendOffers(to list: inout ControlList) { appendSiteOffer(to: &list) }

  package func appendChip(to list: inout ControlList, at now: Int64) {
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
