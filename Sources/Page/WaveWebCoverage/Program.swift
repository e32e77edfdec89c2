import WaveCoverage
import WavePage
import WaveUnits

/// The client of the coverage instrument.
nonisolated(unsafe) private let client = CoverageClient()

/// Starts the client of the coverage instrument.
@_expose(wasm, "start") @c(web_start)
public func start() { client.start() }

/// Receives a map from the worker: the first `count` bytes of the input.
///
/// A `count` of 0 reports that the worker has started, and a negative one that it has stopped.
@_expose(wasm, "computed") @c(web_computed)
public func computed(_ count: Int32, _ now: Double) { client.computed(count: count, at: now) }

/// Reports whether an image has been loaded.
@_expose(wasm, "pictureLoaded") @c(web_pictureLoaded)
public func pictureLoaded(_ slot: Int32, _ isLoaded: Int32, _ now: Double) {
  client.pictureLoaded(slot, isLoaded: isLoaded, at: now)
}

/// Receives a file chosen by the user: the first `count` bytes of the input.
@_expose(wasm, "file") @c(web_file)
public func file(_ count: Int32, _ now: Double) { client.receive(fileOf: count, at: now) }

/// Receives stored bytes for a request: the first `count` bytes of the input, or none if `count` is negative.
@_expose(wasm, "recalled") @c(web_recalled)
public func recalled(_ number: Int32, _ count: Int32, _ now: Double) {
  client.recalled(number, count: count, at: now)
}

/// Receives the device's position in degrees and its uncertainty in metres.
@_expose(wasm, "located") @c(web_located)
public func located(_ latitude: Double, _ longitude: Double, _ accuracy: Double, _ now: Double) {
  let place = Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude)
  client.perform(client.model.located(place, accuracyMeters: accuracy, at: Int64(saturating: now)))
}

/// Reports that the device's position is unavailable, with a `PositionFault` as the reason.
@_expose(wasm, "notLocated") @c(web_not_located)
public func notLocated(_ fault: Int32, _ now: Double) {
  let fault = PositionFault(rawValue: UInt8(truncatingIfNeeded: fault)) ?? .unavailable
  client.perform(client.model.notLocated(fault, at: Int64(saturating: now)))
}

/// Reports whether the requested copy of the URL succeeded.
@_expose(wasm, "copied") @c(web_copied)
public func copied(_ isDone: Int32, _ now: Double) {
  client.perform(client.model.copied(isDone != 0, at: Int64(saturating: now)))
}

/// Restores the scene from the page's URL: the first `count` bytes of the input.
@_expose(wasm, "reopen") @c(web_reopen)
public func reopen(_ count: Int32, _ now: Double) {
  client.perform(client.model.reopen(client.bytes(Int(count)), at: Int64(saturating: now)))
}
