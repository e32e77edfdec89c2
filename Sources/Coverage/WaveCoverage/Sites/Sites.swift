import WavePropagation
import WaveUnits

/// The transmitters on the map: one is selected, and what is set is set of it.
struct Sites: Sendable {
  /// A change of the transmitters.
  enum Input: Sendable {
    /// The selected one goes to a place, or the first one is put there.
    ///
    /// Where a finger held the place, the one that goes there is remembered as it was.
    case place(Coordinate, isHeld: Bool)
    /// What the selected one's map is computed for changes, or what the first one's will be.
    case change(PlanEdit)
    /// Another one is selected.
    case select(Int)
    /// Another one, like the selected one, is put at a place and selected.
    case add(Coordinate)
    /// The one that went to a held place goes back, and another is put there and selected.
    case keepBoth
    /// The selected one is removed, and with the last one all that is remembered.
    case remove
    /// All are removed.
    case clear
    /// All are removed for those of a link, the selected one of which is placed next.
    case open(CoveragePlan, LinkBudget)
    /// The others of a link are put around its selected one, so many of them before it.
    case surround([Neighbour], before: Int)
    /// What the selected one radiates, dBm.
    case radiate(Double)
    /// The level that receivers need, dBm.
    case need(Double)
  }

  /// Another transmitter of a link, and its number among the others.
  struct Neighbour: Sendable {
    let number: Int
    let plan: CoveragePlan
    let radiatedDecibelMilliwatts: Double
  }

  /// All of them, in the order of their letters.
  private(set) var list: [CoverageSite] = []
  /// The selected one.
  private(set) var selected = 0
  /// The one whose map is computed.
  private(set) var busy = 0
  /// What `held` returns: in a list, since one is large where it is copied with all the others.
  private var heldSites: [CoverageSite] = []
  /// What the map is computed for once there is a transmitter.
  private(set) var settings = CoveragePlan(
    transmitter: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), frequencyHertz: 915e6,
    radiusMeters: 8000, model: .learned)
  /// Whether their model follows the numbers.
  private(set) var defaultModel = DefaultModel()
  /// The selected one's power, and what receivers need.
  private(set) var budget = LinkBudget()
  /// Counts maps: that of the newest one.
  private(set) var revision: UInt32 = 0

  // MARK: - Reading

  /// The selected one as it was before a finger held another place for it.
  var held: CoverageSite? { heldSites.first }

  /// Whether a finger held another place for the selected one.
  var hasHeld: Bool { !heldSites.isEmpty }

  /// What the selected one's map is computed for; nil where there is none.
  var plan: CoveragePlan? { list.indices.contains(selected) ? list[selected].plan : nil }

  /// The same, or what it will be computed for.
  var nextPlan: CoveragePlan { plan ?? settings }

  /// The selected one's map.
  var shown: ShownMap? { list.indices.contains(selected) ? list[selected].shown : nil }

  /// What is being computed.
  var busyPlan: CoveragePlan? { list.indices.contains(busy) ? list[busy].plan : nil }

  /// Whether the selected one's whole map is still to be computed.
  var isSelectedStale: Bool { list.indices.contains(selected) && list[selected].isStale }

  /// Whether that of the one that is computed is.
  var isBusyStale: Bool { list.indices.contains(busy) && list[busy].isStale }

  /// Plans of the others, with what all share.
  var plansBeside: [CoveragePlan] {
    let plan = nextPlan
    return list.indices.filter { $0 != selected }.map { plan.shared(with: list[$0].plan) }
  }

  // MARK: - Changing

  /// Changes the transmitters.
  ///
  /// - Returns: Whether anything of them is different now.
  mutating func handle(_ input: Input) -> Bool {
    switch input {
    case .place(let place, let isHeld): self.place(at: place, isHeld: isHeld)
    case .change(let edit): return change(edit)
    case .select(let index):
      guard list.indices.contains(index), index != selected else { return false }
      list[selected].radiate(budget.radiatedDecibelMilliwatts)
      select(index)
    case .add(let place):
      guard var next = plan, list.count < CoverageSite.limit else { return false }
      next.transmitter = place
      append(next, shown: nil)
    case .keepBoth:
      guard let before = held, list.indices.contains(selected), list.count < CoverageSite.limit else {
        return false
      }
      let moved = list[selected]
      list[selected] = before
      append(moved.plan, shown: moved.isStale ? nil : moved.shown)
      heldSites = []
    case .remove: return remove()
    case .clear: (list, selected, busy, heldSites) = ([], 0, 0, [])
    case .open(let plan, let budget):
      (list, selected, busy, heldSites) = ([], 0, 0, [])
      (settings, self.budget) = (plan, budget)
    case .surround(let others, let index): return surround(by: others, before: index)
    case .radiate(let power): budget = budget.radiating(power)
    case .need(let level): budget = budget.needing(level)
    }
    return true
  }

  /// What a finger held before is not held any more.
  mutating func forgetHeld() { heldSites = [] }

  private mutating func place(at place: Coordinate, isHeld: Bool) {
    if isHeld { heldSites = list.indices.contains(selected) ? [list[selected]] : [] }
    if plan == nil {
      let first = CoverageSite(plan: settings, radiatedDecibelMilliwatts: budget.radiatedDecibelMilliwatts)
      (list, selected, busy) = ([first], 0, 0)
    }
    var next = list[selected].plan
    next.transmitter = place
    list[selected].change(next)
    settings = next
  }

  private mutating func change(_ edit: PlanEdit) -> Bool {
    if case .model(let model) = edit { defaultModel.choose(model, for: [nextPlan] + plansBeside) }
    var next = nextPlan.applying(edit)
    let others = list.indices.filter { $0 != selected }
    defaultModel.apply(to: &next, beside: others.map { next.shared(with: list[$0].plan) })
    guard next != plan else { return false }
    settings = next
    guard plan != nil else { return false }
    list[selected].change(next)
    for index in others { list[index].change(next.shared(with: list[index].plan)) }
    return true
  }

  private mutating func select(_ index: Int) {
    selected = index
    budget = budget.radiating(list[index].radiatedDecibelMilliwatts)
    settings = list[index].plan
  }

  private mutating func append(_ plan: CoveragePlan, shown: ShownMap?) {
    let power = budget.radiatedDecibelMilliwatts
    list[selected].radiate(power)
    list.append(CoverageSite(plan: plan, radiatedDecibelMilliwatts: power, shown: shown))
    select(list.count - 1)
  }

  private mutating func remove() -> Bool {
    guard list.indices.contains(selected) else { return false }
    guard list.count > 1 else { return handle(.clear) }
    heldSites = []
    list.remove(at: selected)
    select(Swift.min(selected, list.count - 1))
    busy = selected
    return true
  }

  private mutating func surround(by others: [Neighbour], before index: Int) -> Bool {
    guard list.count == 1 else { return false }
    for other in others {
      let site = CoverageSite(
        plan: other.plan, radiatedDecibelMilliwatts: other.radiatedDecibelMilliwatts)
      if other.number < index {
        list.insert(site, at: selected)
        selected += 1
      } else {
        list.append(site)
      }
    }
    busy = selected
    // A model that is the default stays so: a page that is loaded again goes on as before.
    defaultModel.choose(nextPlan.model, for: [nextPlan] + plansBeside)
    return true
  }

  // MARK: - Maps

  /// The selected one's map is computed next, from the beginning.
  mutating func restart() {
    guard list.indices.contains(selected) else { return }
    list[selected].invalidate()
    busy = selected
  }

  /// What the maps are computed over has changed: all of them, or that of the one that is computed.
  mutating func invalidate(all: Bool) {
    for index in list.indices where all || index == busy { list[index].invalidate() }
  }

  /// Shows the map of the one that is computed.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - plan: What it was computed for.
  ///   - isCoarse: Whether posts were left out.
  ///   - surfaceShare: How much of the circle models of the surface know; nil where none is used.
  ///   - untiledShare: How much of it lies where no tile is; nil for a map of few posts.
  mutating func show(
    _ map: CoverageMap, of plan: CoveragePlan, isCoarse: Bool, surfaceShare: Double?, untiledShare: Double?
  ) {
    revision += 1
    guard list.indices.contains(busy) else { return }
    list[busy].show(
      ShownMap(
        map: map, plan: plan, isCoarse: isCoarse, revision: revision, surfaceShare: surfaceShare,
        untiledShare: untiledShare))
  }

  /// The map of the one that is computed cannot be: there is none.
  mutating func fail() { if list.indices.contains(busy) { list[busy].show(nil) } }

  /// Goes on to the next one whose map is not whole, the selected one first.
  ///
  /// - Parameter isSettled: Whether the one that is computed is done: what could not be computed is not tried
  ///   again until something changes.
  /// - Returns: Whether there is a next one.
  mutating func computeNext(isSettled: Bool) -> Bool {
    if isSettled, list.indices.contains(busy) { list[busy].settle() }
    guard let next = isSelectedStale ? selected : list.firstIndex(where: { $0.isStale }) else { return false }
    busy = next
    return true
  }

  // MARK: - Calibration

  /// Turns calibration of the selected one's map on, or all of it off.
  mutating func calibrate(_ isOn: Bool) {
    for index in list.indices { list[index].calibrate(isOn && index == selected) }
  }

  /// Points are others, or none: what they made of maps is forgotten.
  mutating func forgetCalibration() {
    for index in list.indices { list[index].forgetCalibration() }
    for index in heldSites.indices { heldSites[index].forgetCalibration() }
  }

  /// Calibrates the maps that are to be.
  ///
  /// - Parameters:
  ///   - layer: The points.
  ///   - triesSelected: Whether what the selected one would gain is wanted as well.
  /// - Returns: Whether a map is another now.
  mutating func refreshCalibration(by layer: MeasuredLayer, triesSelected: Bool) -> Bool {
    var isNew = false
    for index in list.indices where list[index].isCalibrated || triesSelected && index == selected {
      let power = LinkBudget.hundredths(radiated(of: index))
      if list[index].calibrate(by: layer, power: power, counting: &revision) { isNew = true }
    }
    return isNew
  }
}
