public import WaveCoverageWire
import WaveDisplay
public import WaveInteraction
import WavePropagation
import WaveUnits

/// The coverage instrument as a value: intents in, effects out, and a draw list.
///
/// A map of the ground in Web Mercator, a transmitter that the finger drags, and how its signal reaches what
/// is around it. The server is asked for the blocks of posts that can be seen, and for those within the
/// radius; what is made of them is computed here. The model has no clock: every intent and every `draw`
/// brings the client's monotonic time in microseconds, and whoever runs it has it work while there is time
/// (`work`, `worked`).
public struct CoverageModel: ShelledInstrument {
  /// The messages between the instrument and its server.
  public typealias Message = TerrainMessage
  /// The effects that only this instrument requests.
  public typealias OwnEffect = CoverageEffect

  package var shell = InstrumentShell<TerrainMessage, CoverageEffect, CoverageGrab, CoverageAction>(
    grabbed: .map)

  var store = TerrainStore()
  /// Whether all tiles have been told of.
  var areTilesKnown = false
  /// The tile that was picked.
  var tileIndex: Int?
  var view = MercatorView()
  /// Whether the view follows what there is to see until a finger moves it.
  var isWhole = true
  /// Whether all tiles were asked for, however small they are then.
  var showsAllTiles = false
  /// The pixel where all that the view shows began when it was fitted.
  var wholeTop = -Float.infinity

  /// Blocks that are asked for, and those that the server does not have.
  var asked: [TerrainBlockKey] = []
  var refused: [TerrainBlockKey] = []
  /// Whether what is wanted may have changed.
  var isWantStale = true
  /// Blocks of what is seen, nearest to the middle first, and those that the map is computed over.
  var seen: [TerrainBlockKey] = []
  var needed: [TerrainBlockKey] = []

  /// Transmitters that stand, which of them is selected, and which one's map is computed.
  var sites: [CoverageSite] = []
  var selectedSite = 0
  var busySite = 0
  /// Whose ground is put together in `surface`.
  var surfaceSite: Int?
  /// The one that a finger held another place for, as it was before.
  var siteBefore: CoverageSite?
  /// What all of them give together, as it is drawn.
  var union: UnionPicture?
  /// Points of a file.
  var measured: MeasuredLayer?
  /// Blocks along the path that is read, where its ground is not that of the map.
  var pathKeys: [TerrainBlockKey] = []
  var playedUnion = PlayedUnion()
  /// How sure the selected one's map is, and what the player has of it.
  var sureness: SurenessPicture?
  var playedSureness = PlayedUnion()
  /// What it will be computed for once there is a pin.
  var settings = CoveragePlan(
    transmitter: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), frequencyHertz: 915e6,
    radiusMeters: 8000, model: .learned)
  /// Whether their model follows the numbers.
  var defaultModel = DefaultModel()
  var budget = LinkBudget()
  var display = CoverageDisplay.loss
  var isSafe = false
  /// Blocks put together: those of the map's level, and every second or fourth post of them.
  var surface = TerrainSurface()
  var coarseSurface = TerrainSurface()
  var surfaceKeys: [TerrainBlockKey] = []
  var coarseStep = 2
  var level: UInt8 = 0

  var work = CoverageWork.none
  /// The rays, which are added to where they are.
  var sweep: CoverageSweep?
  /// Whether the page has a worker for maps, what that computes, and the bytes that it is to get.
  var hasWorker = false
  var handed: HandedMap?
  var job: [UInt8]?
  var jobCount: UInt32 = 0
  /// Whether there is a new map that has not been drawn.
  public internal(set) var hasNewMap = false
  /// Whether the pin or what is around it has changed since the coarse map.
  var isPlanNew = false
  var times = WorkTimes()
  /// How long the whole map took; nil until it is there.
  var tookMicroseconds: Int64?
  var mapCount: UInt32 = 0
  /// What the player has of maps: the revision in each of its two fields, and their sizes.
  var playedMaps: [(revision: UInt32, columns: Int, rows: Int)] = [(0, 0, 0), (0, 0, 0)]

  /// How the player colours each.
  var playedColors: [CoverageColors?] = [nil, nil]

  var reading: CoverageReading?
  /// Whether the tap before opened the sheet.
  var tapOpened = false
  /// Which tile was picked before the tap picked another.
  var tileBeforeTap: (index: Int?, wasChanged: Bool)?

  var slots: [ReliefSlot?] = []
  var streets = StreetPictures()
  var showsStreets = false
  var drawCount: UInt32 = 0
  var contours: [TerrainBlockKey: BlockContours] = [:]
  /// The circle of the radius, in worlds, and what it is of.
  var ring: [(x: Double, y: Double)] = []
  var ringPlan: CoveragePlan?

  var lastFinger: (x: Float, y: Float) = (0, 0)
  var isAfterPinch = false
  /// The control whose input was refused last, and the reason.
  var refusal: (action: CoverageAction, text: [UInt8])?
  /// The position of the device that is asked for, and what came of it.
  var position = PositionState()
  /// Maps that the server computes.
  var served = ServedState()
  /// Tiles that the server can get.
  var fetch = FetchState()
  /// What stands on the ground.
  var standing = StandingState()
  /// What is still to come of a file that is being kept.
  var table: TableRest?
  /// What the device keeps for when there is no server.
  var shelf = ShelfState()
  /// The scene that the page's address tells.
  var sceneState = SceneState()

  /// Starts without a screen, a tile or a connection.
  public init() {}

  package mutating func resized(from before: Screen, at now: Int64) {
    var before = before
    before.headPoints = outer.headPoints
    // A chip that takes another line moves nothing that lies clear of it.
    let isClear = before == outer && wholeTop >= outer.head
    shell.appearance.screen = outer
    (view.width, view.height) = (Double(outer.width), Double(outer.height))
    isWantStale = true
    if isWhole, !isClear { fitWhole() }
  }

  package mutating func controlsUpdated(at now: Int64) { if hasWork { redraw() } }

  /// The tile that was picked.
  var tile: TerrainDescription? {
    tileIndex.flatMap { store.tiles.indices.contains($0) ? store.tiles[$0] : nil }
  }

  /// Says something over the plot for a while.
  mutating func say(_ text: StaticString, at now: Int64) { shell.words.showToast(Texts.bytes(text), at: now) }
}
