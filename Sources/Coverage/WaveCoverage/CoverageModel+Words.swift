import WaveCoverageWire
import WaveDisplay
package import WaveInteraction
import WavePropagation
import WaveUnits

// The content around the map: the drawer, the chip, and the text for screen readers.
extension CoverageModel {
  package mutating func appendDrawer(to list: inout ControlListBuilder<CoverageAction>, at now: Int64) {
    var drawer = drawer
    drawer.appendDisplays(to: &list)
    drawer.appendTiles(content.terrain.store, fetch, cell: missingCell, to: &list)
    drawer.appendSurfaces(content.terrain.surfaces, on: content.terrain.store.tiles, to: &list)
    drawer.appendTransmitter(position, to: &list)
    drawer.appendSites(to: &list)
    drawer.appendPreferences(
      reading: reading, status: content.status(isConnected: link.isConnected),
      isSafe: content.display.isSafe, to: &list)
    if content.measured != nil {
      change(.compare)
      change(.refreshCalibration(triesSelected: isDrawerOpen))
      drawer = self.drawer
    }
    drawer.appendMeasured(content.measured, to: &list)
    drawer.appendExports(isLinkCopied: copiedNote.ends != nil, to: &list)
    drawer.appendStreets(pictures.streets, isShown: content.display.showsStreets, to: &list)
    CoverageDrawer.appendGestures(to: &list)
  }

  /// Appends the action at the bottom of the page that starts or stops the download of a missing tile.
  package func appendAction(to list: inout ControlListBuilder<CoverageAction>) {
    guard fetch.source != nil else { return }
    if let running = fetch.running {
      list.action(.cancelFetch, text: TileFetch.text(running) + Texts.bytes(" \u{00B7} stop"))
    } else if fetch.missing != nil, let cell = missingCell {
      list.action(.fetchTile, text: Texts.bytes("Get the tile here, ") + cell.name)
    }
  }

  /// Appends the offer to keep both transmitters after a long press has moved one.
  package func appendOffers(to list: inout ControlListBuilder<CoverageAction>) {
    guard hasSiteOffer else { return }
    let sites = content.sites
    let (new, old) = (CoverageSite.letter(sites.list.count), CoverageSite.letter(sites.selected))
    list.action(.keepBoth, text: TextWriter("Put \(ascii: new) here, and \(ascii: old) back").bytes)
  }

  package func appendChip(to list: inout ControlListBuilder<CoverageAction>, at now: Int64) {
    let store = content.terrain.store
    guard let plan else {
      let words: StaticString = store.tile == nil ? "pick a tile" : "hold to place the transmitter"
      let quiet: TextWriter = "\(words)\(content.isSimulated ? " \u{00B7} simulated" : "")"
      return list.chip(.live, strong: store.tile?.name ?? tileCount, quiet: quiet.bytes)
    }
    var quiet: TextWriter =
      "\(Texts.frequency(plan.frequencyHertz)) \u{00B7} \(Texts.radius(plan.radiusMeters))"
    let status = content.status(isConnected: link.isConnected)
    status.append(toChip: &quiet)
    list.chip(
      status.tookMicroseconds == nil ? .behind : .live, strong: store.tile?.name ?? Texts.bytes("Terrain"),
      quiet: quiet.bytes)
  }

  private var tileCount: [UInt8] {
    let count = content.terrain.store.tiles.count
    return TextWriter("\(count) \(count == 1 ? "tile" : "tiles")").bytes
  }

  package func newReading(at now: Int64) -> [UInt8]? {
    var text: TextWriter = link.isAnswering ? "" : "No connection, "
    guard hasContent else { return text.bytes }
    text += "Map of \(tileCount)"
    if let tile = content.terrain.store.tile { text += ", \(tile.name)" }
    guard let plan else {
      text += ", no transmitter"
      return text.bytes
    }
    text += ", transmitter at \(Texts.place(plan.transmitter))"
    if let name = ModelChoice.of(content.sites.seenPlan.model)?.name { text += ", modelled by \(name)" }
    for note in content.sites.notes { text += ", \(note)" }
    let calibration = content.calibrationWords
    if !calibration.isEmpty { text += ", \(calibration)" }
    if let words = content.surfaceWords { text += ", \(words)" }
    if let reading, let loss = reading.loss {
      text +=
        ", \(Double(loss) / 100, decimals: 0) dB loss at \(Texts.length(reading.lengthMeters)), modelled"
      if let (_, deviation) = content.sites.deviation(of: reading) {
        let spread = CoveragePlan.eightOfTenDeviations * deviation
        text += ", give or take \(spread, decimals: 0) dB at 8 of 10 places"
      }
      for line in reading.groundLines { text += ", \(line)" }
    }
    return text.bytes
  }
}
