import WavePropagation
import WaveUnits

/// The transmitters on the map, one of which is selected for editing.
struct Sites: Sendable {
  /// A change to the transmitters.
  enum Input: Sendable {
    /// Moves the selected transmitter to a position, or places the first one.
    ///
    /// If the position was chosen by a long press, the transmitter's previous state is remembered.
    case place(Coordinate, isHeld: Bool)
    /// Changes the plan of the selected transmitter or, if there is none, the plan for the first one.
    case change(PlanEdit)
    /// Selects the transmitter at an index.
    case select(Int)
    /// Adds and selects a new transmitter at a position, with the values of the selected one.
    case add(Coordinate)
    /// Moves the transmitter back to where it was before a long press, and adds and selects a new transmitter
    /// at the pressed position.
    case keepBoth
    /// Removes the selected transmitter; removing the last one also clears the remembered state.
    case remove
    /// Removes all transmitters.
    case clear
    /// Prepares to open a page link: removes all transmitters, and stores the plan and link budget of the
    /// link's selected transmitter, which is placed next.
    case open(CoveragePlan, LinkBudget)
    /// Adds the other transmitters of a page link, given how many of them precede the selected one.
    case surround([Neighbour], before: Int)
    /// Sets the selected transmitter's radiated power, in dBm.
    case radiate(Double)
    /// Sets the required receiver level, in dBm.
    case need(Double)
  }

  /// An unselected transmitter of a page link, with its index among the unselected ones.
  struct Neighbour: Sendable {
    let number: Int
    let plan: CoveragePlan
    let radiatedDecibelMilliwatts: Double
  }

  /// All transmitters, in the order of their letters.
  private(set) var list: [CoverageSite] = []
  /// The index of the selected transmitter.
  private(set) var selected = 0
  /// The index of the transmitter whose map is computed.
  private(set) var busy = 0
  /// The value of `held`, stored in an array so that copies of this struct are smaller.
  private var heldSites: [CoverageSite] = []
  /// The plan for the first transmitter.
  private(set) var settings = CoveragePlan(
    transmitter: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), frequencyHertz: 915e6,
    radiusMeters: 8000, model: .learned)
  /// Whether the model is the default or was chosen by the user.
  private(set) var defaultModel = DefaultModel()
  /// The selected transmitter's power, and the required receiver level.
  private(set) var budget = LinkBudget()
  /// The revision of the newest map.
  private(set) var revision: UInt32 = 0

  // MARK: - Reading

  /// The selected transmitter's state before a long press moved it; nil if there was none.
  var held: CoverageSite? { heldSites.first }

  /// Whether a long press has moved the selected transmitter.
  var hasHeld: Bool { !heldSites.isEmpty }

  /// The plan of the selected transmitter; nil if there is none.
  var plan: CoveragePlan? { list.indices.contains(selected) ? list[selected].plan : nil }

  /// The plan of the selected transmitter or, if there is none, the plan for the first one.
  var nextPlan: CoveragePlan { plan ?? settings }

  /// The map of the selected transmitter; nil if there is none.
  var shown: ShownMap? { list.indices.contains(selected) ? list[selected].shown : nil }

  /// The plan of the map being computed; nil if there is none.
  var busyPlan: CoveragePlan? { list.indices.contains(busy) ? list[busy].plan : nil }

  /// Whether the selected transmitter's complete map must still be computed.
  var isSelectedStale: Bool { list.indices.contains(selected) && list[selected].isStale }

  /// Whether the complete map of the transmitter at `busy` must still be computed.
  var isBusyStale: Bool { list.indices.contains(busy) && list[busy].isStale }

  /// Returns the plans of the other transmitters if they shared the settings of a plan.
  func plans(beside plan: CoveragePlan) -> [CoveragePlan] {
    list.indices.filter { $0 != selected }.map { plan.shared(with: list[$0].plan) }
  }

  // MARK: - Changing

  /// Changes the transmitters.
  ///
  /// - Returns: Whether any of them has changed.
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

  /// Discards the state that the transmitter had before a long press moved it.
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
    if case .model(let model) = edit { defaultModel.choose(model, for: [nextPlan] + plans(beside: nextPlan)) }
    var next = nextPlan.applying(edit)
    defaultModel.apply(to: &next, beside: plans(beside: next))
    guard next != plan else { return false }
    settings = next
    guard plan != nil else { return false }
    list[selected].change(next)
    for index in list.indices where index != selected {
      list[index].change(next.shared(with: list[index].plan))
    }
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
      let site = CoverageSite(plan: other.plan, radiatedDecibelMilliwatts: other.radiatedDecibelMilliwatts)
      if other.number < index {
        list.insert(site, at: selected)
        selected += 1
      } else {
        list.append(site)
      }
    }
    busy = selected
    // A default model stays the default when a page is reloaded.
    defaultModel.choose(nextPlan.model, for: [nextPlan] + plans(beside: nextPlan))
    return true
  }

  // MARK: - Maps

  /// Restarts the computation with the selected transmitter's map.
  mutating func restart() {
    guard list.indices.contains(selected) else { return }
    list[selected].invalidate()
    busy = selected
  }

  /// Marks all maps, or only the one being computed, as stale after the ground has changed.
  mutating func invalidate(all: Bool) {
    for index in list.indices where all || index == busy { list[index].invalidate() }
  }

  /// Shows the map of the transmitter at `busy`.
  ///
  /// - Parameters:
  ///   - map: The map to show.
  ///   - plan: The parameters for which it was computed.
  ///   - isCoarse: Whether the map is a preview that the complete map will replace.
  ///   - surfaceShare: The fraction of the circle that surface models cover; nil if none are used.
  ///   - untiledShare: The fraction of the circle that is outside all tiles; nil for a coarse map.
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

  /// Removes the map of the transmitter at `busy`, because the map cannot be computed.
  mutating func fail() { if list.indices.contains(busy) { list[busy].show(nil) } }

  /// Selects the next incomplete map to compute, beginning with the selected transmitter's.
  ///
  /// - Parameter isSettled: Whether the current computation is finished; a failed one is not repeated until
  ///   something changes.
  /// - Returns: Whether there is another map to compute.
  mutating func computeNext(isSettled: Bool) -> Bool {
    if isSettled, list.indices.contains(busy) { list[busy].settle() }
    guard let next = isSelectedStale ? selected : list.firstIndex(where: { $0.isStale }) else { return false }
    busy = next
    return true
  }

  // MARK: - Calibration

  /// Switches on the calibration of the selected transmitter's map, or switches off all calibrations.
  mutating func calibrate(_ isOn: Bool) {
    for index in list.indices { list[index].calibrate(isOn && index == selected) }
  }

  /// Removes all calibrations after the measured points have been replaced or removed.
  mutating func forgetCalibration() {
    for index in list.indices { list[index].forgetCalibration() }
    for index in heldSites.indices { heldSites[index].forgetCalibration() }
  }

  /// Updates the calibrated maps.
  ///
  /// - Parameters:
  ///   - layer: The measured points.
  ///   - triesSelected: Whether to compute the selected transmitter's calibration even if it is not applied.
  /// - Returns: Whether a displayed map has changed.
  mutating func refreshCalibration(by layer: MeasuredLayer, triesSelected: Bool) -> Bool {
    var isNew = false
    for index in list.indices where list[index].isCalibrated || triesSelected && index == selected {
      let power = LinkBudget.hundredths(radiated(of: index))
      if list[index].calibrate(by: layer, power: power, counting: &revision) { isNew = true }
    }
    return isNew
  }
}
