import WaveHomeWire
import WaveWire

/// The thumbnails of the rows in view, each in a slot of the picture from which the page copies them.
struct ThumbnailSlots: Equatable, Sendable {
  /// An input to the slots.
  enum Input {
    /// The row of a source was scrolled into view, or out of it.
    case seen(UInt32, Bool)
    /// A thumbnail was received.
    case received(Thumbnail)
    /// The list of sources has changed.
    case listed([ListedSource])
    /// A connection was opened, whose server watches nothing yet.
    case connected
    /// The page was shown or hidden.
    case shown(Bool)
  }

  /// A slot in use.
  struct Slot: Equatable, Sendable {
    let identifier: UInt32
    /// The newest thumbnail, or nil if none was received.
    var thumbnail: Thumbnail?
    /// Whether the thumbnail has been received since the last frame.
    var isFresh = false
  }

  /// The slots; nil for those that are free.
  private(set) var slots = [Slot?](repeating: nil, count: WireLimits.watchedThumbnails)
  private var isShown = true
  /// The identifiers of the thumbnails that the server sends.
  private var asked: [UInt32] = []

  /// Returns the slot of a source, or nil if it has none.
  func slot(of identifier: UInt32) -> Int? { slots.firstIndex { $0?.identifier == identifier } }

  /// Processes an input.
  ///
  /// - Returns: Whether the picture has changed.
  mutating func handle(_ input: Input) -> Bool {
    switch input {
    case .seen(let identifier, true):
      guard slot(of: identifier) == nil, let free = slots.firstIndex(of: nil) else { return false }
      slots[free] = Slot(identifier: identifier)
    case .seen(let identifier, false):
      guard let slot = slot(of: identifier) else { return false }
      slots[slot] = nil
    case .received(let thumbnail):
      guard let slot = slot(of: thumbnail.identifier) else { return false }
      slots[slot]?.thumbnail = thumbnail
      slots[slot]?.isFresh = true
    case .listed(let sources):
      let known = sources.filter { $0.flags.contains(.thumbnail) }.map { $0.identifier }
      for index in slots.indices {
        if let slot = slots[index], !known.contains(slot.identifier) { slots[index] = nil }
      }
    case .connected: asked = []
    case .shown(let isShown): self.isShown = isShown
    }
    return true
  }

  /// Notes that all thumbnails have been drawn.
  mutating func drawn() { for index in slots.indices { slots[index]?.isFresh = false } }

  /// Returns the message that watches the rows in view, or nil if the server already knows them.
  ///
  /// - Parameter columns: The number of columns of a thumbnail on the screen.
  /// - Returns: The message, or nil if there is nothing new to ask for.
  mutating func question(columns: Int) -> WatchThumbnails? {
    let wanted = isShown ? slots.compactMap { $0?.identifier } : []
    guard asked != wanted else { return nil }
    asked = wanted
    let limit = WireLimits.thumbnailColumns
    return WatchThumbnails(columns: UInt8(Swift.max(1, Swift.min(columns, limit))), identifiers: wanted)
  }
}
