import WaveLocal
import WaveSourceWorker

/// Serves the simulated hills.
@_expose(wasm, "hills") @c(local_hills)
public func hills() { _ = SourceWorker.serve(LocalTerrain()) }
