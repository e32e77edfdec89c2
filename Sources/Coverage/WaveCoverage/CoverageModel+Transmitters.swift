import WaveCoverageFeed
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

/// Several transmitters: one is selected, and what is set is set of it.
extension CoverageModel {
  /// What the selected transmitter's map is computed for; nil until one stands.
  var plan: CoveragePlan? {
    get { sites.indices.contains(selectedSite) ? sites[selectedSite].plan : nil }
    set {
      guard let newValue else {
        (sites, selectedSite, busySite, surfaceSite, siteBefore) = ([], 0, 0, nil, nil)
        return
      }
      if sites.indices.contains(selectedSite) {
        sites[selectedSite].plan = newValue
      } else {
        (sites, selectedSite, busySite) = ([CoverageSite(plan: newValue, budget: budget)], 0, 0)
      }
    }
  }

  /// The selected transmitter's map.
  var shown: ShownMap? { sites.indices.contains(selectedSite) ? sites[selectedSite].shown : nil }

  /// What is being computed.
  var busyPlan: CoveragePlan? { sites.indices.contains(busySite) ? sites[busySite].plan : nil }

  /// What a transmitter radiates, dBm.
  func radiated(of site: Int) -> Double {
    site == selectedSite || !sites.indices.contains(site)
      ? budget.radiatedDecibelMilliwatts : sites[site].budget.radiatedDecibelMilliwatts
  }

  // MARK: - Computing one after the other

  /// Ground has come that the map is computed over.
  mutating func takeNewGround() {
    if sites.indices.contains(busySite) { sites[busySite].isStale = true }
    takeNeeded()
  }

  /// The ground is put together: the map is computed over it, if it has to be.
  mutating func groundChanged() {
    guard busySite != selectedSite else {
      if sites[selectedSite].isStale { planChanged() }
      return
    }
    sweep = nil
    dropHanded()
    guard sites[busySite].isStale, !surface.tiles.isEmpty else {
      work = .none
      return
    }
    // What nobody drags needs no map of few posts.
    work = .patch
    redraw()
  }

  /// Goes on with the next transmitter whose map is not whole, the selected one first.
  mutating func computeNextSite() {
    // What could not be computed is not tried again until something changes.
    if sites.indices.contains(busySite) { sites[busySite].isStale = false }
    computeStaleSite()
  }

  private mutating func computeStaleSite() {
    guard
      let next = sites.indices.contains(selectedSite) && sites[selectedSite].isStale
        ? selectedSite : sites.firstIndex(where: { $0.isStale })
    else { return }
    (busySite, work, sweep) = (next, .none, nil)
    isWantStale = true
    redraw()
  }

  /// Receivers, and how losses are computed, are the same for all transmitters: else their maps could not be
  /// compared.
  mutating func shareReceivers(of plan: CoveragePlan) {
    for index in sites.indices where index != selectedSite {
      let next = shared(plan, with: sites[index].plan)
      guard next != sites[index].plan else { continue }
      sites[index].plan = next
      sites[index].isStale = true
    }
  }

  /// A transmitter's plan with what it shares with another.
  func shared(_ plan: CoveragePlan, with own: CoveragePlan) -> CoveragePlan {
    var next = plan
    next.transmitter = own.transmitter
    next.frequencyHertz = own.frequencyHertz
    next.radiusMeters = own.radiusMeters
    next.transmitterHeightMeters = own.transmitterHeightMeters
    return next
  }

  // MARK: - Adding, selecting, removing

  /// Has the drawer, the finger and the modes of one map be about a transmitter.
  mutating func select(_ index: Int) {
    guard sites.indices.contains(index), index != selectedSite else { return }
    sites[selectedSite].budget = budget
    selectedSite = index
    budget.radiatedDecibelMilliwatts = sites[index].budget.radiatedDecibelMilliwatts
    settings = sites[index].plan
    tileIndex = store.tiles.firstIndex { $0.contains(sites[index].plan.transmitter) } ?? tileIndex
    reading = nil
    refusal = nil
    if sites[index].isStale { planChanged() }
    isWantStale = true
  }

  /// A finger that comes down on a pin selects it.
  mutating func selectSite(atX x: Float, y: Float) {
    siteBefore = nil
    guard !isOnSheet(x: x, y: y), let index = pinIndex(x: x, y: y) else { return }
    select(index)
  }

  /// Which pin is under a finger: the selected one first, else the nearest head.
  func pinIndex(x: Float, y: Float) -> Int? {
    let type = screen.type
    var found: (index: Int, away: Float)?
    for (index, site) in sites.enumerated() {
      let (pinX, pinY) = pixel(of: site.plan.transmitter)
      guard (x - pinX).magnitude < 26 * type, y < pinY + 14 * type, y > pinY - 54 * type else { continue }
      let (dx, dy) = (x - pinX, y - pinY + 30 * type)
      let away = index == selectedSite ? 0 : dx * dx + dy * dy
      if found.map({ away < $0.away }) ?? true { found = (index, away) }
    }
    return found?.index
  }

  /// Whether a finger is on a pin's head.
  func isOnPin(x: Float, y: Float) -> Bool {
    guard sites.count > 1, let index = pinIndex(x: x, y: y) else { return false }
    return y < pixel(of: sites[index].plan.transmitter).y - 10 * screen.type
  }

  /// Puts another transmitter, like the selected one, where the middle of the map is, or beside the pin that
  /// is there.
  mutating func addSite(at now: Int64) {
    guard var next = plan, sites.count < CoverageSite.limit else { return }
    let top = Double(screen.head)
    let middle = (x: view.width / 2, y: top + (Double(mapBottom) - top) / 2)
    let step = Double(64 * screen.type)
    // The middle, then places around it: the first that has a tile and is no pin's.
    let around =
      [
        (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1),
      ] as [(Double, Double)]
    for (x, y) in around {
      let (pixelX, pixelY) = (middle.x + 1.6 * x * step, middle.y + 1.6 * y * step)
      let place = view.place(atX: pixelX, y: pixelY)
      guard store.tiles.contains(where: { $0.contains(place) }) else { continue }
      let isFree = sites.allSatisfy { site in
        let pin = pixel(of: site.plan.transmitter)
        let (dx, dy) = (Double(pin.x) - pixelX, Double(pin.y) - pixelY)
        return dx * dx + dy * dy > step * step
      }
      guard isFree else { continue }
      next.transmitter = place
      append(next, shown: nil)
      return say("Drag the new pin to its place", at: now)
    }
    say("There is no room for another pin here: move the map", at: now)
  }

  /// What was held is another transmitter's place: the one that went there goes back.
  mutating func keepBoth(at now: Int64) {
    guard let before = siteBefore, sites.indices.contains(selectedSite), sites.count < CoverageSite.limit
    else { return }
    let moved = sites[selectedSite]
    sites[selectedSite] = before
    sites[selectedSite].budget = budget
    append(moved.plan, shown: moved.isStale ? nil : moved.shown)
    siteBefore = nil
  }

  private mutating func append(_ plan: CoveragePlan, shown: ShownMap?) {
    sites[selectedSite].budget = budget
    sites.append(CoverageSite(plan: plan, budget: budget))
    sites[sites.count - 1].shown = shown
    sites[sites.count - 1].shown?.calibrated = nil
    sites[sites.count - 1].isStale = shown == nil
    // The first two are looked at together.
    if sites.count == 2, display == .loss || display == .level { display = .strongest }
    select(sites.count - 1)
    // The one that went back may not have been whole.
    if !sites[selectedSite].isStale { computeStaleSite() }
    if isWhole { fitWhole() }
  }

  mutating func removeSite() {
    guard sites.indices.contains(selectedSite) else { return }
    reading = nil
    siteBefore = nil
    guard sites.count > 1 else {
      plan = nil
      return planChanged()
    }
    sites.remove(at: selectedSite)
    selectedSite = Swift.min(selectedSite, sites.count - 1)
    budget.radiatedDecibelMilliwatts = sites[selectedSite].budget.radiatedDecibelMilliwatts
    settings = sites[selectedSite].plan
    // Numbers of transmitters have changed, and what is computed goes by them.
    (surfaceSite, sweep, work) = (nil, nil, .none)
    busySite = selectedSite
    computeStaleSite()
    isWantStale = true
    if isWhole { fitWhole() }
    // The one that is gone may have been what the learned model was not made for.
    change { _ in }
  }

  // MARK: - What is said

  /// What shows the transmitters together, and which of them is selected.
  func appendSites(to list: inout ControlListBuilder<CoverageAction>) {
    guard !sites.isEmpty else { return }
    if sites.count > 1 {
      list.choices(
        .selectSite, label: "Selected", options: sites.indices.map { [CoverageSite.letter($0)] },
        selected: selectedSite, style: .letters)
    }
    if sites.count < CoverageSite.limit { list.button(.addSite, label: "Add another") }
    var text = TextWriter()
    text.append("Remove ")
    if sites.count > 1 {
      text.append(ascii: CoverageSite.letter(selectedSite))
    } else {
      text.append("it")
    }
    list.button(.removeSite, label: text.bytes)
  }

  /// Whether the transmitter that was moved could stay where it was, with another here.
  var hasSiteOffer: Bool {
    siteBefore != nil && grabbed == .map && !isDrawerOpen && sites.count < CoverageSite.limit
  }

  /// What a finger that held a place may have meant.
  func appendSiteOffer(to list: inout ControlListBuilder<CoverageAction>) {
    guard hasSiteOffer else { return }
    var text = TextWriter()
    text.append("Put ")
    text.append(ascii: CoverageSite.letter(sites.count))
    text.append(" here, and ")
    text.append(ascii: CoverageSite.letter(selectedSite))
    text.append(" back")
    list.action(.keepBoth, text: text.bytes)
  }

  /// The circles of all transmitters, as a rectangle; nil where there are none.
  var siteCorners: MapCorners? {
    guard let first = sites.first else { return nil }
    let home = first.plan.transmitter.longitudeDegrees
    var corners = MapCorners(north: -90, west: 360, south: 90, east: -360)
    for site in sites {
      let place = site.plan.transmitter
      let up = site.plan.radiusMeters / 110_900
      let cosine = Trigonometry.sineCosine(turns: place.latitudeDegrees / 360).cosine
      let across = site.plan.radiusMeters / (111_300 * Swift.max(0.05, cosine))
      let aside = (place.longitudeDegrees - home).remainder(dividingBy: 360)
      corners = MapCorners(
        north: Swift.max(corners.north, place.latitudeDegrees + up),
        west: Swift.min(corners.west, aside - across),
        south: Swift.min(corners.south, place.latitudeDegrees - up),
        east: Swift.max(corners.east, aside + across))
    }
    corners.west += home
    corners.east += home
    return corners
  }
}
