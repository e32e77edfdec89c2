/// All information about a store except its samples: the contents of a checkpoint.
struct StoreDirectory: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var group: StoreGroup
    var place: UInt64
    var index = StoreGroupIndex()
  }

  var entries: [Entry] = []
  /// The byte offset of the newest note, or 0 if there is none.
  var newestNote: UInt64 = 0
  /// Whether the recording was closed and nothing was appended afterwards.
  var isClosed = false

  func write(isClosed: Bool, to bytes: inout [UInt8]) {
    bytes.append(little: newestNote)
    bytes.append(little: UInt32(entries.count))
    bytes.append(little: UInt32(isClosed ? 1 : 0))
    for entry in entries {
      bytes.append(little: entry.place)
      entry.index.write(to: &bytes)
    }
  }

  /// Reads a checkpoint, which contains byte offsets of the group descriptions rather than the descriptions
  /// themselves.
  static func read(
    _ payload: [UInt8], place: UInt64
  ) throws(StoreError) -> (
    newestNote: UInt64, isClosed: Bool, groups: [(place: UInt64, index: StoreGroupIndex)]
  ) {
    var cursor = StoreCursor(payload, place: place)
    let newestNote = try cursor.integer(UInt64.self)
    let count = try cursor.integer(UInt32.self)
    let flags = try cursor.integer(UInt32.self)
    guard newestNote < place, count <= UInt32(StoreFormat.groupLimit) else { throw cursor.malformed }
    var groups: [(place: UInt64, index: StoreGroupIndex)] = []
    for _ in 0..<count {
      let group = try cursor.integer(UInt64.self)
      guard group < place else { throw cursor.malformed }
      groups.append((group, try StoreGroupIndex(&cursor)))
    }
    return (newestNote, flags & 1 == 1, groups)
  }

  /// Updates the directory with the contents of a record, or returns false if the contents are invalid.
  mutating func note(_ kind: UInt16, _ payload: [UInt8], place: UInt64) -> Bool {
    isClosed = false
    do {
      switch StoreRecordKind(rawValue: kind) {
      case .group:
        let (number, group) = try StoreGroup.read(payload, place: place)
        guard number == entries.count else { return false }
        entries.append(Entry(group: group, place: place))
      case .samples:
        let run = try StoreRun(payload, place: place)
        guard run.group < entries.count else { return false }
        let group = entries[run.group].group
        guard run.channelCount == group.channels.count else { return false }
        return entries[run.group].index.note(
          run: run.sequence, count: run.count, previous: run.previous, place: place,
          chunkExponent: group.chunkExponent)
      case .summary:
        let node = try StoreNode(payload, place: place)
        guard node.group < entries.count, node.channelCount == entries[node.group].group.channels.count else {
          return false
        }
        entries[node.group].index.note(level: node.level, index: node.index, place: place)
      case .times, .view, .filters, .annotation:
        guard payload.count >= 8, payload.little(UInt64.self, at: 0) < place else { return false }
        newestNote = place
      case .checkpoint:
        isClosed = try Self.read(payload, place: place).isClosed
      case nil: break
      }
      return true
    } catch {
      return false
    }
  }
}
