import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// The control whose last input was refused, and the reason.
struct InputRefusal: Equatable, Sendable {
  let action: CoverageAction
  let text: [UInt8]
}

/// Builds the drawer's controls in the order in which users need them: tiles, then the transmitter, then the
/// map's parameters.
struct CoverageDrawer: Sendable {
  typealias List = ControlListBuilder<CoverageAction>

  let sites: Sites
  /// The quantity that the map's colours show.
  let display: CoverageDisplay
  /// Whether a tile is picked.
  let hasTile: Bool
  let refusal: InputRefusal?

  private var letter: UInt8 { CoverageSite.letter(sites.selected) }

  /// Appends the reason below a control whose input was refused.
  func appendRefusal(of action: CoverageAction, to list: inout List) {
    guard let refusal, refusal.action == action else { return }
    list.fact(label: "Not taken", text: refusal.text)
  }

  /// Appends a number field.
  func appendNumber(
    _ field: CoverageField, _ label: StaticString, _ value: Double, _ unit: StaticString, to list: inout List
  ) {
    list.field(.enter(field), label: label, text: Texts.number(value, decimals: 2), unit: unit)
    appendRefusal(of: .enter(field), to: &list)
  }

  // MARK: - Display

  /// Appends the control for choosing the quantity that the colours show.
  func appendDisplays(to list: inout List) {
    guard sites.plan != nil else { return }
    let offersSureness = sites.offersSureness
    if sites.list.count > 1 {
      var names: [[UInt8]] = []
      for name in ["Loss of ", "Level of "] as [StaticString] { names.append(Texts.bytes(name) + [letter]) }
      names += [Texts.bytes("Strongest"), Texts.bytes("Best server"), Texts.bytes("Overlap")]
      if offersSureness { names.append(Texts.bytes("How sure of ") + [letter]) }
      list.choices(.chooseDisplay, label: "Shown", options: names, selected: display.rawValue)
    } else {
      var options: [StaticString] = ["Path loss", "Received level"]
      if offersSureness { options.append("How sure") }
      list.segments(
        .chooseDisplay, label: "Shown", options: options,
        selected: display == .sureness ? 2 : display.rawValue)
    }
    guard !offersSureness else { return }
    list.fact(
      label: "How sure",
      words: "told by the learned models alone: no other says how far off it may be")
  }

  // MARK: - The ground

  /// Appends the controls for picking a tile and downloading the missing one.
  ///
  /// - Parameters:
  ///   - store: The known tiles.
  ///   - fetch: The state of the downloads.
  ///   - cell: The tile that the server would download; nil if there is none.
  ///   - list: Receives the controls.
  func appendTiles(_ store: TerrainStore, _ fetch: TileFetch, cell: TerrainCell?, to list: inout List) {
    list.choices(
      .pickTile, label: "Tile", options: store.tiles.prefix(60).map { $0.name }, selected: store.picked,
      style: .names)
    guard let source = fetch.source else { return }
    if let running = fetch.running {
      list.fact(label: "Coming", text: TileFetch.text(running))
      list.button(.cancelFetch, label: "Stop that")
    } else if let cell {
      list.button(.fetchTile, label: Texts.bytes("Get the tile here, ") + cell.name)
      list.fact(label: "From", text: source)
    }
  }

  /// Appends the toggle for trees and roofs, the share of the map that they cover, and the reasons why
  /// surface models are not used.
  func appendSurfaces(_ surfaces: SurfaceModels, on tiles: [TerrainDescription], to list: inout List) {
    if surfaces.isAvailable {
      list.toggle(.includeSurface, label: "Trees and roofs", isOn: surfaces.isOn)
      var text: TextWriter = "where they are outlined; elsewhere the ground counts"
      let model = sites.nextPlan.model
      if !model.meetsSurface {
        text = "\(ModelChoice.of(model)?.name ?? "") knows the ground alone"
      } else if !surfaces.isOn {
        text = "left out: rays meet the ground alone"
      } else if let share = sites.shown?.surfaceShare {
        let percent =
          share > 0 && share < 1 ? Swift.max(1, Swift.min(99, (100 * share).rounded())) : 100 * share
        text = "known for \(percent, decimals: 0) % of the map; elsewhere the ground counts"
      }
      list.fact(label: "They are", text: text.bytes)
    }
    let limit = 6
    var (count, more) = (0, 0)
    for part in surfaces.parts {
      let isOnTile = tiles.contains {
        part.touches(
          north: $0.northDegrees, west: $0.westDegrees, south: $0.southDegrees, east: $0.eastDegrees)
      }
      let why = !part.isUsed ? part.fault : isOnTile ? [] : Texts.bytes("lies where no tile is")
      guard !why.isEmpty else { continue }
      guard count < limit else {
        more += 1
        continue
      }
      list.fact(label: "Not used", text: part.name + Texts.bytes(": ") + why)
      count += 1
    }
    guard more > 0 else { return }
    list.fact(label: "Not used", words: "\(more) more, as the server told when it was started")
  }

  /// Appends the toggle for the street map.
  func appendStreets(_ streets: StreetPictures, isShown: Bool, to list: inout List) {
    guard let source = streets.source else { return }
    list.toggle(.showStreets, label: "Street map", isOn: isShown)
    guard isShown else { return }
    list.fact(
      label: streets.hasFailed ? "Cannot be had" : "Its pictures",
      text: streets.hasFailed
        ? Texts.bytes("offline, or their server does not answer; they are tried again") : source.attribution)
  }

  // MARK: - The transmitters

  /// Appends the selected transmitter's position.
  func appendTransmitter(_ position: DevicePosition, to list: inout List) {
    list.heading(label: "Transmitter")
    guard hasTile else {
      return list.fact(label: "First", words: "Pick a tile: tap it, or choose it above")
    }
    let plan = sites.plan
    list.button(
      .placeInMiddle, label: plan == nil ? "Put it in the middle of the map" : "Move it to the middle",
      style: plan == nil ? .next : .plain)
    list.words(
      .enter(.place), label: Texts.bytes("Latitude, longitude"),
      text: plan.map { Texts.place($0.transmitter) } ?? [], style: .line)
    appendRefusal(of: .enter(.place), to: &list)
    list.button(.locate, label: position == .awaited ? "Asking where this device is \u{2026}" : "Where I am")
    if case .known(let meters) = position {
      list.fact(label: "Position", text: Texts.bytes("known to ") + Texts.length(meters))
    }
    appendRefusal(of: .locate, to: &list)
  }

  /// Appends the controls for selecting, adding and removing transmitters.
  func appendSites(to list: inout List) {
    guard !sites.list.isEmpty else { return }
    if sites.list.count > 1 {
      list.choices(
        .selectSite, label: "Selected", options: sites.list.indices.map { [CoverageSite.letter($0)] },
        selected: sites.selected, style: .letters)
    }
    if sites.list.count < CoverageSite.limit { list.button(.addSite, label: "Add another") }
    let name = sites.list.count > 1 ? [letter] : Texts.bytes("it")
    list.button(.removeSite, label: TextWriter("Remove \(name)").bytes)
  }

  // MARK: - The map as a file

  /// Appends the buttons that save the map and copy the link to it.
  func appendExports(isLinkCopied: Bool, to list: inout List) {
    guard sites.plan != nil else { return }
    list.heading(label: "Keep the map")
    list.fact(
      label: "Holds",
      text: Texts.bytes(MapFile.holds(display))
        + (sites.list.count > 1
          ? Texts.bytes(" of ") + [letter] : Texts.bytes(display == .sureness ? "" : ", as shown"))
        + Texts.bytes(sites.shown?.calibrated == nil ? "" : ", calibrated"))
    for format in MapFormat.allCases {
      list.button(.saveMap(format), label: format.label)
      appendRefusal(of: .saveMap(format), to: &list)
    }
    list.button(.copyLink, label: isLinkCopied ? "Link copied" : "Copy link")
    appendRefusal(of: .copyLink, to: &list)
  }

  /// Appends the list of gestures.
  static func appendGestures(to list: inout List) {
    list.gestures(
      label: "With your fingers",
      [
        ("Drag, pinch", "move and scale the map"), ("Hold", "put the transmitter there"),
        ("Drag the pin", "the map follows"), ("Drag the circle", "the radius"),
        ("Tap in the circle", "the path to that point"),
        ("Drag an end of its line", "the path between any two places"), ("Double tap", "the whole"),
      ])
  }
}

extension CoverageDrawer.List {
  /// Appends a fact whose text can have values in it.
  mutating func fact(label: StaticString, words: TextWriter) { fact(label: label, text: words.bytes) }
}
