import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// What measured points make of a transmitter's map.
struct SiteCalibration: Sendable {
  /// What it was made of.
  struct Source: Equatable, Sendable {
    var map: UInt32
    var radiated: Int
    var floor: Int?
  }

  var source: Source
  /// Nil where no point counts.
  var made: CoverageCalibration?
}

/// The map calibrated by measured points, where the user wants that.
///
/// Points belong to one transmitter, which their file does not name: it is the one that is selected when
/// calibration is turned on. A map of few posts is not calibrated; the whole one is once, before it is drawn.
extension CoverageModel {
  /// Turns calibration of the selected transmitter's map on, or all of it off.
  mutating func calibrate(_ isOn: Bool) {
    for site in sites.indices {
      sites[site].isCalibrated = isOn && site == selectedSite && measured != nil
      if !sites[site].isCalibrated { sites[site].shown?.calibrated = nil }
    }
    refreshCalibration()
    if let place = reading?.place { read(place) }
  }

  /// Points are others, or none: what was made of them goes.
  mutating func forgetCalibration() {
    for site in sites.indices {
      (sites[site].isCalibrated, sites[site].calibration) = (false, nil)
      sites[site].shown?.calibrated = nil
    }
    siteBefore?.isCalibrated = false
    siteBefore?.calibration = nil
    siteBefore?.shown?.calibrated = nil
    if let place = reading?.place { read(place) }
  }

  /// Calibrates what is to be, and finds out what it would gain where the drawer says so.
  ///
  /// - Complexity: nothing where map, power, floor and points are the same; else as `CoverageCalibration`,
  ///   some 10 ms for thousands of points, and O(posts).
  mutating func refreshCalibration() {
    guard measured != nil else { return }
    for site in sites.indices where sites[site].isCalibrated || isDrawerOpen && site == selectedSite {
      refreshCalibration(of: site)
    }
  }

  private mutating func refreshCalibration(of site: Int) {
    guard let layer = measured, let shown = sites[site].shown, !shown.isCoarse else { return }
    let power = Self.hundredths(radiated(of: site))
    let source = SiteCalibration.Source(map: shown.revision, radiated: power, floor: layer.floor)
    var isNew = false
    if sites[site].calibration?.source != source {
      let made = CoverageCalibration(layer.points, floor: layer.floor) { place in
        shown.map.loss(at: place).map { power - Int($0) }
      }
      isNew = sites[site].isCalibrated
      sites[site].calibration = SiteCalibration(source: source, made: made)
      sites[site].shown?.calibrated = nil
    }
    if sites[site].isCalibrated, sites[site].shown?.calibrated == nil,
      let made = sites[site].calibration?.made
    {
      isNew = true
      mapCount += 1
      sites[site].shown?.calibrated = made.calibrated(shown.map)
      sites[site].shown?.calibratedRevision = mapCount
    }
    if isNew, let place = reading?.place { read(place) }
  }

  /// Whether what is shown of a transmitter is calibrated.
  func isShownCalibrated(_ site: Int) -> Bool {
    sites.indices.contains(site) && sites[site].shown?.calibrated != nil
  }

  // MARK: - What is said

  /// What the drawer says of it.
  func appendCalibration(to list: inout ControlListBuilder<CoverageAction>) {
    guard sites.indices.contains(selectedSite) else { return }
    let site = sites[selectedSite]
    guard let shown = site.shown, !shown.isCoarse, let calibration = site.calibration else {
      return list.fact(label: "Calibration", text: Texts.bytes("once the map is whole"))
    }
    guard let made = calibration.made else {
      return list.fact(
        label: "Calibration",
        text: Texts.bytes("not possible: no level to compare lies within the map"))
    }
    list.toggle(
      .calibrate, label: sites.count > 1 ? "Calibrate the selected one's map" : "Calibrate the map",
      isOn: site.isCalibrated)
    appendGain(of: made, to: &list)
    guard sites.count > 1 else { return }
    var text = TextWriter()
    text.append("of one transmitter: they are taken as ")
    text.append(ascii: CoverageSite.letter(selectedSite))
    text.append("\u{2019}s")
    if let other = sites.firstIndex(where: { $0.isCalibrated }), other != selectedSite {
      text.append(" in place of ")
      text.append(ascii: CoverageSite.letter(other))
      text.append("\u{2019}s")
    }
    list.fact(label: "Points are", text: text.bytes)
  }

  /// What is added to the map, how far off it is as it is, and how far with that: a number each.
  private func appendGain(of made: CoverageCalibration, to list: inout ControlListBuilder<CoverageAction>) {
    func decibels(_ value: Double) -> TextWriter {
      var text = TextWriter()
      text.append(value, decimals: 1)
      text.append(" dB")
      return text
    }
    list.fact(label: "Offset", text: decibels(made.offsetDecibels).bytes)
    if let meters = made.localMeters {
      list.fact(label: "And locally", text: Texts.bytes("within ") + Texts.length(meters))
    }
    guard let offsetError = made.offsetErrorDecibels else {
      return list.fact(label: "What it gains", text: Texts.bytes("not known: too few places"))
    }
    list.fact(label: "Error as it is", text: decibels(made.plainDecibels).bytes)
    let local = made.localMeters == nil ? nil : made.localErrorDecibels
    var error = decibels(local ?? offsetError)
    error.append(", at points left out")
    list.fact(
      label: local == nil ? "Error with the offset" : "Error with both", text: error.bytes)
  }

  /// What is said over the map while one is calibrated: "calibrated by 412 points: −6.3 dB"; empty where none
  /// that is seen is.
  var calibrationWords: [UInt8] {
    guard measured != nil, let index = sites.firstIndex(where: { $0.isCalibrated }),
      isUnion || index == selectedSite
    else { return [] }
    var text = TextWriter()
    if sites.count > 1 {
      text.append(ascii: CoverageSite.letter(index))
      text.append(" ")
    }
    let site = sites[index]
    if site.shown?.calibrated != nil, let made = site.calibration?.made {
      text.append(bytes: made.summary)
      if made.localMeters != nil { text.append(" + local") }
    } else if site.shown?.isCoarse == false, let calibration = site.calibration, calibration.made == nil {
      text.append("not calibrated: no point to compare")
    } else {
      text.append("calibrated once the map is whole")
    }
    return text.bytes
  }

  // MARK: - Over the map

  private var calibrationStyle: TextStyle { TextStyle(size: (11 * screen.type).rounded(), isBold: true) }

  /// Where it is said: above the scale; nil where there is nothing to say.
  var calibrationBox: Rect? {
    let words = calibrationWords
    guard !words.isEmpty else { return nil }
    let type = screen.type
    let left = screen.left + 12 * type
    let bottom = mapBottom - (hasSiteOffer ? 66 : 12) * type - 88 * type - legendTitleHeight
    let width = advances.width(of: words, style: calibrationStyle) + 44 * type
    let room = Swift.max(0, screen.right - left - 12 * type)
    return Rect(x: left, y: bottom - 30 * type, width: Swift.min(width, room), height: 30 * type)
  }

  /// Whether a finger is on it, or so near that nothing else is meant.
  func isOnCalibration(x: Float, y: Float) -> Bool {
    guard let box = calibrationBox else { return false }
    let room = 7 * screen.type
    return x >= box.x - room && x <= box.right + room && y >= box.y - room && y <= box.bottom + room
  }

  /// Draws it, with a cross: a tap takes the calibration away.
  func drawCalibration(into list: inout DrawList) {
    guard let box = calibrationBox else { return }
    let type = screen.type
    list.beginLayer(LayerID.calibration, bounds: box)
    list.rectangle(box, radius: 10 * type, color: panelColor)
    list.text(
      calibrationWords, x: box.x + 10 * type, baseline: box.y + 19 * type, style: calibrationStyle,
      color: panelText)
    let (x, y, arm) = (box.right - 16 * type, box.y + box.height / 2, 4.5 * type)
    list.polyline(width: 1.5 * screen.scale, color: panelText) { point in
      point(x - arm, y - arm)
      point(x + arm, y + arm)
      point(0, .nan)
      point(x + arm, y - arm)
      point(x - arm, y + arm)
    }
    list.endLayer(bounds: box)
  }
}
