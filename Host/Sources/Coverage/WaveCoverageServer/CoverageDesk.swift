import WaveCoverageFeed
import WaveServer
import WaveCoverageWire
import WavePropagation
import WaveSystem
import WaveWire

/// The newest map that one client has asked for; lives on the client's event loop.
final class CoverageDesk {
  /// Parts of a map that are written before others have their turn.
  private static let partsAtOnce = 4

  private let station: TerrainStation
  private let waker: ClientWaker
  private var job: CoverageJob?
  /// Why the newest question cannot be answered.
  private var refusal: CoverageRefusal?
  /// The map that is being sent, and how many of its posts have been.
  private var map: CoverageMap?
  private var sentCount = 0

  /// - Parameters:
  ///   - station: The tiles.
  ///   - waker: Called when a message for the client is ready.
  init(station: TerrainStation, waker: ClientWaker) {
    self.station = station
    self.waker = waker
  }

  /// Has a map computed in the place of the one before, which ends at once.
  func ask(_ ask: CoverageAsk) {
    drop()
    do throws(TerrainFault) {
      let next = try CoverageJob(ask, station: station, waker: waker)
      guard station.maps.begin(next) else {
        throw TerrainFault("The server computes as many maps as it can. Try again in a while.")
      }
      job = next
    } catch {
      refusal = CoverageRefusal(number: ask.number, text: error.text.utf8(limit: WireLimits.text))
    }
  }

  /// Leaves a map; another than the newest is left already.
  func leave(_ leave: CoverageLeave) {
    if job?.ask.number == leave.number || refusal?.number == leave.number { drop() }
  }

  /// Ends what is computed for the client.
  func drop() {
    if let job { station.maps.end(job) }
    (job, refusal, map) = (nil, nil, nil)
    sentCount = 0
  }

  /// Whether there is something to send.
  var isDue: Bool { refusal != nil || map != nil || job?.hasNews == true }

  /// Writes what is to be sent now: of a map a few parts, so that it does not keep others waiting.
  func collect(into frames: inout MeteredFrames) {
    if let refusal {
      frames.put(.coverageRefusal(refusal))
      self.refusal = nil
    }
    guard let job else { return }
    if map == nil { begin(job, into: &frames) }
    guard let map else { return }
    for _ in 0..<Self.partsAtOnce where sentCount < map.losses.count {
      let end = min(map.losses.count, sentCount + WireLimits.coverageLosses)
      frames.put(
        .coverageLosses(
          CoverageLosses(
            number: job.ask.number, first: UInt32(sentCount), losses: Array(map.losses[sentCount..<end]))))
      sentCount = end
    }
    if sentCount == map.losses.count { drop() }
  }

  /// Tells how far the map is, or where its posts are.
  private func begin(_ job: CoverageJob, into frames: inout MeteredFrames) {
    let (progress, outcome) = job.takeNews()
    if let progress { frames.put(.coverageProgress(progress)) }
    switch outcome {
    case nil: return
    case .refused(let text)?:
      drop()
      frames.put(
        .coverageRefusal(
          CoverageRefusal(number: job.ask.number, text: text.utf8(limit: WireLimits.text))))
    case .map(let made)?:
      guard let geometry = made.geometry(number: job.ask.number) else {
        drop()
        let text = "The map has more posts than can be sent. Choose a smaller radius."
        return frames.put(
          .coverageRefusal(CoverageRefusal(number: job.ask.number, text: Array(text.utf8))))
      }
      frames.put(.coverageGeometry(geometry))
      map = made
    }
  }
}
