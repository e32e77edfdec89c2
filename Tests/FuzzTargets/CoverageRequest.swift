import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveWire

extension FuzzTarget {
  /// What a server makes of a question for a map: a plan or none, and blocks that its tiles have.
  static let coverageRequest = FuzzTarget("coverage-ask", byteLimit: 256) { bytes throws(Finding) in
    var reader = CoverageMessageReader(limit: WireLimits.clientMessageBytes)
    let read = Result { () throws(WireError) in try reader.nextFromClient(in: bytes.span.bytes) }
    guard case .success(.some(.coverageRequest(let ask))) = read, let plan = CoveragePlan(ask) else { return }
    let tiles = (0..<4).map { number in
      TerrainDescription(
        northDegrees: number < 2 ? 47 : 46.8, westDegrees: number % 2 == 0 ? 9.9 : 10.1,
        latitudeStepDegrees: 1.0 / 3600, longitudeStepDegrees: 1.0 / 3600, rowCount: 721, columnCount: 721,
        name: [0x41])
    }
    var wanted = ask
    // Clutter that its model does not take is not asked for.
    if plan.clutterMeters == 0 { wanted.clutter = 0 }
    try require(
      CoverageRequest(
        plan, number: ask.number, tileCount: Int(ask.tileCount), level: ask.level,
        surfacePartCount: Int(ask.surfacePartCount)) == wanted,
      "a plan asks for itself")
    let isPlan =
      if case .success = Result(catching: { () throws(PropagationError) in try plan.check() }) {
        true
      } else {
        false
      }
    guard isPlan else { return }
    let posts = CoverageGround.postCount(within: plan, of: tiles, level: ask.level)
    let ground = CoverageGround(within: plan, of: tiles, level: ask.level)
    try require((posts == nil) == (ground == nil), "there is ground where there are posts")
    guard let ground, let posts else { return }
    try require(ground.postCount == posts && posts > 0, "posts are those that were reckoned")
    var before: TerrainBlockKey?
    for key in ground.keys {
      try require(key.level == ask.level && Int(key.tile) < tiles.count, "a block is of a tile")
      try require(tiles[Int(key.tile)].posts(of: key) != nil, "its tile has it")
      try require(before != key, "it is there once")
      before = key
    }
    let part = SurfacePart(
      northDegrees: 46.9, westDegrees: 10, southDegrees: 46.7, eastDegrees: 10.2, version: 1, name: [0x42])
    for key in CoverageGround.surfaceKeys(over: ground.keys, of: tiles, parts: [part]) {
      try require(key.isSurface && tiles[Int(key.tile)].posts(of: key) != nil, "a tile has its posts")
      var below = key
      below.isSurface = false
      try require(ground.keys.contains(below), "what stands on the ground lies over it")
    }
    try require(
      CoverageGround(within: plan, of: tiles).map { $0.level <= WireLimits.terrainLevel } == true,
      "a page finds a level")
  }
}
