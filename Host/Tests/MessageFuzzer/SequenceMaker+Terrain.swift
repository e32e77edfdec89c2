import WaveCoverageWire
import WaveWire

extension SequenceMaker {
  mutating func append(terrainOf client: inout Client, to bytes: inout [UInt8]) {
    let message: CoverageMessage
    switch draw.below(40) {
    case 0..<18: message = .ask(BlockRequest(block()))
    case 18..<22: message = .cancelBlock(BlockCancellation(block()))
    case 22..<26:
      message = .fetch(
        TerrainFetch(
          TerrainCell(south: draw.field(-90...89), west: draw.field(-180...179)), isWanted: draw.chance(0.7)))
    case 26..<33: message = .coverageRequest(coverage(&client))
    case 33..<36: message = .coverageCancellation(CoverageCancellation(number: view(client)))
    case 36..<39: message = .clockRequest(ClockRequest(clientMicroseconds: time()))
    default: message = draw.chance(0.3) ? .hello(CoverageHello()) : .cancelBlock(BlockCancellation(block()))
    }
    message.encodeFromClient(into: &bytes)
  }

  private mutating func block() -> TerrainBlockKey {
    TerrainBlockKey(
      tile: draw.field(0...6), level: draw.field(0...9), row: draw.field(0...9), column: draw.field(0...9),
      isSurface: draw.chance(0.3))
  }

  private mutating func coverage(_ client: inout Client) -> CoverageRequest {
    client.view &+= 1
    let place = Stage.coveragePlace
    var ask = CoverageRequest(
      number: client.view, tileCount: draw.field(0...6), level: draw.field(0...9),
      latitudeDegrees: draw.number(place.latitude - 0.4...place.latitude + 0.4),
      longitudeDegrees: draw.number(place.longitude - 0.4...place.longitude + 0.4))
    ask.model = draw.field(0...7)
    ask.isVertical = draw.chance(0.5)
    ask.area = draw.field(0...3)
    ask.frequencyHertz = draw.number(30e6...6e9)
    ask.radiusMeters = draw.number(10...3000)
    ask.transmitterHeightMeters = draw.number(1...200)
    ask.receiverHeightMeters = draw.number(1...10)
    ask.timePercent = draw.number(1...99)
    ask.locationPercent = draw.number(1...99)
    ask.situationPercent = draw.number(1...99)
    ask.surfacePartCount = draw.field(0...2)
    ask.clutter = draw.field(0...4)
    return ask
  }
}
