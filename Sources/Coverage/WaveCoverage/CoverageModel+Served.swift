import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

/// Maps that the server computes: those that would be slow here or have more posts than are computed here,
/// and all where that is chosen.
extension CoverageModel {
  /// How often the server halves the tiles' posts: once less than the page where these are too many here, and
  /// as often as it where a model goes path by path, which takes long of as many.
  var servedLevel: UInt8 {
    guard let offer = served.offer, let plan = busyPlan, ModelChoice.of(plan.model)?.isSlow == false else {
      return level
    }
    let most = Double(offer.sampleLimit) / CoverageGround.samples(ofPosts: 1)
    return Swift.min(
      level,
      CoverageGround.level(ofPosts: served.postCount, atMost: Swift.min(CoverageGround.servedPosts, most)))
  }

  /// Whether the server can compute the map that is next, and over the same ground.
  private var canServe: Bool {
    guard let plan = busyPlan, let offer = served.offer, offer.has(plan), link.isConnected,
      served.refused != plan, areTilesKnown, served.postCount > 0,
      CoverageGround.samples(ofPosts: served.postCount / Double(1 << (2 * Int(servedLevel))))
        <= Double(offer.sampleLimit), !needed.contains(where: { refused.contains($0) })
    else { return false }
    do throws(PropagationError) {
      try plan.check()
      return true
    } catch {
      return false
    }
  }

  /// Whether the server is to compute the map that is next.
  var isServed: Bool {
    canServe && (served.choice ?? (isSlow || servedLevel < level))
  }

  /// Whether a finger holds what the map is of.
  private var isPlanHeld: Bool {
    switch grabbed {
    case .pin, .rim: true
    case .map, .sheet, .point, .nearEnd: false
    }
  }

  /// Asks for the map that waits for the server, once no finger moves it, and leaves one that is no longer
  /// wanted.
  mutating func askServer(at now: Int64) {
    var isWaiting = false
    if case .served = work { isWaiting = true }
    if let asked = served.asked, !isWaiting || asked != busyPlan || served.site != busySite {
      send(.coverageLeave(CoverageLeave(number: served.number)))
      served.drop()
    }
    guard isWaiting, served.asked == nil, !isPlanHeld else { return }
    guard isServed, let plan = busyPlan else { return computeHere() }
    served.number &+= 1
    (served.asked, served.site, served.began) = (plan, busySite, now)
    send(
      .coverageAsk(
        CoverageAsk(
          plan, number: served.number, tileCount: store.tiles.count, level: servedLevel,
          surfacePartCount: meetsStanding(plan) ? standing.parts.count : 0)))
  }

  /// What waits for the server is computed here.
  private mutating func computeHere() {
    served.drop()
    if case .served = work { work = .patch }
    redraw()
  }

  /// The connection is another, or gone.
  mutating func forgetServed() {
    served.offer = nil
    (served.refused, served.refusal) = (nil, [])
    computeHere()
  }

  mutating func chooseServed(_ value: Int) {
    let choice = value == 1
    guard busyPlan != nil, isServed != choice else { return }
    served.choice = choice
    planChanged()
  }

  // MARK: - What comes

  mutating func receive(_ offer: CoverageOffer) {
    served.offer = offer
    redraw()
  }

  private func isAsked(_ number: UInt16) -> Bool { served.asked != nil && number == served.number }

  mutating func receive(_ progress: CoverageProgress) {
    guard isAsked(progress.number) else { return }
    served.progress = progress
  }

  mutating func receive(_ refusal: CoverageRefusal) {
    guard isAsked(refusal.number) else { return }
    (served.refused, served.refusal) = (served.asked, refusal.text)
    computeHere()
  }

  mutating func receive(_ geometry: CoverageGeometry) {
    guard isAsked(geometry.number), let plan = served.asked else { return }
    guard geometry.postCount <= ServedState.postLimit, geometry.isAround(plan) else {
      (served.refused, served.refusal) = (plan, Texts.bytes("What came is not what was asked for"))
      send(.coverageLeave(CoverageLeave(number: served.number)))
      return computeHere()
    }
    served.geometry = geometry
    served.losses = []
    served.losses.reserveCapacity(geometry.postCount)
  }

  /// Takes losses in their order; when the last are there the map is shown.
  mutating func receive(_ part: CoverageLosses, at now: Int64) {
    guard isAsked(part.number), let plan = served.asked, let geometry = served.geometry,
      Int(part.first) == served.losses.count,
      served.losses.count + part.losses.count <= geometry.postCount
    else { return }
    served.losses.append(contentsOf: part.losses)
    guard served.losses.count == geometry.postCount,
      let map = CoverageMap(geometry, losses: served.losses)
    else { return }
    if served.site == selectedSite { tookMicroseconds = Swift.max(0, now - served.began) }
    served.drop()
    guard case .served = work, busyPlan == plan else { return }
    work = .none
    show(map, of: plan, isCoarse: false)
    served.revision = mapCount
    redraw()
    computeNextSite()
  }

  // MARK: - What is said

  /// How far the server is, or that the map is its own.
  func appendServed(toChip text: inout TextWriter) {
    if served.asked != nil {
      text.append(" \u{00B7} on the server")
      if let percent = served.percent {
        text.append(", ")
        text.append(integer: percent)
        text.append(" %")
      }
    } else if tookMicroseconds != nil, let revision = served.revision, shown?.revision == revision {
      text.append(" on the server")
    }
    if level > 0, !isServed {
      text.append(" \u{00B7} ")
      Texts.append(every: level, to: &text)
      text.append(" post")
    }
  }

  /// Of how many posts the map is, where they are more than are computed here.
  private func appendPosts(to list: inout ControlListBuilder<CoverageAction>) {
    guard plan != nil, level > 0, served.postCount > 0 else { return }
    var text = TextWriter()
    Texts.append(every: isServed ? servedLevel : level, to: &text)
    text.append(" of the tile\u{2019}s")
    if isServed, servedLevel < level {
      text.append("; here it would be ")
      Texts.append(every: level, to: &text)
    } else if canServe, servedLevel < level {
      text.append("; by the server it would be ")
      Texts.append(every: servedLevel, to: &text)
    } else {
      text.append(": more would take too long here")
      if served.offer == nil { text.append(", and there is no server to compute them") }
    }
    list.fact(label: "Posts", text: text.bytes)
  }

  /// What took how long of a map that was computed here.
  private func appendTimes(to list: inout ControlListBuilder<CoverageAction>) {
    guard tookMicroseconds != nil, served.asked == nil, served.revision != shown?.revision else { return }
    var text = TextWriter()
    func append(_ name: StaticString, _ microseconds: Int64) {
      text.append(name)
      text.append(Double(microseconds) / 1000, decimals: 1)
    }
    append("ground ", times.ground)
    if times.firstLook > 0 { append(", first look ", times.firstLook) }
    append(", rays and map ", times.map)
    text.append(" ms")
    list.fact(label: "It took", text: text.bytes)
  }

  /// Where the map is computed, as far as there is a choice.
  func appendServed(to list: inout ControlListBuilder<CoverageAction>) {
    appendPosts(to: &list)
    appendTimes(to: &list)
    if canServe {
      list.segments(
        .computeOnServer, label: "Computed", options: ["On this device", "On the server"],
        selected: isServed ? 1 : 0)
    }
    if served.asked != nil {
      var text = TextWriter()
      text.append("computed on the server, ")
      if let percent = served.percent {
        text.append(integer: percent)
        text.append(" %")
      } else {
        text.append("waiting for its turn")
      }
      list.fact(label: "The map is", text: text.bytes)
    } else if served.refused != nil, served.refused == plan {
      list.fact(label: "Not by the server", text: served.refusal)
    }
  }
}

extension Texts {
  /// Says which posts are taken where they are halved so often.
  static func append(every level: UInt8, to text: inout TextWriter) {
    guard level > 0 else { return text.append("all") }
    let step = 1 << Int(Swift.min(level, WireLimits.terrainLevel))
    text.append("every ")
    text.append(integer: step)
    text.append(step == 2 || step == 32 ? "nd" : "th")
  }
}

extension CoverageGeometry {
  /// Whether posts lie around a plan's transmitter as its circle does: what a client draws is near to where
  /// it asked.
  fileprivate func isAround(_ plan: CoveragePlan) -> Bool {
    let up = plan.radiusMeters / 110_500 + 3 * latitudeStepDegrees
    let north = northDegrees - plan.transmitter.latitudeDegrees
    let south = Double(rowCount - 1) * latitudeStepDegrees - north
    let east = (plan.transmitter.longitudeDegrees - westDegrees).remainder(dividingBy: 360)
    return north >= 0 && north <= up && south >= 0 && south <= up && northDegrees < 90
      && northDegrees - Double(rowCount) * latitudeStepDegrees > -90
      && east >= 0 && east <= Double(columnCount - 1) * longitudeStepDegrees
  }
}
