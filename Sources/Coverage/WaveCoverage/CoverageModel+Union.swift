import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// What was put together of several maps, and what of.
struct UnionPicture: Sendable {
  /// What it is made of: the mode, the sensitivity, and each transmitter's map and power.
  struct Source: Equatable, Sendable {
    var display: CoverageDisplay
    var sensitivity: Int
    var maps: [UInt32]
    var radiated: [Int]
    var isCoarse: Bool
  }

  var source: Source
  var lattice: CoverageLattice
  /// Values of the field, a row after the other.
  var values: [Int16]
  /// Counts pictures, so that the player is told of a new one.
  var revision: UInt32
}

/// What the player has of it.
struct PlayedUnion: Sendable {
  var revision: UInt32 = 0
  var columns = 0
  var rows = 0
  var number: UInt8 = 0
  var low: Int16 = 0
  var high: Int16 = 0
}

/// What several transmitters give together.
extension CoverageModel {
  /// Posts at most: of all maps together, and while a finger moves one of them.
  static let unionPosts = 1_200_000
  static let coarseUnionPosts = 60_000
  /// The player's field.
  static let unionField: UInt32 = 1000

  /// The mode that is shown: with one transmitter there is nothing to put together.
  var effectiveDisplay: CoverageDisplay {
    if display == .sureness { return offersSureness ? .sureness : .level }
    return sites.count > 1 || display == .loss ? display : .level
  }

  /// Whether losses are shown, not levels.
  var showsLoss: Bool { effectiveDisplay == .loss }

  /// Whether the colours are of all transmitters.
  var isUnion: Bool {
    switch effectiveDisplay {
    case .loss, .level, .sureness: false
    case .strongest, .server, .overlap: true
    }
  }

  func appendDisplays(to list: inout ControlListBuilder<CoverageAction>) {
    defer { appendSurenessReason(to: &list) }
    guard sites.count > 1 else { return appendDisplaysOfOne(to: &list) }
    var names: [[UInt8]] = []
    for name in ["Loss of ", "Level of "] as [StaticString] {
      names.append(Texts.bytes(name) + [CoverageSite.letter(selectedSite)])
    }
    names += [Texts.bytes("Strongest"), Texts.bytes("Best server"), Texts.bytes("Overlap")]
    if offersSureness { names.append(Texts.bytes("How sure of ") + [CoverageSite.letter(selectedSite)]) }
    list.choices(.chooseDisplay, label: "Shown", options: names, selected: effectiveDisplay.rawValue)
  }

  /// Draws what all maps give together, put together anew where one of them or a power is another.
  mutating func drawUnion(into list: inout DrawList) {
    updateUnion()
    guard let union else { return }
    let field = Self.unionField
    let lattice = union.lattice
    if playedUnion.columns != lattice.columnCount || playedUnion.rows != lattice.rowCount {
      list.createField(field, columns: lattice.columnCount, rows: lattice.rowCount)
      playedUnion = PlayedUnion(columns: lattice.columnCount, rows: lattice.rowCount)
    }
    if playedUnion.revision != union.revision {
      for row in 0..<lattice.rowCount {
        let first = row * lattice.columnCount
        list.fieldRow(field, row: row, values: union.values[first..<(first + lattice.columnCount)])
      }
      playedUnion.revision = union.revision
    }
    colorUnion(field, into: &list)
    let bounds = screen.bounds
    list.beginLayer(LayerID.coverage, bounds: bounds)
    // Between two servers there is no third: only posts that are smaller than a pixel are blended.
    let across = lattice.longitudeStepDegrees / 360 * view.pixelsPerWorld
    list.smoothing(effectiveDisplay == .strongest || across < 1)
    drawField(
      field, north: lattice.northWest.latitudeDegrees, west: lattice.northWest.longitudeDegrees,
      latitudeStep: lattice.latitudeStepDegrees, longitudeStep: lattice.longitudeStepDegrees,
      rows: lattice.rowCount, columns: lattice.columnCount, isAlone: true, into: &list)
    list.endLayer(bounds: bounds)
  }

  private mutating func colorUnion(_ field: UInt32, into list: inout DrawList) {
    var (number, low, high) = (CoveragePalette.servers, Int16(0), Int16(255))
    switch effectiveDisplay {
    case .server: break
    case .overlap: number = CoveragePalette.overlap(of: sites.count)
    default:
      // As losses would be at 0 dBm: from 60 dB over what is needed down to 20 dB below it.
      let edge = -budget.sensitivityDecibelMilliwatts * 100
      func held(_ value: Double) -> Int16 { Int16(saturating: Swift.max(-32_000, Swift.min(32_000, value))) }
      let map = isSafe ? ColorMap.levelSafe : .level
      (number, low, high) = (map.rawValue, held(edge - 6000), held(edge + 2000))
    }
    guard playedUnion.number != number || playedUnion.low != low || playedUnion.high != high else { return }
    (playedUnion.number, playedUnion.low, playedUnion.high) = (number, low, high)
    list.fieldColors(field, number: number, low: low, high: high)
  }

  /// Puts the maps together, if one of them, a power or the mode has changed.
  private mutating func updateUnion() {
    let maps = sites.map { $0.shown?.picturedRevision ?? 0 }
    let isMoving = sites.contains { $0.shown?.isCoarse == true }
    let source = UnionPicture.Source(
      display: effectiveDisplay, sensitivity: Self.hundredths(budget.sensitivityDecibelMilliwatts),
      maps: maps, radiated: sites.indices.map { Self.hundredths(radiated(of: $0)) }, isCoarse: isMoving)
    guard union?.source != source else { return }
    guard
      let lattice = CoverageLattice(
        covering: sites.compactMap { $0.shown?.pictured },
        postLimit: isMoving ? Self.coarseUnionPosts : Self.unionPosts)
    else { return union = nil }
    var sum = CoverageUnion(over: lattice, sensitivity: source.sensitivity)
    for (index, site) in sites.enumerated() {
      // One without a map keeps its number.
      sum.add(site.shown?.pictured ?? .empty, radiated: source.radiated[index])
    }
    mapCount += 1
    union = UnionPicture(
      source: source, lattice: lattice, values: Self.values(of: sum, for: source.display), revision: mapCount)
  }

  static func hundredths(_ decibels: Double) -> Int {
    Int(saturating: (Swift.max(-1000, Swift.min(1000, decibels)) * 100).rounded())
  }

  private static func values(of union: CoverageUnion, for display: CoverageDisplay) -> [Int16] {
    switch display {
    case .server:
      return union.servers.indices.map { post in
        union.server(at: post).map { Int16(truncatingIfNeeded: $0) } ?? FieldPainter.gap
      }
    case .overlap:
      return union.reachCounts.map { $0 == 0 ? FieldPainter.gap : Int16($0) }
    default:
      return union.levels.map { $0 == CoverageUnion.nothing ? FieldPainter.gap : -$0 }
    }
  }

  // MARK: - A point

  /// The loss at the post nearest to a place; nil where a transmitter's map has none.
  func loss(at place: Coordinate, of site: Int) -> Int16? {
    sites.indices.contains(site) ? sites[site].shown?.pictured.loss(at: place) : nil
  }

  /// The level at a place, 0.01 dBm; nil where a transmitter's map has none.
  func level(at place: Coordinate, of site: Int) -> Int? {
    loss(at: place, of: site).map { Self.hundredths(radiated(of: site)) - Int($0) }
  }

  /// How far a loss leaves a transmitter's level above what receivers need, dB: 0 or more is enough, as the
  /// map counts it.
  func margin(ofLoss loss: Int16, from site: Int) -> Double {
    let needed = Self.hundredths(budget.sensitivityDecibelMilliwatts)
    return Double(Self.hundredths(radiated(of: site)) - Int(loss) - needed) / 100
  }

  /// The transmitter that a point is read of: the selected one, or where all are shown together the
  /// strongest.
  func readingSite(at place: Coordinate) -> Int {
    guard isUnion else { return selectedSite }
    var best: (site: Int, level: Int)?
    for site in sites.indices {
      guard let level = level(at: place, of: site) else { continue }
      if best.map({ level > $0.level }) ?? true { best = (site, level) }
    }
    return best?.site ?? selectedSite
  }

  /// The plan of that transmitter; nil where none stands.
  func readingPlan(at place: Coordinate) -> CoveragePlan? {
    let site = readingSite(at: place)
    return sites.indices.contains(site) ? sites[site].plan : nil
  }

  /// Whose signal a point's is, behind how far it is.
  func appendServer(_ reading: CoverageReading, to text: inout TextWriter) {
    guard sites.count > 1 else { return }
    text.append(" from ")
    text.append(ascii: CoverageSite.letter(reading.site))
  }

  /// How many of the others reach a point.
  func appendOthers(_ reading: CoverageReading, to text: inout TextWriter) {
    guard isUnion else { return }
    let needed = Self.hundredths(budget.sensitivityDecibelMilliwatts)
    let count = sites.indices.count(where: { site in
      site != reading.site && (level(at: reading.place, of: site).map { $0 >= needed } ?? false)
    })
    text.append(" \u{00B7} ")
    if count == 0 {
      text.append("no other reaches")
    } else {
      text.append(integer: count)
      text.append(count == 1 ? " other reaches" : " others reach")
    }
  }
}

extension CoverageMap {
  /// A map without posts.
  fileprivate static let empty = CoverageMap(
    northWest: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), latitudeStepDegrees: 1,
    longitudeStepDegrees: 1)
}
