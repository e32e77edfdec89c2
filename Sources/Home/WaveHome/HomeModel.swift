package import WaveDisplay
public import WaveHomeWire
public import WaveInteraction
import WaveUnits
package import WaveWire

/// Home as a value that receives intents and returns effects, a list of controls and a picture.
///
/// It lists the sources of the server and of this device; a press opens one with its instrument. Its picture
/// is a column of thumbnails, from which the page copies each into its row: the thumbnail in slot *n* is the
/// *n*th of `WireLimits.watchedThumbnails` equal parts, from the top.
public struct HomeModel: ShelledInstrument {
  /// The messages between Home and its server.
  public typealias Message = HomeMessage
  /// The effects that only Home requests.
  public typealias OwnEffect = HomeEffect

  package var shell = InstrumentShell<HomeMessage, HomeEffect, HomeGrab, HomeAction>(grabbed: .nothing)

  /// The server's sources.
  private(set) var catalog = SourceCatalog()
  /// The thumbnails of the rows in view.
  private(set) var thumbnails = ThumbnailSlots()
  /// The text that the names of the rows shown must contain.
  private(set) var searched: [UInt8] = []

  /// Creates a model without a connection.
  public init() { shell.isDrawerOpen = true }

  // MARK: - The server

  package mutating func connectionChanged(isOpen: Bool, at now: Int64) {
    if isOpen { _ = thumbnails.handle(.connected) }
  }

  package mutating func visibilityChanged(at now: Int64) { _ = thumbnails.handle(.shown(link.isVisible)) }

  package mutating func accept(_ message: HomeMessage, at now: Int64) {
    switch message {
    case .sources(let part):
      guard catalog.receive(part), thumbnails.handle(.listed(catalog.sources)) else { break }
      redraw()
    case .thumbnail(let thumbnail):
      if thumbnails.handle(.received(thumbnail)) { redraw() }
    default: break
    }
  }

  package mutating func show(_ notice: Notice, at now: Int64) { alertText = notice.text }

  /// A list of sources does not change by itself for minutes.
  package var isExpecting: Bool { false }

  package mutating func sendDue(at now: Int64) {
    guard link.isConnected else { return }
    exchangeClocks(at: now)
    if let question = thumbnails.question(columns: Int(saturating: Double(screen.width / screen.scale))) {
      send(.watch(question))
    }
  }

  // MARK: - Controls

  package mutating func handle(_ action: HomeAction, _ input: ControlInput, at now: Int64) {
    switch (action, input) {
    case (.open(let identifier), .seen(let isSeen)):
      guard catalog.source(identifier)?.flags.contains(.thumbnail) == true else { break }
      _ = thumbnails.handle(.seen(identifier, isSeen))
    case (.open(let identifier), .set):
      guard let source = catalog.source(identifier) else { break }
      request(.open(source.instrument, source: source.source))
    case (.openHere(let source), .set): request(.openHere(source))
    case (.search, .text(let text)): searched = text
    default: break
    }
  }

  // Home lies under everything: it cannot be closed.
  package mutating func openDrawer(_ isOpen: Bool) {}
  package mutating func pressChip(at now: Int64) {}

  package mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {
    if key == .escape { dismissAlert() }
  }

  package mutating func resized(from before: Screen, at now: Int64) { shell.appearance.screen = outer }
  package mutating func handle(_ gesture: Gesture, at now: Int64) {}
  package mutating func wheel(x: Float, y: Float, dx: Float, dy: Float, zoom: WheelZoom, at now: Int64) {}
  package mutating func move(by step: Glide.Step, at now: Int64) {}

  // MARK: - Texts

  package static var title: StaticString { "Home" }

  package var hasContent: Bool { catalog.isKnown }
  package var waitingText: StaticString { "asking for its sources" }

  package mutating func appendChip(to list: inout ControlListBuilder<HomeAction>, at now: Int64) {
    let count = catalog.sources.count
    let text: TextWriter = "\(count) \(count == 1 ? "source" : "sources")"
    list.chip(.live, strong: [UInt8]("Waveglass"), quiet: text.bytes)
  }

  package mutating func newReading(at now: Int64) -> [UInt8]? { nil }

  // MARK: - The picture

  package mutating func drawPicture(into list: inout DrawList, at now: Int64) {
    let pictures = thumbnails.slots.indices.map { picture(at: $0) }
    for (index, picture) in pictures.enumerated() where thumbnails.slots[index]?.isFresh == true {
      picture?.update(field: UInt32(index), in: &list)
    }
    for (index, picture) in pictures.enumerated() {
      list.layer(UInt32(index), bounds: rect(ofSlot: index)) { list in
        picture?.draw(field: UInt32(index), into: &list)
      }
    }
    thumbnails.drawn()
  }

  private func rect(ofSlot index: Int) -> Rect {
    let height = screen.height / Float(thumbnails.slots.count)
    return Rect(x: 0, y: height * Float(index), width: screen.width, height: height)
  }

  private func picture(at index: Int) -> ThumbnailPicture? {
    thumbnails.slots[index]?.thumbnail.map {
      ThumbnailPicture(thumbnail: $0, rect: rect(ofSlot: index), theme: theme, scale: screen.scale)
    }
  }
}
