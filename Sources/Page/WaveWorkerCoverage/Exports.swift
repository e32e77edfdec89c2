import WaveLocal
import WaveSourceWorker

/// Becomes the simulated hills.
@_expose(wasm, "hills") @c(local_hills)
public func hills() { SourceWorker(LocalTerrain()).start() }
