import WavePage
import WaveSpectrum

/// Starts the client of the spectrum instrument.
@_expose(wasm, "start") @c(web_start)
public func start() { App(SpectrumModel()).start() }
