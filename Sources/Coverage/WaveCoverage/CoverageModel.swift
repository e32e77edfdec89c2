import WaveCoverageWire
public import WaveDisplay
public import WaveInteraction
import WavePropagation
import WaveUnits

/// The coverage instrument as a value: intents in, effects out, and a draw list.
///
/// A map of the ground in Web Mercator, a transmitter that the finger drags, and how its signal reaches what is around it. The server
/// is asked for the blocks of posts that can be seen, and for those within the radius; what is made of them is computed here. The model
/// has no clock: every intent and every `draw` brings the client's monotonic time in microseconds, and whoever runs it has it
/// work while there is time (`work`, `worked`).
public struct CoverageModel: Sendable {
  /// Whether the drawer is open.
  public internal(set) var isDrawerOpen = false
  /// Controls, chip and messages around the plot.
  public internal(set) var controls = ControlList()
  /// Nothing on a map is live: there is no latency to tell.
  public var drawnLatencyMicroseconds: Int64? { nil }
  /// Widths of characters, as the player measured them.
  public var advances = TextAdvances.monospaced

  var screen = Screen()
  var theme = Theme.dark
  var reducesMotion = false

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

  var clock = ClockOffset()
  var link = LinkWatch()
  var lastClockRequest: Int64 = .min / 2
  var isVisible = true
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

  var recognizer = GestureRecognizer(scale: 1)
  var glide: Glide?
  var grabbed = CoverageGrab.map
  var lastFinger: (x: Float, y: Float) = (0, 0)
  var isAfterPinch = false
  var hasTouched = false
  var hintText: [UInt8] = []
  var hintEnds: Int64 = 0
  var alertText: [UInt8] = []
  /// What was wrong with what was typed, and into which field.
  var refusal: (control: UInt8, text: [UInt8])?
  var wakeDue: Int64?
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
  var effects: [Effect] = []

  /// Starts without a screen, a tile or a connection.
  public init() {}

  /// Takes an intent, and says what is to be done outside.
  ///
  /// - Parameters:
  ///   - intent: What happened.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func handle(_ intent: Intent, at now: Int64) -> [Effect] {
    effects.removeAll(keepingCapacity: true)
    advanceTime(now)
    switch intent {
    case .resize(let width, let height, let scale, let insets, let textScale, let headPoints):
      let next = Screen(
        width: width, height: height, scale: scale, insets: insets,
        textScale: Swift.max(0.5, Swift.min(4, textScale)), headPoints: headPoints)
      var before = screen
      before.headPoints = headPoints
      // A chip that takes another line moves nothing that lies clear of it.
      let isClear = before == next && wholeTop >= next.head
      screen = next
      (view.width, view.height) = (Double(width), Double(height))
      recognizer.thresholds = GestureRecognizer.Thresholds(scale: scale)
      isWantStale = true
      if isWhole, !isClear { fitWhole() }
    case .appearance(let isDark, let reducesMotion):
      theme = isDark ? .dark : .light
      self.reducesMotion = reducesMotion
    case .touch(let touch):
      hasTouched = true
      if let gesture = recognizer.handle(touch) { handle(gesture, at: now) }
    case .wheel(let x, let y, let dx, let dy, let zoom): wheel(x: x, y: y, dx: dx, dy: dy, zoom: zoom)
    case .key(let key, let isShifted): handle(key, isShifted: isShifted, at: now)
    case .control(let id, let value): control(id, value, at: now)
    case .controlTouch(let id, _, let fraction, _): slide(id, fraction: Double(fraction))
    case .controlStep(let id, _, let steps): step(id, by: steps)
    case .controlText(let id, let text): controlText(id, text, at: now)
    case .connection(let isOpen): connection(isOpen, at: now)
    case .message(let message): receive(message, at: now)
    case .visibility(let isVisible):
      self.isVisible = isVisible
      if isVisible, link.isConnected {
        link.forget(at: now)
        requestClock(at: now)
      }
    case .tick:
      if let gesture = recognizer.tick(now) {
        handle(gesture, at: now)
        redraw()
      }
    case .zone, .kept, .wallClock: break
    }
    switch intent {
    case .message, .tick: break
    default: redraw()
    }
    finish(at: now)
    return effects
  }

  /// The page has drawn the newest frame.
  public mutating func drawn(at now: Int64) {}

  mutating func redraw() {
    if !effects.contains(.redraw) { effects.append(.redraw) }
  }

  /// Asks for a tick at a time; the earliest of several counts.
  mutating func wake(at microseconds: Int64) {
    wakeDue = Swift.min(wakeDue ?? .max, microseconds)
  }

  private mutating func advanceTime(_ now: Int64) {
    if let due = wakeDue, now >= due { wakeDue = nil }
  }

  /// What follows every intent: what is due is sent, controls are made anew, the next tick is asked for.
  mutating func finish(at now: Int64) {
    sendDue(at: now)
    askServer(at: now)
    tellScene(at: now)
    settleCopied(at: now)
    updateControls(at: now)
    if hasWork { redraw() }
    if let due = recognizer.longPressDue { wake(at: due) }
    if let wakeDue { effects.append(.wake(microseconds: wakeDue)) }
  }

  /// The tile that was picked.
  var tile: TerrainDescription? {
    tileIndex.flatMap { store.tiles.indices.contains($0) ? store.tiles[$0] : nil }
  }

  /// Says something over the plot for a while.
  mutating func hint(_ text: StaticString, at now: Int64) {
    hintText = Texts.bytes(text)
    hintEnds = now + 6_000_000
    wake(at: hintEnds)
  }
}
