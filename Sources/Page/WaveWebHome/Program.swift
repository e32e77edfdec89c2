import WaveHome
import WavePage

/// Starts the client of Home.
@_expose(wasm, "start") @c(web_start)
public func start() { App(HomeModel()).start() }
