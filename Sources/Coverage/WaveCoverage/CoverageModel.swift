public import WaveCoverageWire
package import WaveDisplay
public import WaveInteraction
import WavePropagation
import WaveTerrainFormats
public import WaveUnits
import WaveWire

/// The coverage instrument as a value that receives intents and returns effects and a draw list.
///
/// It shows a Web Mercator map of the ground, a transmitter that can be dragged, and the coverage of its
/// signal. It requests the blocks of posts that are visible or within the radius from the server, and
/// computes everything derived from them in the client. The model has no clock: every intent and every `draw`
/// receives the client's monotonic time in microseconds. When a frame leaves time for it, the host program
/// calls `performWork` and then `worked`.
///
/// The model consists of parts, each a value with inputs and private state. This file connects the parts: the
/// output of one is an input of others. The other files of this type read the parts and call the methods in
/// this file.
public struct CoverageModel: ShelledInstrument {
  /// The messages between the instrument and its server.
  public typealias Message = CoverageMessage
  /// The effects that only this instrument requests.
  public typealias OwnEffect = CoverageEffect

  package var shell = InstrumentShell<CoverageMessage, CoverageEffect, CoverageGrab, CoverageAction>(
    grabbed: .map)

  /// The contents of the map.
  private(set) var content = MapContent()
  /// The framing of the view: the part of the earth shown on the screen.
  private(set) var frame = MapFrame()
  /// The images and meshes cached between frames.
  private(set) var pictures = MapPictures()
  /// The state of the finger on the map.
  private(set) var finger = MapFinger()
  /// The state of the server's tile downloads.
  private(set) var fetch = TileFetch()
  /// The control whose last input was refused, and the reason.
  private(set) var refusal: InputRefusal?
  /// The position of the device.
  private(set) var position = DevicePosition.unknown
  /// The scene in the page's address.
  private(set) var address = SceneAddress()
  /// The note that a link has been copied.
  private(set) var copiedNote = CopiedNote()
  /// The table being saved, positioned at the next row to write; nil if no table is being saved.
  private(set) var table: TableExport?

  /// Creates a model without a screen, tiles or a connection.
  public init() {}

  // MARK: - Contents of the map

  /// Changes the map's contents and performs the resulting actions.
  mutating func change(_ input: MapContent.Input) { perform(content.handle(input)) }

  private mutating func perform(_ actions: MapActions) {
    if let text = actions.alert { alertText = Texts.bytes(text) }
    if actions.contains(.select) { refusal = nil }
    if actions.contains(.redraw) { redraw() }
    if actions.contains(.fit), frame.isWhole { fitWhole() }
  }

  /// Places the pin at a position, chosen by a long press if `isHeld` is true; returns false if no tile
  /// contains the position.
  @discardableResult
  mutating func placePin(at place: Coordinate, isHeld: Bool = false) -> Bool {
    guard let actions = content.place(at: place, isHeld: isHeld) else {
      alertText = Texts.bytes("There is no tile there. Put the transmitter within one.")
      fetch.miss(place)
      return false
    }
    fetch.forgetMissing()
    // Users who have placed a pin no longer need the instructions.
    shell.texts.dismissToast()
    // The view stays where the user has placed the pin.
    frame.handle(.hold)
    perform(actions)
    return true
  }

  // MARK: - The view

  package mutating func resized(from before: Screen, at now: Int64) {
    let isFitted = frame.resize(from: before, to: outer)
    shell.appearance.screen = outer
    change(.viewChanged)
    if isFitted { fitWhole() }
  }

  /// Moves or zooms the map.
  mutating func move(_ input: MapFrame.Input) {
    frame.handle(input, within: zoomLimits)
    change(.viewChanged)
  }

  /// Fits the view to the coverage circles, or else the measured points, the picked tile, or all tiles.
  ///
  /// - Parameter all: Whether to include all tiles, even if they become very small, when there is nothing
  ///   else to fit.
  mutating func fitWhole(all: Bool = false) {
    if all { frame.showAllTiles() }
    let store = content.terrain.store
    guard screen.width > 0, !store.tiles.isEmpty else { return }
    shell.gestures.stopGlide()
    let around = content.sites.corners ?? content.measured?.corners ?? store.tile.map { MapCorners(of: $0) }
    frame.fit(around: around, of: store.tiles, on: canvas, sheetHeight: sheetLayout?.height ?? 0)
    change(.viewChanged)
  }

  /// Moves the view so that the newly opened sheet does not cover the inspected point.
  mutating func makeRoomForSheet() {
    guard let reading else { return }
    if frame.isWhole { fitWhole() }
    guard let sheetLayout, frame.makeRoom(for: reading.place, on: sheetLayout.canvas) else { return }
    change(.viewChanged)
  }

  package mutating func handle(_ gesture: Gesture, at now: Int64) {
    let moved = finger.follow(gesture)
    switch gesture {
    case .tap(let x, let y): finger.tapped(tap(x: x, y: y, at: now))
    case .doubleTap:
      // The effect of the first tap is undone.
      switch finger.undoTap() {
      case .openedSheet: change(.closeSheet)
      case .pickedTile(let before): change(.pick(before))
      case .nothing: break
      }
      fitWhole(all: true)
    default: touch(gesture, moved: moved, at: now)
    }
    redraw()
  }

  // MARK: - The ground

  package mutating func connectionChanged(isOpen: Bool, at now: Int64) {
    fetch.connectionChanged()
    let question = content.connectionChanged(isOpen: isOpen)
    redraw()
    if let question { request(question.effect) }
  }

  package mutating func accept(_ message: CoverageMessage, at now: Int64) {
    switch message {
    case .tiles, .block, .refusal, .versions, .surfaces:
      guard let (change, actions) = content.receive(message) else { break }
      groundChanged(change, actions)
      if case .refusal(let refusal) = message {
        alertText = refusal.text
        redraw()
      }
      guard case .tiles(let list) = message, change.kinds.contains(.listed),
        content.terrain.store.tiles.count == Int(list.total)
      else { break }
      if frame.isWhole { fitWhole() }
      guard change.kinds.contains(.complete) else { break }
      openScene()
      guard plan == nil else { break }
      say(
        content.terrain.store.picked == nil
          ? "Tap a tile to begin \u{00B7} drag and pinch the map"
          : "Hold a place to put the transmitter there \u{00B7} drag and pinch the map", at: now)
    case .streets(let source):
      pictures.announce(source)
      redraw()
    case .progress(let progress):
      redraw()
      switch fetch.receive(progress, with: content.terrain.store) {
      case .none: break
      case .arrived(let cell):
        let text = cell.name + Texts.bytes(" is here \u{00B7} hold a place to put the transmitter there")
        shell.texts.showToast(text, at: now)
      case .failed(let text): alertText = text
      }
    default:
      let (actions, leaves) = content.receive(served: message, at: now)
      if leaves { send(.coverageCancellation(CoverageCancellation(number: content.served.number))) }
      perform(actions)
    }
  }

  private mutating func groundChanged(_ change: Terrain.Change, _ actions: MapActions) {
    // A block is stored on the device before it is drawn; a list of tiles is stored afterwards.
    if let kept = change.kept, change.block != nil { request(kept.effect) }
    if change.kinds.contains(.tiles) { frame.tilesChanged() }
    pictures.groundChanged(change, in: content.terrain.store)
    perform(actions)
    if change.block != nil || !change.replaced.isEmpty || change.kinds.contains(.listed) { redraw() }
    if let kept = change.kept, change.block == nil { request(kept.effect) }
  }

  /// Receives bytes stored on the device, as the answer to `Effect.recall`; nil if there are none.
  public mutating func recalled(_ number: UInt32, _ bytes: [UInt8]?, at now: Int64) -> [Effect] {
    perform(at: now) { model in
      if number == BlockCache.sceneQuestion.number {
        guard model.content.terrain.cache.isShown, model.plan == nil, let bytes else { return }
        model.address.recall(bytes)
        return model.openScene()
      }
      guard
        let (change, actions) = model.content.recall(number, bytes ?? [], isConnected: model.link.isConnected)
      else { return }
      model.groundChanged(change, actions)
      guard change.kinds.contains(.recalled) else { return }
      model.fitWhole()
      model.request(.showsContent)
      if model.address.given == nil { model.request(BlockCache.sceneQuestion.effect) }
      model.openScene()
    }
  }

  /// Records that a tile is missing at a position.
  mutating func missTile(at place: Coordinate) { fetch.miss(place) }

  package mutating func dismissAlert() {
    alertText = []
    fetch.forgetMissing()
  }

  /// Asks the server to download the missing tile.
  mutating func fetchTile() {
    guard fetch.source != nil, fetch.running == nil, let cell = missingCell else { return }
    guard link.isAnswering else {
      alertText = Texts.bytes(
        "There is no connection to the server, which gets tiles. Try again when it is back.")
      return
    }
    alertText = []
    refusal = nil
    fetch.begin(cell)
    send(.fetch(TerrainFetch(cell, isWanted: true)))
  }

  // MARK: - After every call

  /// Sends pending requests for blocks and maps, and updates the scene in the page's address.
  package mutating func sendDue(at now: Int64) {
    if link.isVisible, screen.width > 0, hasContent {
      perform(content.updateBlocks(in: view))
      let (messages, questions) = content.requests(in: view, isConnected: link.isConnected)
      for message in messages { send(message) }
      for question in questions { request(question.effect) }
    }
    let (messages, actions) = content.askServer(
      isHeld: grabbed.isPlan, isConnected: link.isConnected, at: now)
    for message in messages { send(message) }
    perform(actions)
    // The scene given in the address stays there until it has been opened.
    if content.terrain.store.isComplete, address.given == nil {
      switch address.update(scene, at: now) {
      case .none: break
      case .wake(let due): wake(at: due)
      case .write(let text):
        request(.address(text))
        // An app opened from the home screen has no address, so the scene is also stored on the device.
        if !text.isEmpty { request(.save(name: BlockCache.sceneQuestion.name, text)) }
      }
    }
    copiedNote.settle(at: now)
    if let ends = copiedNote.ends { wake(at: ends) }
  }

  // MARK: - Computing

  /// Performs one computation step of at most a few milliseconds: a whole coarse map, or some rays of the
  /// full map.
  public mutating func performWork() { perform(content.compute(isHeld: grabbed.isPlan, link: link)) }

  /// Receives the duration of the last computation step, as measured by the page.
  public mutating func worked(microseconds: Int64) { change(.worked(microseconds: microseconds)) }

  /// Returns the worker's next job: empty to cancel the current one, or nil to let it continue.
  public mutating func nextJob() -> [UInt8]? { content.nextJob() }

  /// Receives the worker's result; results of outdated jobs are ignored.
  public mutating func computed(_ bytes: [UInt8], at now: Int64) -> [Effect] {
    guard let actions = content.receive(result: bytes) else { return [] }
    return perform(at: now, redraws: actions.contains(.redraw)) { $0.perform(actions) }
  }

  // MARK: - Drawing

  /// Draws the map in O(blocks in view + contour pieces), plus O(posts of the block) for each new block and
  /// O(posts of the map) for a new map.
  package mutating func drawPicture(into list: inout DrawList, at now: Int64) {
    change(.drawn)
    change(.refreshCalibration(triesSelected: isDrawerOpen))
    list.layer(LayerID.ground, bounds: screen.bounds) { $0.rectangle(screen.bounds, color: theme.ground) }
    guard hasContent, screen.width > 0 else { return }
    perform(content.updateBlocks(in: view))
    let canvas = canvas
    let (lacksShades, lacksLines) = pictures.drawGround(of: content.terrain, on: canvas, into: &list)
    if lacksLines { redraw() }
    let missing = pictures.drawStreets(
      isShown: content.display.showsStreets, on: canvas, at: now, into: &list)
    for picture in missing { request(.picture(slot: picture.slot, address: picture.address)) }
    let frame = MapPictures.Frame(canvas: canvas, grabbed: grabbed, hasOffer: hasSiteOffer)
    pictures.draw(content, in: frame, into: &list)
    if lacksShades { redraw() }
  }

  /// Receives whether the player has loaded an image into a slot.
  public mutating func pictureLoaded(_ slot: UInt32, isLoaded: Bool, at now: Int64) -> [Effect] {
    perform(at: now) { $0.pictures.loaded(slot, isLoaded: isLoaded, at: now) }
  }

  // MARK: - The page

  /// Shows an error message below a control whose input is refused; nil removes the message.
  mutating func refuse(_ action: CoverageAction, _ text: [UInt8]?) {
    refusal = text.map { InputRefusal(action: action, text: $0) }
  }

  /// Opens the scene in the page's address, as written by `Effect.address`, once all tiles are known.
  public mutating func reopen(_ text: [UInt8], at now: Int64) -> [Effect] {
    perform(at: now) { model in
      model.address.receive(text)
      if model.content.terrain.store.isComplete { model.openScene() }
    }
  }

  private mutating func openScene() { if let text = address.open() { open(text) } }

  /// Receives whether the link was copied.
  public mutating func copied(_ isDone: Bool, at now: Int64) -> [Effect] {
    perform(at: now) { model in
      model.copiedNote.copied(isDone, at: now)
      guard !isDone else { return }
      model.refuse(.copyLink, Texts.bytes("This browser lets no page copy. Copy the address from its bar."))
    }
  }

  /// Requests the device's position in order to move the transmitter there.
  mutating func askForPosition() {
    guard position.ask() else { return }
    refusal = nil
    request(.locate)
  }

  /// Receives the device's position and its accuracy in metres; ignored unless it was requested.
  public mutating func located(_ place: Coordinate, accuracyMeters: Double, at now: Int64) -> [Effect] {
    perform(at: now) {
      if $0.position.receive(place, accuracyMeters: accuracyMeters) { $0.goToPosition(place) }
    }
  }

  /// Receives the reason why the device's position is not available; ignored unless it was requested.
  public mutating func notLocated(_ fault: PositionFault, at now: Int64) -> [Effect] {
    perform(at: now) { if $0.position.fail() { $0.refuse(.locate, Texts.bytes(fault.text)) } }
  }

  /// Saves the map as a file.
  mutating func saveMap(_ format: MapFormat) {
    change(.refreshCalibration(triesSelected: isDrawerOpen))
    guard let file = mapFile else {
      return refuse(.saveMap(format), Texts.bytes("The map is still being computed. Try again in a moment."))
    }
    refusal = nil
    request(.file(.name(file.name(as: format))))
    switch file.content(as: format) {
    case .whole(let bytes): request(.file(.save(bytes, isLast: true)))
    case .table(let rows):
      table = rows
      keepRows()
    }
  }

  /// Continues saving a file that is written in parts.
  public mutating func saveMore() -> [Effect] {
    shell.beginEffects()
    keepRows()
    return shell.effects
  }

  private mutating func keepRows() {
    guard let (bytes, isLast) = table?.next() else { return }
    request(.file(.save(bytes, isLast: isLast)))
    if isLast { table = nil }
  }
}
