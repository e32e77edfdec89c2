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

  /// Reads a checkpoint, which contains the byte offsets of the group descriptions, but not the descriptions
  /// themselves.
  static func read(_ payload: [UInt8], place: UInt64) throws(StoreError) -> StoreDirectory {
    var coder = StoreCoder(payload, place: place)
    let directory = coder.read(StoreDirectory())
    try coder.finish()
    return directory
  }

  /// Updates the directory with the contents of a record, or returns false if the contents are invalid.
  mutating func note(_ kind: UInt16, _ payload: [UInt8], place: UInt64) -> Bool {
    isClosed = false
    do {
      switch StoreRecordKind(rawValue: kind) {
      case .group:
        let record = try StoreGroupRecord.read(payload, place: place)
        guard record.number == entries.count else { return false }
        entries.append(Entry(group: record.group, place: place))
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

extension StoreDirectory: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&newestNote)
    coder.require(newestNote < coder.place)
    let count = coder.count(entries.count, limit: StoreFormat.groupLimit)
    isClosed = coder.flags(UInt32.self, [isClosed])[0]
    let blank = StoreGroup(name: [], rateHertz: 0, channels: [])
    coder.items(&entries, count: count, blank: Entry(group: blank, place: 0))
  }
}

extension StoreDirectory.Entry: StoreFields {
  mutating func fields(_ coder: inout StoreCoder) {
    coder.integer(&place)
    coder.require(place < coder.place)
    index.fields(&coder)
  }
}
