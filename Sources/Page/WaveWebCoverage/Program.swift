import WaveCoverage
import WavePage
import WaveUnits

/// The client of the coverage instrument.
nonisolated(unsafe) private let client = CoverageClient()

/// Starts the client.
@_expose(wasm, "start") @c(web_start)
public func start() { client.start() }

/// Receives a map from the worker: the first `count` bytes of the input.
///
/// A `count` of 0 reports that the worker has started, and one below 0 that it has ended.
@_expose(wasm, "computed") @c(web_computed)
public func computed(_ count: Int32, _ now: Double) { client.computed(count: count, at: now) }

/// Reports that a picture has been loaded, or cannot be loaded.
@_expose(wasm, "pictured") @c(web_pictured)
public func pictured(_ slot: Int32, _ isThere: Int32, _ now: Double) {
  client.pictured(slot, isThere: isThere, at: now)
}

/// Receives a file that the user has picked: the first `count` bytes of the input.
@_expose(wasm, "file") @c(web_file)
public func file(_ count: Int32, _ now: Double) { client.receive(fileOf: count, at: now) }

/// Receives the stored bytes for a request: the first `count` bytes of the input; below 0, there are none.
@_expose(wasm, "recalled") @c(web_recalled)
public func recalled(_ number: Int32, _ count: Int32, _ now: Double) {
  client.recalled(number, count: count, at: now)
}

/// Receives the device's position in degrees, and its uncertainty in metres.
@_expose(wasm, "located") @c(web_located)
public func located(_ latitude: Double, _ longitude: Double, _ accuracy: Double, _ now: Double) {
  let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
  client.perform(client.model.located(place, accuracyMeters: accuracy, at: Int64(saturating: now)))
}

/// Reports that the device's position is not available, for a reason of `PositionFault`.
@_expose(wasm, "notLocated") @c(web_not_located)
public func notLocated(_ fault: Int32, _ now: Double) {
  let fault = PositionFault(rawValue: UInt8(truncatingIfNeeded: fault)) ?? .unavailable
  client.perform(client.model.notLocated(fault, at: Int64(saturating: now)))
}

/// Reports whether the requested copy was made.
@_expose(wasm, "copied") @c(web_copied)
public func copied(_ isDone: Int32, _ now: Double) {
  client.perform(client.model.copied(isDone != 0, at: Int64(saturating: now)))
}

/// Restores the scene from the page's address: the first `count` bytes of the input.
@_expose(wasm, "reopen") @c(web_reopen)
public func reopen(_ count: Int32, _ now: Double) {
  client.perform(client.model.reopen(client.bytes(Int(count)), at: Int64(saturating: now)))
}
