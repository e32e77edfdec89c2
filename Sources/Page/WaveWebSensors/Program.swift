import WavePage
import WaveSensors

/// The client of the sensors instrument.
nonisolated(unsafe) private let client = App(SensorsModel())

/// Starts the client of the sensors instrument.
@_expose(wasm, "start") @c(web_start)
public func start() { client.start() }

/// Receives a number that was stored on this device.
@_expose(wasm, "kept") @c(web_kept)
public func kept(_ key: Int32, _ value: Double, _ now: Double) {
  client.restore(key: key, value: value, at: now)
}

/// Reports that the page has drawn the latest frame.
@_expose(wasm, "drawn") @c(web_drawn)
public func drawn(_ now: Double) { client.drawn(at: now) }
