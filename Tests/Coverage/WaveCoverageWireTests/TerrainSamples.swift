import WaveCoverageWire
import WaveWire

/// Messages about terrain for the tests: one fixed message of each kind that terrain alone has.
enum TerrainSamples {
  struct Fixed {
    var name: String
    var message: CoverageMessage
    var isFromClient = false
    var bytes: [UInt8] { encoded(message, fromClient: isFromClient) }
  }

  static func encoded(_ message: CoverageMessage, fromClient: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    if fromClient { message.encodeFromClient(into: &bytes) } else { message.encodeFromServer(into: &bytes) }
    return bytes
  }

  static func read(_ bytes: [UInt8], fromClient: Bool) throws(WireError) -> CoverageMessage? {
    var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
    return fromClient
      ? try reader.nextFromClient(in: bytes.span.bytes) : try reader.nextFromServer(in: bytes.span.bytes)
  }

  static let key = TerrainBlockKey(tile: 0x0102, level: 3, row: 0x0405, column: 0x0607)

  static let fixed: [Fixed] = [
    Fixed(name: "terrain-hello", message: .hello(CoverageHello(version: 2)), isFromClient: true),
    Fixed(name: "terrain-ask", message: .ask(BlockRequest(key)), isFromClient: true),
    Fixed(name: "terrain-take-back", message: .cancelBlock(BlockCancellation(key)), isFromClient: true),
    Fixed(
      name: "terrain-tiles",
      message: .tiles(
        TerrainList(
          first: 2, total: 4,
          tiles: [
            TerrainDescription(
              flags: .simulated, northDegrees: 47, westDegrees: 10.125, latitudeStepDegrees: 1.0 / 3600,
              longitudeStepDegrees: 2.0 / 3600, rowCount: 3601, columnCount: 1801, name: Array("Höhe".utf8)),
            TerrainDescription(
              northDegrees: -1, westDegrees: -180, latitudeStepDegrees: 0.5, longitudeStepDegrees: 0.25,
              rowCount: 2, columnCount: 2, name: []),
          ]))),
    Fixed(
      name: "terrain-block",
      message: .block(
        TerrainBlock(
          key: key, rowCount: 3, columnCount: 4,
          heights: [0, 1, -1, 63, 64, 8848, -430, .min, .max, .min, 0, -64]))),
    Fixed(name: "terrain-refusal", message: .refusal(TerrainRefusal(key: key, text: Array("gone".utf8)))),
    Fixed(
      name: "terrain-streets",
      message: .streets(
        TerrainStreets(
          zoom: 19, address: Array("streets/{z}/{x}/{y}".utf8),
          attribution: Array("© a".utf8)))),
    Fixed(
      name: "terrain-versions",
      message: .versions(TerrainVersions(first: 7, versions: [0, 1, 0xFEDC_BA98_7654_3210]))),
    Fixed(
      name: "terrain-fetch",
      message: .fetch(TerrainFetch(TerrainCell(south: -34, west: -59), isWanted: true)),
      isFromClient: true),
    Fixed(
      name: "terrain-progress",
      message: .progress(
        TerrainProgress(
          cell: TerrainCell(south: 51, west: 179), phase: .failed, doneBytes: 0x0102_0304_0506,
          totalBytes: 0x0708, text: Array("no such file".utf8)))),
    Fixed(
      name: "coverage-offer",
      message: .coverageOffer(CoverageOffer(sampleLimit: 0x0102_0304, models: 0x00FF))),
    Fixed(name: "coverage-ask", message: .coverageRequest(coverageRequest), isFromClient: true),
    Fixed(
      name: "coverage-leave", message: .coverageCancellation(CoverageCancellation(number: 0x0102)),
      isFromClient: true),
    Fixed(
      name: "coverage-progress",
      message: .coverageProgress(CoverageProgress(number: 0x0102, doneCount: 870, rayCount: 2176))),
    Fixed(
      name: "coverage-geometry",
      message: .coverageGeometry(
        CoverageGeometry(
          number: 0x0102, northDegrees: 47, westDegrees: 190.125, latitudeStepDegrees: 0.5,
          longitudeStepDegrees: 0.25, rowCount: 3, columnCount: 4))),
    Fixed(
      name: "coverage-losses",
      message: .coverageLosses(
        CoverageLosses(
          number: 0x0102, first: 0x0304,
          losses: [.min, .min, 0, 63, 0, 9150, 9214, 32_000, .min, 32_000]))),
    Fixed(
      name: "coverage-refusal",
      message: .coverageRefusal(CoverageRefusal(number: 0x0102, text: Array("busy".utf8)))),
    Fixed(name: "terrain-ask-surface", message: .ask(BlockRequest(surfaceKey)), isFromClient: true),
    Fixed(
      name: "terrain-surfaces",
      message: .surfaces(
        TerrainSurfaces(
          first: 2, total: 4,
          parts: [
            SurfacePart(
              northDegrees: 47, westDegrees: 179.5, southDegrees: 46.75, eastDegrees: 180.25,
              version: 0xFEDC_BA98_7654_3210, name: Array("Wald".utf8)),
            SurfacePart(name: Array("dsm".utf8), fault: Array("gone".utf8)),
          ]))),
    Fixed(name: "coverage-ask-surface", message: .coverageRequest(surfaceAsk), isFromClient: true),
    Fixed(name: "coverage-ask-clutter", message: .coverageRequest(clutterAsk), isFromClient: true),
    Fixed(
      name: "coverage-offer-clutter",
      message: .coverageOffer(CoverageOffer(sampleLimit: 0x0102_0304, models: 0x00FF, clutterCount: 5))),
  ]

  static let surfaceKey = TerrainBlockKey(
    tile: 0x0102, level: 3, row: 0x0405, column: 0x0607, isSurface: true)

  /// A question that wants models of the surface used: two bytes more.
  static let surfaceAsk: CoverageRequest = {
    var ask = coverageRequest
    ask.surfacePartCount = 0x0102
    return ask
  }()

  /// A question with clutter along the paths: three bytes more.
  static let clutterAsk: CoverageRequest = {
    var ask = coverageRequest
    ask.clutter = 3
    return ask
  }()

  /// A question with another number in each field.
  static let coverageRequest: CoverageRequest = {
    var ask = CoverageRequest(
      number: 0x0102, tileCount: 4, level: 2, latitudeDegrees: 46.75, longitudeDegrees: 10.125)
    ask.model = 2
    ask.isVertical = false
    ask.area = 3
    ask.frequencyHertz = 2.4e9
    ask.radiusMeters = 12_500
    ask.transmitterHeightMeters = 17
    ask.receiverHeightMeters = 2.5
    ask.timePercent = 10
    ask.locationPercent = 90
    ask.situationPercent = 75
    return ask
  }()
}
