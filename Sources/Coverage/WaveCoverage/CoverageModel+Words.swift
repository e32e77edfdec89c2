import WaveCoverageWire
import WaveDisplay
package import WaveInteraction
import WavePropagation
import WaveUnits

// The content around the map: the drawer, the chip, and the text for screen readers.
extension CoverageModel {
  /// Opens or closes the drawer, and refits the view if it is fitted automatically.
  package mutating func openDrawer(_ isOpen: Bool) {
    let before = canvas.freeRight
    isDrawerOpen = isOpen
    if frame.isWhole, canvas.freeRight != before { fitWhole() }
  }

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
    var text = TextWriter()
    text.append("Put ")
    text.append(ascii: CoverageSite.letter(sites.list.count))
    text.append(" here, and ")
    text.append(ascii: CoverageSite.letter(sites.selected))
    text.append(" back")
    list.action(.keepBoth, text: text.bytes)
  }

  package func appendChip(to list: inout ControlListBuilder<CoverageAction>, at now: Int64) {
    let store = content.terrain.store
    var quiet = TextWriter()
    guard let plan else {
      quiet.append(store.tile == nil ? "pick a tile" : "hold to place the transmitter")
      if content.isSimulated { quiet.append(" \u{00B7} simulated") }
      return list.chip(.live, strong: store.tile?.name ?? tileCount.bytes, quiet: quiet.bytes)
    }
    quiet.append(bytes: Texts.frequency(plan.frequencyHertz))
    quiet.append(" \u{00B7} ")
    quiet.append(bytes: Texts.radius(plan.radiusMeters))
    let status = content.status(isConnected: link.isConnected)
    status.append(toChip: &quiet)
    list.chip(
      status.tookMicroseconds == nil ? .behind : .live, strong: store.tile?.name ?? Texts.bytes("Terrain"),
      quiet: quiet.bytes)
  }

  private var tileCount: TextWriter {
    let count = content.terrain.store.tiles.count
    var text = TextWriter()
    text.append(integer: count)
    text.append(count == 1 ? " tile" : " tiles")
    return text
  }

  package func newReading(at now: Int64) -> [UInt8]? {
    var text = TextWriter()
    if !link.isAnswering { text.append("No connection, ") }
    guard hasContent else { return text.bytes }
    text.append("Map of ")
    text.append(bytes: tileCount.bytes)
    func append(_ bytes: [UInt8]) {
      text.append(", ")
      text.append(bytes: bytes)
    }
    if let tile = content.terrain.store.tile { append(tile.name) }
    guard let plan else {
      text.append(", no transmitter")
      return text.bytes
    }
    text.append(", transmitter at ")
    text.append(bytes: Texts.place(plan.transmitter))
    if let name = ModelChoice.of(content.sites.seenPlan.model)?.name {
      text.append(", modelled by ")
      text.append(name)
    }
    for note in content.sites.notes { append(note) }
    let calibration = content.calibrationWords
    if !calibration.isEmpty { append(calibration) }
    if let words = content.surfaceWords { append(Texts.bytes(words)) }
    if let reading, let loss = reading.loss {
      text.append(", ")
      text.append(Double(loss) / 100, decimals: 0)
      text.append(" dB loss at ")
      text.append(bytes: Texts.length(reading.lengthMeters))
      text.append(", modelled")
      if let (_, deviation) = content.sites.deviation(of: reading) {
        text.append(", give or take ")
        text.append(CoveragePlan.eightOfTenDeviations * deviation, decimals: 0)
        text.append(" dB at 8 of 10 places")
      }
      for line in reading.groundLines { append(line) }
    }
    return text.bytes
  }
}
