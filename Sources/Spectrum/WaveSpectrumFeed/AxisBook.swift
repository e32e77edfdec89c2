import WaveSpectra
import WaveSpectrumWire
import WaveWire

/// The frequency axes that the rows of one view have, each with a number of its own and a reducer made once.
struct AxisBook {
  struct Entry {
    let axis: BinAxis
    let info: AxisInfo
    let reducer: ColumnReducer
  }

  /// Axes remembered: a fetch of a past with retunes in it goes back and forth between few.
  static let limit = 8

  private var entries: [Entry] = []
  private var next: UInt16 = 1
  private var latest: UInt16?
  /// Whether the entry given last has another axis than the one before it.
  private(set) var hasChanged = false

  /// Forgets all axes, as for another band; numbers are not used again.
  mutating func clear() { entries.removeAll(keepingCapacity: true) }

  /// The entry of an axis under a view, and whether the client has yet to be told of it.
  mutating func entry(for axis: BinAxis, in view: ShowView) -> (entry: Entry, isNew: Bool) {
    if let known = entries.first(where: { $0.axis == axis }) {
      note(known)
      return (known, false)
    }
    let reducer = ColumnReducer(
      axis: axis, lowHertz: view.lowHertz, highHertz: view.highHertz, columns: Int(view.columns))
    // Widened to whole bins a band may reach beyond what a client can read: then there are no columns.
    let isReadable =
      reducer.lowHertz < reducer.highHertz && reducer.lowHertz >= -WireLimits.hertz
      && reducer.highHertz <= WireLimits.hertz
    let info = AxisInfo(
      axis: next, columns: isReadable ? UInt16(clamping: reducer.columns) : 0, lowHertz: reducer.lowHertz,
      highHertz: reducer.highHertz)
    next &+= 1
    let entry = Entry(axis: axis, info: info, reducer: reducer)
    if entries.count == AxisBook.limit { entries.removeFirst() }
    entries.append(entry)
    note(entry)
    return (entry, true)
  }

  private mutating func note(_ entry: Entry) {
    hasChanged = latest != entry.info.axis
    latest = entry.info.axis
  }
}
