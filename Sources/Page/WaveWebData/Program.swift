import WaveData
import WavePage

/// Starts the client of the data instrument.
@_expose(wasm, "start") @c(web_start)
public func start() { App(DataModel()).start() }
