/// The scene in the page's address.
struct SceneAddress: Equatable, Sendable {
  /// What is to be done with the address.
  enum Action: Equatable, Sendable {
    /// Nothing.
    case none
    /// Look again at a time.
    case wake(at: Int64)
    /// Write this text into it.
    case write([UInt8])
  }

  /// What the address has.
  private enum Written: Equatable, Sendable {
    case unknown
    case text([UInt8])
  }

  /// What is looked at has to rest so long before the address has it: browsers count how often it changes.
  static let restMicroseconds: Int64 = 600_000

  /// What is to be opened once the tiles are known.
  private(set) var given: [UInt8]?
  /// What was looked at the last time.
  private var seen: CoverageScene?
  /// When it is written.
  private var due: Int64?
  private var written = Written.text([])

  /// The page was opened with an address.
  mutating func give(_ text: [UInt8]) { (given, written) = (text, .unknown) }

  /// The device had kept a scene, which is opened as if the address had it; what that has stays known.
  mutating func recall(_ text: [UInt8]) { given = text }

  /// Removes and returns what is to be opened; nil for nothing.
  mutating func open() -> [UInt8]? {
    defer { given = nil }
    return given
  }

  /// Notes what is looked at, which is nothing until a tile is picked, and writes it once it rests.
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

/// The note that a link was copied, which is shown for a while.
struct CopiedNote: Equatable, Sendable {
  /// How long it is shown.
  static let microseconds: Int64 = 3_000_000

  /// When it ends; nil while it is not shown.
  private(set) var ends: Int64?

  /// A link was copied, or could not be.
  mutating func copied(_ isDone: Bool, at now: Int64) { ends = isDone ? now + Self.microseconds : nil }

  /// Ends it where it is over.
  mutating func settle(at now: Int64) { if let end = ends, now >= end { ends = nil } }
}
