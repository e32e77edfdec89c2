import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveUnits

/// The map that the server computes for the page, and which maps it offers: those that would be slow here or
/// have more posts than are computed here, and all where that is chosen.
struct ServedMap: Sendable {
  /// A map that the server has been asked for.
  private struct Request: Sendable {
    let plan: CoveragePlan
    let site: Int
    /// When it was asked for.
    let began: Int64
    fileprivate(set) var progress: CoverageProgress?
    /// Where the posts of the map are that comes, and those losses that have come.
    fileprivate(set) var geometry: CoverageGeometry?
    fileprivate(set) var losses: [Int16] = []
  }

  /// What a message of the server's means.
  enum Outcome: Sendable {
    /// Nothing yet.
    case none
    /// The server offers maps.
    case offered
    /// The map is not computed there, or is none that can be used: then the server need not send it.
    case refused(leaves: Bool)
    /// The map is whole, for this plan and transmitter, and was asked for at that time.
    case map(CoverageMap, of: CoveragePlan, site: Int, began: Int64)
  }

  /// Posts of a map that is received at most: none that is asked for has as many.
  static let postLimit = Int(saturating: 1.25 * CoverageGround.servedPosts)

  /// The newest question's number.
  private(set) var number: UInt16 = 0
  /// What the server would not compute, and why.
  private(set) var refusal: (plan: CoveragePlan, text: [UInt8])?
  /// Counts the newest map that came, as maps are counted; nil where none has.
  private(set) var revision: UInt32?
  private var offer: CoverageOffer?
  private var choice: Bool?
  private var request: Request?

  // MARK: - Reading

  /// Whether the server offers maps.
  var isOffered: Bool { offer != nil }

  /// What the server has been asked for; nil where nothing is on its way.
  var asked: CoveragePlan? { request?.plan }

  /// Losses that have come of it.
  var lossCount: Int { request?.losses.count ?? 0 }

  /// Whether the map of a plan and a transmitter is on its way.
  func isAsked(for plan: CoveragePlan?, of site: Int) -> Bool {
    request?.plan == plan && request?.site == site
  }

  /// Whole per cents of the rays; nil while the map waits for its turn.
  var percent: Int? {
    guard let progress = request?.progress, progress.rayCount > 0 else { return nil }
    return Int(saturating: (100 * Double(progress.doneCount) / Double(progress.rayCount)).rounded(.down))
  }

  /// How often the server halves the tiles' posts: once less than the page where these are too many here, and
  /// as often as it where a model goes path by path, which takes long of as many.
  func level(for plan: CoveragePlan?, over ground: MapGround) -> UInt8 {
    guard let offer, let plan, ModelChoice.of(plan.model)?.isSlow == false else { return ground.level }
    let most = Double(offer.sampleLimit) / CoverageGround.samples(ofPosts: 1)
    return Swift.min(
      ground.level,
      CoverageGround.level(ofPosts: ground.postCount, atMost: Swift.min(CoverageGround.servedPosts, most)))
  }

  /// Whether the server can compute a plan's map over the same ground.
  func canCompute(_ plan: CoveragePlan?, over ground: MapGround) -> Bool {
    guard let plan, let offer, offer.has(plan), refusal?.plan != plan, ground.postCount > 0 else {
      return false
    }
    let posts = ground.postCount / Double(1 << (2 * Int(level(for: plan, over: ground))))
    return CoverageGround.samples(ofPosts: posts) <= Double(offer.sampleLimit) && plan.isValid
  }

  /// Whether the server is to compute a map that it can: as it was chosen, else where it takes long here or
  /// has fewer posts.
  func isWanted(for plan: CoveragePlan?, over ground: MapGround, isSlow: Bool) -> Bool {
    choice ?? (isSlow || level(for: plan, over: ground) < ground.level)
  }

  // MARK: - Asking

  /// The user chooses whether the server is to compute.
  mutating func choose(_ isServer: Bool) { choice = isServer }

  /// Notes that a map is asked for.
  ///
  /// - Returns: The question's number.
  mutating func ask(for plan: CoveragePlan, of site: Int, at now: Int64) -> UInt16 {
    number &+= 1
    request = Request(plan: plan, site: site, began: now)
    return number
  }

  /// Nothing is asked for any more.
  mutating func drop() { request = nil }

  /// The connection was opened or closed: no server offers anything, or has refused it.
  mutating func connectionChanged() { (offer, refusal) = (nil, nil) }

  /// The ground is another: what was refused may be computed now.
  mutating func groundReplaced() { refusal = nil }

  // MARK: - What comes

  /// Receives a message about maps; others are passed over.
  mutating func receive(_ message: CoverageMessage) -> Outcome {
    switch message {
    case .coverageOffer(let offer):
      self.offer = offer
      return .offered
    case .coverageProgress(let progress):
      if progress.number == number { request?.progress = progress }
      return .none
    case .coverageGeometry(let geometry): return receive(geometry)
    case .coverageLosses(let part): return receive(part)
    case .coverageRefusal(let refusal): return receive(refusal)
    default: return .none
    }
  }

  private mutating func receive(_ refusal: CoverageRefusal) -> Outcome {
    guard let plan = asked, refusal.number == number else { return .none }
    self.refusal = (plan, refusal.text)
    return .refused(leaves: false)
  }

  private mutating func receive(_ geometry: CoverageGeometry) -> Outcome {
    guard let plan = asked, geometry.number == number else { return .none }
    guard geometry.postCount <= Self.postLimit, geometry.isAround(plan) else {
      refusal = (plan, Texts.bytes("What came is not what was asked for"))
      return .refused(leaves: true)
    }
    request?.geometry = geometry
    request?.losses = []
    request?.losses.reserveCapacity(geometry.postCount)
    return .none
  }

  /// Losses come in their order; with the last ones the map is whole.
  private mutating func receive(_ part: CoverageLosses) -> Outcome {
    guard part.number == number, let geometry = request?.geometry, Int(part.first) == lossCount,
      lossCount + part.losses.count <= geometry.postCount
    else { return .none }
    request?.losses.append(contentsOf: part.losses)
    guard lossCount == geometry.postCount, let request,
      let map = CoverageMap(geometry, losses: request.losses)
    else { return .none }
    drop()
    return .map(map, of: request.plan, site: request.site, began: request.began)
  }

  /// The map that came is shown, as the one that is counted so.
  mutating func show(as revision: UInt32?) { self.revision = revision }
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
