/// A note stored alongside the samples.
public enum StoreNote: Equatable, Sendable {
  /// The times of samples.
  case times(StoreTimes)
  /// The display settings of a recording.
  case view(StoreView)
  /// The filters applied to a channel for display.
  case filters(StoreFilters)
  /// A remark about samples.
  case annotation(StoreAnnotation)

  var kind: StoreRecordKind {
    switch self {
    case .times: .times
    case .view: .view
    case .filters: .filters
    case .annotation: .annotation
    }
  }

  /// Throws an error if the note exceeds the limits of a store.
  func check(groupCount: Int) throws(StoreError) {
    switch self {
    case .times(let times): try Self.check(times.group, groupCount)
    case .view(let view):
      try Self.checkCount(view.channels.count)
      for channel in view.channels { try Self.check(channel.group, groupCount) }
      if let place = view.trigger.place { try Self.check(place.group, groupCount) }
      try Self.checkCount(view.bands.count)
      for band in view.bands { try Self.check(band.place.group, groupCount) }
      try Self.checkCount(view.mixtures.count)
      for mixture in view.mixtures {
        try Self.check(mixture.place.group, groupCount)
        try mixture.label.checkLength()
        try mixture.unit.checkLength()
      }
    case .filters(let filters):
      try Self.check(filters.group, groupCount)
      try Self.checkCount(filters.stages.count)
    case .annotation(let annotation):
      try Self.check(annotation.group, groupCount)
      try annotation.label.checkLength()
      try annotation.comment.checkLength()
    }
  }

  private static func check(_ group: Int, _ count: Int) throws(StoreError) {
    guard (0..<count).contains(group) else { throw .unknownGroup(group) }
  }

  private static func checkCount(_ count: Int) throws(StoreError) {
    guard count <= StoreFormat.itemLimit else {
      throw .tooManyItems(count: count, limit: StoreFormat.itemLimit)
    }
  }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .times(let times): times.write(to: &bytes)
    case .view(let view): view.write(to: &bytes)
    case .filters(let filters): filters.write(to: &bytes)
    case .annotation(let annotation): annotation.write(to: &bytes)
    }
  }

  /// Reads a note and the byte offset of the previous note, or returns nil if the record is not a note.
  static func read(
    _ kind: UInt16, _ payload: [UInt8], place: UInt64
  ) throws(StoreError) -> (previous: UInt64, note: StoreNote)? {
    var coder = StoreCoder(payload, place: place)
    let previous = coder.read(UInt64.self)
    coder.require(previous < place)
    let note: StoreNote
    switch StoreRecordKind(rawValue: kind) {
    case .times:
      note = .times(coder.read(StoreTimes(group: 0, sequence: 0, microseconds: 0, rateHertz: 0)))
    case .view: note = .view(coder.read(StoreView(mode: .scroll, windowSeconds: 0, channels: [])))
    case .filters: note = .filters(coder.read(StoreFilters(group: 0, sequence: 0, stages: [])))
    case .annotation:
      note = .annotation(coder.read(StoreAnnotation(identifier: 0, group: 0, sequence: 0, label: [])))
    default: return nil
    }
    try coder.finish()
    return (previous, note)
  }
}
