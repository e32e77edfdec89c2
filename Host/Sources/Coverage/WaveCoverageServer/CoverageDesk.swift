import WaveCoverageFeed
import WaveServer
import WaveCoverageWire
import WavePropagation
import WaveSystem
import WaveWire

/// Computes and sends the newest map that one client has requested; lives on the client's event loop.
final class CoverageDesk {
  /// Number of messages with losses that are written before other sessions get their turn.
  private static let partsAtOnce = 4

  private let station: TerrainStation
  private let waker: ClientWaker
  private var job: CoverageJob?
  /// Why the newest request cannot be answered.
  private var refusal: CoverageRefusal?
  /// The map that is being sent, and how many of its posts have been sent.
  private var map: CoverageMap?
  private var sentCount = 0

  /// - Parameters:
  ///   - station: The tiles.
  ///   - waker: Called when a message for the client is ready.
  init(station: TerrainStation, waker: ClientWaker) {
    self.station = station
    self.waker = waker
  }

  /// Starts computing a map, and cancels the previous one at once.
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

  /// Cancels a map if it is the newest; older maps are cancelled already.
  func leave(_ leave: CoverageLeave) {
    if job?.ask.number == leave.number || refusal?.number == leave.number { drop() }
  }

  /// Cancels the client's map and drops what has not been sent of it.
  func drop() {
    if let job { station.maps.end(job) }
    (job, refusal, map) = (nil, nil, nil)
    sentCount = 0
  }

  /// Whether a message is ready to be sent.
  var isDue: Bool { refusal != nil || map != nil || job?.hasNews == true }

  /// Writes the messages that are due: only a few parts of a map, so that other clients do not wait for it.
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

  /// Writes the progress of the map, or the geometry of its posts once it is computed.
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
