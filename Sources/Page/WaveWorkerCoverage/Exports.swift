import WaveLocal

/// What the worker serves: terrain.
typealias LocalSource = LocalTerrain

/// Becomes the simulated hills.
@_expose(wasm, "hills") @c(local_hills)
public func hills() { desk.source = LocalTerrain() }
