/// The scene in the page's address, which is kept up to date with the visible scene.
struct SceneAddress: Equatable, Sendable {
  /// An action on the page's address.
  enum Action: Equatable, Sendable {
    /// No action.
    case none
    /// Calls `update` again at this time.
    case wake(at: Int64)
    /// Writes this text into the address.
    case write([UInt8])
  }

  /// The contents of the address.
  private enum Written: Equatable, Sendable {
    case unknown
    case text([UInt8])
  }

  /// The time in microseconds for which the scene must stay unchanged before it is written.
  ///
  /// Browsers limit how often an address can change.
  static let restMicroseconds: Int64 = 600_000

  /// The text to open once the tiles are known; nil if there is none.
  private(set) var given: [UInt8]?
  /// The scene at the last update.
  private var seen: CoverageScene?
  /// The time at which the scene will be written; nil if the address is up to date.
  private var due: Int64?
  private var written = Written.text([])

  /// Receives the address with which the page was opened.
  mutating func receive(_ text: [UInt8]) { (given, written) = (text, .unknown) }

  /// Receives a scene cached on the device, to be opened as if the address contained it.
  mutating func recall(_ text: [UInt8]) { given = text }

  /// Removes and returns the text to open; nil if there is none.
  mutating func open() -> [UInt8]? {
    defer { given = nil }
    return given
  }

  /// Receives the visible scene, which is nil until a tile is picked.
  ///
  /// Returns an action that writes its text once the scene has stayed unchanged for some time.
  mutating func update(_ scene: CoverageScene?, at now: Int64) -> Action {
    if scene != seen || written == .unknown && due == nil {
      seen = scene
      due = now + Self.restMicroseconds
    }
    guard let due else { return .none }
    guard now >= due else { return .wake(at: due) }
    self.due = nil
    let text = scene?.text ?? []
    guard written != .text(text) else { return .none }
    written = .text(text)
    return .write(text)
  }
}

/// The temporary note that a link has been copied.
struct CopiedNote: Equatable, Sendable {
  /// The duration of the note in microseconds.
  static let microseconds: Int64 = 3_000_000

  /// The time at which the note disappears; nil if it is not shown.
  private(set) var ends: Int64?

  /// Shows the note if the link was copied.
  mutating func copied(_ isDone: Bool, at now: Int64) { ends = isDone ? now + Self.microseconds : nil }

  /// Hides the note once its time is up.
  mutating func settle(at now: Int64) { if let end = ends, now >= end { ends = nil } }
}
