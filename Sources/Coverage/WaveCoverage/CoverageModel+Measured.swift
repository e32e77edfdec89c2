import WaveDisplay
public import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

/// Points of a file, and how they differ from what is shown.
struct MeasuredLayer: Sendable {
  var points: MeasuredPoints
  /// Where they are in the world, in 2^-32 of it: about a centimetre.
  var worldX: [UInt32]
  var worldY: [UInt32]
  /// Levels below it are left out, 0.01 dBm.
  var floor: Int?
  /// Numbers of the newest comparison, and what it was made of.
  var residuals = CoverageResiduals()
  var source: Source?

  /// What points are compared with.
  struct Source: Equatable, Sendable {
    var isUnion: Bool
    var maps: [UInt32]
    var radiated: [Int]
    var floor: Int?
  }

  init(_ points: MeasuredPoints) {
    self.points = points
    floor = points.floor
    func whole(_ world: Double) -> UInt32 {
      UInt32(saturating: Swift.max(0, Swift.min(4_294_967_295, world * 4_294_967_296)))
    }
    worldX = (0..<points.count).map { whole(Double(points.longitudes[$0]) / 3_600_000_000 + 0.5) }
    worldY = (0..<points.count).map {
      whole(MercatorView.worldY(ofLatitude: Double(points.latitudes[$0]) / 1e7))
    }
  }
}

/// Measured points over the map.
extension CoverageModel {
  /// Bytes of a file that the page may bring.
  public static let fileByteLimit = MeasuredFile.byteLimit

  /// Takes a file that the user has picked.
  ///
  /// - Parameters:
  ///   - bytes: All of it.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func receive(file bytes: [UInt8], at now: Int64) -> [Effect] {
    perform(at: now) { model in
      do throws(TerrainFormatError) {
        model.show(try MeasuredFile.points(bytes.span), at: now)
      } catch {
        model.alertText = Self.text(of: error)
      }
    }
  }

  private mutating func show(_ points: MeasuredPoints, at now: Int64) {
    measured = MeasuredLayer(points)
    forgetCalibration()
    if reading?.measured != nil { reading = nil }
    if sites.isEmpty { fitWhole() }
    updateResiduals()
    if points.levelCount == 0 {
      say("These points have no levels: they are shown as places", at: now)
    } else if sites.contains(where: { $0.shown != nil }), measured?.residuals.count == 0 {
      say("None of these points lies within the map", at: now)
    }
  }

  private static func text(of error: TerrainFormatError) -> [UInt8] {
    guard case .measured(let fault, let line) = error else {
      return Texts.bytes("The file is empty. Pick a table (CSV) or a GPX file.")
    }
    var text = TextWriter()
    switch fault {
    case .tooLong: text.append("The file is longer than 48 MiB. Split it.")
    case .noColumns:
      text.append("No columns of places. Name them in a first line, such as latitude,longitude,dBm.")
    case .noPoints: text.append("There are no points in the file. Pick a table (CSV) or a GPX file.")
    default:
      text.append("Line ")
      text.append(integer: line)
      switch fault {
      case .tooManyPoints: text.append(": more than 500000 points. Split the file.")
      case .malformed(.latitude): text.append(": the latitude is no number from \u{2212}90 to 90.")
      case .malformed(.longitude): text.append(": the longitude is no number from \u{2212}180 to 360.")
      case .malformed(.level): text.append(": the level is no number of dBm.")
      case .missing: text.append(": the place is not complete.")
      case .unfinished: text.append(": the file ends here, within an element. Export it again.")
      default: text.append(": too long for a table of points.")
      }
    }
    return text.bytes
  }

  /// Removes the points and all results derived from them.
  mutating func removeMeasured() {
    if reading?.measured != nil { reading = nil }
    measured = nil
    forgetCalibration()
  }

  /// Takes the level below which points are left out; an empty text is none.
  mutating func typeFloor(_ text: [UInt8]) {
    guard !text.allSatisfy({ $0 == 0x20 }) else {
      measured?.floor = nil
      return
    }
    guard let (value, _) = NumberText.prefix(of: text), value.magnitude <= 300 else {
      return refuse(.enter(.measuredFloor), "Write a level in dBm, or nothing.")
    }
    measured?.floor = Self.hundredths(value)
  }

  /// A rectangle around all points; nil where there are none.
  var measuredCorners: MapCorners? {
    guard let points = measured?.points, let north = points.latitudes.max(),
      let south = points.latitudes.min(), let west = points.longitudes.min(),
      let east = points.longitudes.max()
    else { return nil }
    // A single point is shown with what is around it.
    let room = 20_000.0
    return MapCorners(
      north: (Double(north) + room) / 1e7, west: (Double(west) - room) / 1e7,
      south: (Double(south) - room) / 1e7, east: (Double(east) + room) / 1e7)
  }

  // MARK: - Comparing

  /// The level that is modelled at a place, 0.01 dBm: of the selected transmitter, or the strongest.
  func modelledLevel(at place: Coordinate) -> Int? {
    var most: Int?
    for site in sites.indices where isUnion || site == selectedSite {
      guard let loss = sites[site].shown?.map.loss(at: place) else { continue }
      let level = Self.hundredths(radiated(of: site)) - Int(loss)
      most = Swift.max(most ?? level, level)
    }
    return most
  }

  /// Compares the points with the map where either is another; a map of few posts is not compared.
  ///
  /// The map is that of physics: points do not judge what they have made.
  mutating func updateResiduals() {
    guard var layer = measured, !sites.isEmpty, !sites.contains(where: { $0.shown?.isCoarse == true }) else {
      return
    }
    let shown = isUnion ? Array(sites.indices) : [selectedSite]
    let source = MeasuredLayer.Source(
      isUnion: isUnion, maps: shown.map { sites[$0].shown?.revision ?? 0 },
      radiated: shown.map { Self.hundredths(radiated(of: $0)) }, floor: layer.floor)
    guard layer.source != source else { return }
    layer.source = source
    layer.residuals = CoverageResiduals(layer.points, floor: layer.floor) { modelledLevel(at: $0) }
    measured = layer
  }

  /// What the drawer says of the points.
  mutating func appendMeasured(to list: inout ControlListBuilder<CoverageAction>) {
    guard tile != nil || measured != nil else { return }
    list.heading(label: "Measured points")
    guard measured != nil else {
      return list.button(.openMeasured, label: "Open a file: CSV or GPX")
    }
    updateResiduals()
    refreshCalibration()
    guard let measured else { return }
    var text = TextWriter()
    text.append(integer: measured.points.count)
    text.append(measured.points.count == 1 ? " point, " : " points, ")
    text.append(integer: measured.points.levelCount)
    text.append(" with a level")
    list.fact(label: "File", text: text.bytes)
    if measured.points.levelCount > 0, !sites.isEmpty {
      appendResiduals(measured, to: &list)
      let floor = measured.floor.map { Texts.number(Double($0) / 100, decimals: 2) } ?? []
      list.field(.enter(.measuredFloor), label: "Leave out below", text: floor, unit: "dBm")
      appendRefusal(of: .enter(.measuredFloor), to: &list)
      appendCalibration(to: &list)
    }
    list.button(.openMeasured, label: "Open another file")
    list.button(.removeMeasured, label: "Take the points away")
  }

  private func appendResiduals(_ layer: MeasuredLayer, to list: inout ControlListBuilder<CoverageAction>) {
    let numbers = layer.residuals
    func fact(_ label: StaticString, _ write: (inout TextWriter) -> Void) {
      var text = TextWriter()
      write(&text)
      list.fact(label: label, text: text.bytes)
    }
    fact("Within the map") { $0.append(integer: numbers.count) }
    if numbers.count > 0 {
      fact("Measured less modelled, mean") { text in
        text.append(numbers.biasDecibels, decimals: 1)
        text.append(" dB")
      }
      fact("Standard deviation") { text in
        text.append(numbers.deviationDecibels, decimals: 1)
        text.append(" dB")
      }
      fact("RMSE") { text in
        text.append(numbers.rootMeanSquareDecibels, decimals: 1)
        text.append(" dB")
      }
    }
    fact("Left out") { text in
      text.append(integer: numbers.outsideCount)
      text.append(" outside")
      guard let floor = layer.floor else { return }
      text.append(", ")
      text.append(integer: numbers.belowCount)
      text.append(" below ")
      text.append(Double(floor) / 100, decimals: 0)
      text.append(" dBm")
    }
  }

  // MARK: - A point

  /// The point under a finger.
  func measuredIndex(x: Float, y: Float) -> Int? {
    guard let layer = measured else { return nil }
    let place = MeasuredPlace(view)
    let reach = 16 * screen.type
    var found: (index: Int, away: Float)?
    for index in layer.worldX.indices {
      let (dx, dy) = (place.x(layer.worldX[index]) - x, place.y(layer.worldY[index]) - y)
      guard dx.magnitude < reach, dy.magnitude < reach else { continue }
      let away = dx * dx + dy * dy
      if found.map({ away < $0.away }) ?? true { found = (index, away) }
    }
    return found?.index
  }

  /// Reads the point under a finger.
  ///
  /// - Returns: Whether there is one.
  mutating func readMeasured(x: Float, y: Float) -> Bool {
    guard !sites.isEmpty, let index = measuredIndex(x: x, y: y), let layer = measured else { return false }
    reading = nil
    read(layer.points.place(index))
    reading?.measured = index
    updateResiduals()
    return reading != nil
  }

  /// Lines of the sheet for a measured point.
  var measuredLines: [[UInt8]] {
    guard let layer = measured, let reading, let index = reading.measured, index < layer.points.count else {
      return []
    }
    var text = TextWriter()
    guard let level = layer.points.level(index) else {
      text.append("a place without a level")
      return [text.bytes]
    }
    text.append("measured ")
    text.append(Double(level) / 100, decimals: 1)
    text.append(" dBm")
    let site = readingSite(at: reading.place)
    if let modelled = self.level(at: reading.place, of: site) {
      text.append(isShownCalibrated(site) ? " \u{00B7} calibrated " : " \u{00B7} modelled ")
      text.append(Double(modelled) / 100, decimals: 1)
      text.append(" \u{00B7} ")
      let difference = Double(Int(level) - modelled) / 100
      if difference > 0 { text.append("+") }
      text.append(difference, decimals: 1)
      text.append(" dB")
    }
    guard layer.residuals.count > 0 else { return [text.bytes] }
    var all = TextWriter()
    all.append("all ")
    all.append(integer: layer.residuals.count)
    all.append(isShownCalibrated(site) ? ", not calibrated: mean " : ": mean ")
    all.append(layer.residuals.biasDecibels, decimals: 1)
    all.append(" dB, deviation ")
    all.append(layer.residuals.deviationDecibels, decimals: 1)
    all.append(" dB")
    return [text.bytes, all.bytes]
  }
}

/// Where points of the world are on the screen.
struct MeasuredPlace {
  private let centerX: UInt32
  private let centerY: Double
  private let perUnit: Float
  private let middle: (x: Float, y: Float)

  init(_ view: MercatorView) {
    centerX = UInt32(truncatingIfNeeded: Int64(saturating: view.centerX * 4_294_967_296))
    centerY = view.centerY * 4_294_967_296
    perUnit = Float(view.pixelsPerWorld / 4_294_967_296)
    middle = (Float(view.width / 2), Float(view.height / 2))
  }

  /// On the turn around the earth that is nearest to the centre.
  func x(_ world: UInt32) -> Float {
    middle.x + Float(Int32(bitPattern: world &- centerX)) * perUnit
  }

  func y(_ world: UInt32) -> Float { middle.y + Float(Double(world) - centerY) * perUnit }
}
