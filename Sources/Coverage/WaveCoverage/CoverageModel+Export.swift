import WaveDisplay
public import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

/// A table of posts that is kept part by part: as a whole it would take more memory than all else.
struct TableRest: Sendable {
  var grid: MapGrid
  var column: [UInt8]
  /// The first row that is still to be written.
  var row = 0
}

/// The map as a file: what `waveglass cover` writes, of what is shown.
extension CoverageModel {
  /// Rows of posts that are written as text at once.
  private static let rowsAtOnce = 16

  func appendExports(to list: inout ControlListBuilder<CoverageAction>) {
    guard plan != nil else { return }
    list.heading(label: "Keep the map")
    list.fact(
      label: "Holds",
      text: Texts.bytes(showsLoss ? "path loss" : showsSureness ? Self.surenessFiles : "received level")
        + (sites.count > 1
          ? Texts.bytes(" of ") + [CoverageSite.letter(selectedSite)]
          : Texts.bytes(showsSureness ? "" : ", as shown"))
        + Texts.bytes(shown?.calibrated == nil ? "" : ", calibrated"))
    for format in MapFormat.allCases {
      list.button(.saveMap(format), label: format.label)
      appendRefusal(of: .saveMap(format), to: &list)
    }
    appendLink(to: &list)
  }

  /// Saves the map as a file.
  mutating func saveMap(_ format: MapFormat) {
    refusal = nil
    refreshCalibration()
    guard let shown, !shown.isCoarse, shown.plan == plan else {
      return refuse(.saveMap(format), "The map is still being computed. Try again in a moment.")
    }
    // Percentages are kept as pictures; what has decibels in it keeps decibels.
    let isSureness = showsSureness && (format == .png || format == .kmz)
    var grid = isSureness ? surenessGrid(of: shown) : grid(of: shown.pictured)
    grid.note = exportNote(of: shown.plan)
    if shown.calibrated != nil, let made = sites[selectedSite].calibration?.made {
      grid.note += Texts.bytes("; ") + made.note
    }
    let stem = stem(of: shown.plan, isSureness: isSureness)
    var name = TextWriter()
    name.append(bytes: stem)
    name.append(format.ending)
    request(.file(.name(name.bytes)))
    switch format {
    case .geoTIFF: request(.file(.save(grid.geoTIFF(), isLast: true)))
    case .png:
      var zip = ZipWriter()
      zip.add(stem + Texts.bytes(".png"), picture(of: grid))
      zip.add(stem + Texts.bytes(".pgw"), grid.worldFile())
      request(.file(.save(zip.archive(), isLast: true)))
    case .kmz:
      var title = TextWriter()
      title.append(
        showsLoss
          ? "Modelled path loss, " : isSureness ? "Modelled chance of reception, " : "Modelled level, ")
      title.append(bytes: Texts.frequency(shown.plan.frequencyHertz))
      title.append(", ")
      title.append(bytes: Texts.radius(shown.plan.radiusMeters))
      if shown.calibrated != nil { title.append(", calibrated") }
      let image = Texts.bytes("map.png")
      var zip = ZipWriter()
      zip.add(Texts.bytes("doc.kml"), grid.kml(name: title.bytes, picture: image))
      zip.add(image, picture(of: grid))
      request(.file(.save(zip.archive(), isLast: true)))
    case .geoJSON:
      // Every 10 dB of what the eye is shown of a loss, and of levels from -130 to -40 dBm.
      let levels: [Int16] = (0..<15).map { Int16(5000 + 1000 * $0) }
      let lines = showsLoss ? levels : levels[..<10].map { $0 - 18_000 }
      request(.file(.save(grid.geoJSON(levels: lines), isLast: true)))
    case .csv:
      var column = Texts.bytes(showsLoss ? "loss_dB" : "level_dBm")
      if shown.calibrated != nil { column += Texts.bytes("_calibrated") }
      table = TableRest(grid: grid, column: column)
      keepRows()
    }
  }

  /// What a file says of its map: the model, and its clutter.
  func exportNote(of plan: CoveragePlan) -> [UInt8] {
    var text = TextWriter()
    text.append("modelled by ")
    if let name = ModelChoice.of(plan.model)?.name { text.append(name) }
    if plan.clutterMeters > 0 {
      text.append(" with clutter: ")
      text.append(plan.clutter.name)
    }
    return text.bytes
  }

  /// Whether a file goes on (`keepMore`).
  public var hasMoreToKeep: Bool { table != nil }

  /// Goes on with a file that is kept part by part.
  ///
  /// - Returns: The next part.
  public mutating func keepMore() -> [Effect] {
    shell.beginEffects()
    keepRows()
    return shell.effects
  }

  private mutating func keepRows() {
    guard var rest = table else { return }
    let end = Swift.min(rest.grid.rowCount, rest.row + Self.rowsAtOnce)
    let isLast = end == rest.grid.rowCount
    request(.file(.save(rest.grid.csv(column: rest.column, rows: rest.row..<end), isLast: isLast)))
    rest.row = end
    table = isLast ? nil : rest
  }

  /// What is radiated, 0.01 dBm.
  private var power: Int { Int(saturating: (budget.radiatedDecibelMilliwatts * 100).rounded()) }

  /// The posts' values as they are shown: losses, or levels.
  func grid(of map: CoverageMap) -> MapGrid {
    guard !showsLoss else { return MapGrid(map) }
    let power = power
    return MapGrid(map) { loss in Int16(Swift.max(-32_767, Swift.min(32_767, power - Int(loss)))) }
  }

  /// The picture in the colours of the screen.
  private func picture(of grid: MapGrid) -> [UInt8] {
    guard !showsSureness else { return surenessPicture(of: grid) }
    let colors = colors
    guard !showsLoss else {
      return grid.png(palette: colors.map.entries, low: colors.low, high: colors.high)
    }
    func level(_ loss: Int16) -> Int16 {
      Int16(Swift.max(-32_767, Swift.min(32_767, power - Int(loss))))
    }
    return grid.png(
      palette: colors.map.entries.reversed(), low: level(colors.high), high: level(colors.low))
  }

  /// The file's name without its ending, such as `loss_915MHz_8km_46.81000N_10.12000E`.
  private func stem(of plan: CoveragePlan, isSureness: Bool) -> [UInt8] {
    var text = TextWriter()
    if shown?.calibrated != nil { text.append("calibrated_") }
    text.append(showsLoss ? "loss_" : isSureness ? "sure_" : "level_")
    text.append(bytes: Texts.frequency(plan.frequencyHertz).filter { $0 != 0x20 })
    text.append("_")
    text.append(bytes: Texts.number(plan.radiusMeters / 1000, decimals: 3))
    text.append("km_")
    let place = plan.transmitter
    let east = place.longitudeDegrees.remainder(dividingBy: 360)
    text.append(place.latitudeDegrees.magnitude, decimals: 5)
    text.append(place.latitudeDegrees < 0 ? "S_" : "N_")
    text.append(east.magnitude, decimals: 5)
    text.append(east < 0 ? "W" : "E")
    return text.bytes
  }
}
