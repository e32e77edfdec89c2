import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

/// The selected transmitter's map for export, in the formats that `waveglass cover` writes.
struct MapFile: Sendable {
  /// The contents of an exported file.
  enum Content: Sendable {
    /// The complete file.
    case whole([UInt8])
    /// A table that is written in parts.
    case table(TableExport)
  }

  let shown: ShownMap
  let sites: Sites
  /// The quantity that the map's colours show.
  let display: CoverageDisplay
  /// The colour scale of the map.
  let colors: CoverageColors

  private var showsLoss: Bool { display == .loss }
  private var isCalibrated: Bool { shown.calibrated != nil }

  /// Returns whether a file in this format contains reception probabilities; other files contain decibels.
  private func hasSureness(_ format: MapFormat) -> Bool {
    display == .sureness && (format == .png || format == .kmz)
  }

  // MARK: - File names

  /// Returns the file's name, such as `loss_915MHz_8km_46.81000N_10.12000E.tif`.
  func name(as format: MapFormat) -> [UInt8] { stem(as: format) + Texts.bytes(format.ending) }

  private func stem(as format: MapFormat) -> [UInt8] {
    let (plan, place) = (shown.plan, shown.plan.transmitter)
    let content: StaticString = showsLoss ? "loss" : hasSureness(format) ? "sure" : "level"
    let frequency = Texts.frequency(plan.frequencyHertz).filter { $0 != 0x20 }
    var text: TextWriter = isCalibrated ? "calibrated_" : ""
    text += "\(content)_\(frequency)_\(Texts.number(plan.radiusMeters / 1000, decimals: 3))km_"
    let east = place.longitudeDegrees.remainder(dividingBy: 360)
    text += "\(place.latitudeDegrees.magnitude, decimals: 5)\(place.latitudeDegrees < 0 ? "S" : "N")_"
    text += "\(east.magnitude, decimals: 5)\(east < 0 ? "W" : "E")"
    return text.bytes
  }

  // MARK: - File contents

  /// Returns the contents of the file.
  func content(as format: MapFormat) -> Content {
    let isSureness = hasSureness(format)
    var grid = isSureness ? surenessGrid : grid(of: shown.pictured)
    grid.note = Self.note(of: shown.plan)
    if isCalibrated, let made = sites.list[sites.selected].calibration?.made {
      grid.note += Texts.bytes("; ") + made.note
    }
    switch format {
    case .geoTIFF: return .whole(grid.geoTIFF())
    case .png:
      let stem = stem(as: format)
      var zip = ZipWriter()
      zip.add(stem + Texts.bytes(".png"), picture(of: grid))
      zip.add(stem + Texts.bytes(".pgw"), grid.worldFile())
      return .whole(zip.archive())
    case .kmz:
      let image = Texts.bytes("map.png")
      var zip = ZipWriter()
      zip.add(Texts.bytes("doc.kml"), grid.kml(name: title(isSureness: isSureness), picture: image))
      zip.add(image, picture(of: grid))
      return .whole(zip.archive())
    case .geoJSON:
      // One contour every 10 dB: losses over the range of the colour scale, levels from -130 to -40 dBm.
      let levels: [Int16] = (0..<15).map { Int16(5000 + 1000 * $0) }
      return .whole(grid.geoJSON(levels: showsLoss ? levels : levels[..<10].map { $0 - 18_000 }))
    case .csv:
      var column = Texts.bytes(showsLoss ? "loss_dB" : "level_dBm")
      if isCalibrated { column += Texts.bytes("_calibrated") }
      return .table(TableExport(grid, column: column))
    }
  }

  /// Returns the note stored in a file, which states the model and its clutter.
  static func note(of plan: CoveragePlan) -> [UInt8] {
    var text: TextWriter = "modelled by \(ModelChoice.of(plan.model)?.name ?? "")"
    if plan.clutterMeters > 0 { text += " with clutter: \(plan.clutter.name)" }
    return text.bytes
  }

  /// Returns the title that Earth browsers show for the image.
  private func title(isSureness: Bool) -> [UInt8] {
    let content: StaticString = showsLoss ? "path loss" : isSureness ? "chance of reception" : "level"
    let (frequency, radius) = (
      Texts.frequency(shown.plan.frequencyHertz), Texts.radius(shown.plan.radiusMeters)
    )
    return TextWriter(
      "Modelled \(content), \(frequency), \(radius)\(isCalibrated ? ", calibrated" : "")"
    ).bytes
  }

  /// Returns the received level in units of 0.01 dBm for a given loss.
  private func level(_ loss: Int16) -> Int16 {
    let power = Int(saturating: (sites.budget.radiatedDecibelMilliwatts * 100).rounded())
    return Int16(Swift.max(-32_767, Swift.min(32_767, power - Int(loss))))
  }

  /// Returns the displayed values at the map's posts, which are losses or levels.
  func grid(of map: CoverageMap) -> MapGrid { showsLoss ? MapGrid(map) : MapGrid(map) { level($0) } }

  /// The reception probability in whole percent at all posts of the map.
  private var surenessGrid: MapGrid {
    let shares = ReachShares(
      shown.map, calibrated: shown.calibrated, of: shown.plan, headroom: sites.headroom, postLimit: .max)
    return MapGrid(shares.lattice, values: shares.percents)
  }

  /// Returns the map as a PNG image in the colours of the screen.
  private func picture(of grid: MapGrid) -> [UInt8] {
    switch display {
    case .sureness:
      let entries = CoveragePalette.surenessEntries
      return grid.png(palette: entries, low: 0, high: Int16(entries.count))
    case .loss: return grid.png(palette: colors.map.entries, low: colors.low, high: colors.high)
    default:
      return grid.png(
        palette: colors.map.entries.reversed(), low: level(colors.high), high: level(colors.low))
    }
  }

  /// Describes the values in a file that is exported while the given quantity is displayed.
  static func holds(_ display: CoverageDisplay) -> StaticString {
    switch display {
    case .loss: "path loss"
    case .sureness: "pictures how sure, other files received level"
    default: "received level"
    }
  }
}
