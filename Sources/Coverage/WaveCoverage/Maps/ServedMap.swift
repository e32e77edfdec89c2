import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveUnits

/// A map that the server computes for the page.
///
/// The server computes maps that would be slow on this device or need more posts than this device can use,
/// and all maps if the user has chosen the server.
struct ServedMap: Sendable {
  /// A map requested from the server.
  private struct Request: Sendable {
    let plan: CoveragePlan
    let site: Int
    /// The client's time at the request, in microseconds.
    let began: Int64
    fileprivate(set) var progress: CoverageProgress?
    /// The positions of the map's posts; nil until they are received.
    fileprivate(set) var geometry: CoverageGeometry?
    /// The losses received so far, in the order of the posts.
    fileprivate(set) var losses: [Int16] = []
  }

  /// The effect of a message from the server.
  enum Outcome: Sendable {
    /// No effect yet.
    case none
    /// The server offers to compute maps.
    case offered
    /// The server refused the map or sent an unusable one; if `leaves` is true, the request must be
    /// cancelled.
    case refused(leaves: Bool)
    /// The map for this plan and transmitter, requested at time `began`, is complete.
    case map(CoverageMap, of: CoveragePlan, site: Int, began: Int64)
  }

  /// The maximum number of posts in a received map, which is more than a valid request needs.
  static let postLimit = Int(saturating: 1.25 * CoverageGround.servedPosts)

  /// The number of the newest request.
  private(set) var number: UInt16 = 0
  /// The plan that the server refused, and the reason.
  private(set) var refusal: (plan: CoveragePlan, text: [UInt8])?
  /// The revision of the newest map received; nil if there is none.
  private(set) var revision: UInt32?
  private var offer: CoverageOffer?
  private var choice: Bool?
  private var request: Request?

  // MARK: - Reading

  /// Whether the server offers to compute maps.
  var isOffered: Bool { offer != nil }

  /// The plan of the pending request; nil if there is none.
  var asked: CoveragePlan? { request?.plan }

  /// The number of losses received so far.
  var lossCount: Int { request?.losses.count ?? 0 }

  /// Returns whether the map of a plan and transmitter has been requested.
  func isAsked(for plan: CoveragePlan?, of site: Int) -> Bool {
    request?.plan == plan && request?.site == site
  }

  /// The percentage of rays computed, rounded down; nil while the map is queued.
  var percent: Int? {
    guard let progress = request?.progress, progress.rayCount > 0 else { return nil }
    return Int(saturating: (100 * Double(progress.doneCount) / Double(progress.rayCount)).rounded(.down))
  }

  /// Returns how many times the server halves the tiles' resolution.
  ///
  /// The number is the smallest that the server's limits allow. For slow models, which compute each path
  /// separately, the server uses the same resolution as this device.
  func level(for plan: CoveragePlan?, over ground: MapGround) -> UInt8 {
    guard let offer, let plan, ModelChoice.of(plan.model)?.isSlow == false else { return ground.level }
    let most = Double(offer.sampleLimit) / CoverageGround.samples(ofPosts: 1)
    return Swift.min(
      ground.level,
      CoverageGround.level(ofPosts: ground.postCount, atMost: Swift.min(CoverageGround.servedPosts, most)))
  }

  /// Returns whether the server can compute a plan's map from the tiles of this ground.
  func canCompute(_ plan: CoveragePlan?, over ground: MapGround) -> Bool {
    guard let plan, let offer, offer.has(plan), refusal?.plan != plan, ground.postCount > 0 else {
      return false
    }
    let posts = ground.postCount / Double(1 << (2 * Int(level(for: plan, over: ground))))
    return CoverageGround.samples(ofPosts: posts) <= Double(offer.sampleLimit) && plan.isValid
  }

  /// Returns whether the server should compute a map.
  ///
  /// If the user has not decided, the server computes maps that are slow or would have fewer posts on this
  /// device.
  func isWanted(for plan: CoveragePlan?, over ground: MapGround, isSlow: Bool) -> Bool {
    choice ?? (isSlow || level(for: plan, over: ground) < ground.level)
  }

  // MARK: - Requests

  /// Sets whether the user wants the server to compute all maps.
  mutating func choose(_ isServer: Bool) { choice = isServer }

  /// Starts a request for a map.
  ///
  /// - Returns: The number of the request.
  mutating func ask(for plan: CoveragePlan, of site: Int, at now: Int64) -> UInt16 {
    number &+= 1
    request = Request(plan: plan, site: site, began: now)
    return number
  }

  /// Drops the pending request.
  mutating func drop() { request = nil }

  /// Clears the recorded offer and refusal after the connection has been opened or closed.
  mutating func connectionChanged() { (offer, refusal) = (nil, nil) }

  /// Clears the recorded refusal after the ground has changed, since the server may now be able to compute
  /// the map.
  mutating func groundReplaced() { refusal = nil }

  // MARK: - Received messages

  /// Receives a message about maps; other messages are ignored.
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

  /// Receives a part of the losses, which arrive in order; the last part completes the map.
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

  /// Records the revision under which the received map is shown.
  mutating func show(as revision: UInt32?) { self.revision = revision }
}

extension CoverageGeometry {
  /// Returns whether the posts surround a plan's transmitter and extend only slightly beyond its circle, so
  /// that only the requested area is drawn.
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
