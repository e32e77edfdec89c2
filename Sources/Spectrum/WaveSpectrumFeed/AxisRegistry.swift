import WaveSpectra
import WaveSpectrumWire
import WaveWire

/// The frequency axes of one view's rows, each with a number and a reducer that is made once.
struct AxisRegistry {
  struct Entry {
    let axis: BinAxis
    let info: AxisInfo
    let reducer: ColumnReducer
  }

  /// The maximum number of axes: a fetch of a past with retunes switches back and forth between a few.
  static let limit = 8

  private var entries: [Entry] = []
  private var next: UInt16 = 1
  private var latest: UInt16?
  /// Whether the last entry returned has another axis than the one before it.
  private(set) var hasChanged = false

  /// Forgets all axes, for a change of band, for example; their numbers are not used again.
  mutating func clear() { entries.removeAll(keepingCapacity: true) }

  /// Returns the entry of an axis in a view, and whether it still has to be sent to the client.
  mutating func entry(for axis: BinAxis, in view: ShowView) -> (entry: Entry, isNew: Bool) {
    if let known = entries.first(where: { $0.axis == axis }) {
      note(known)
      return (known, false)
    }
    let reducer = ColumnReducer(
      axis: axis, lowHertz: view.lowHertz, highHertz: view.highHertz, columns: Int(view.columns))
    // A band that was widened to whole bins may exceed the limits of the protocol: it then has no columns.
    let isReadable =
      reducer.lowHertz < reducer.highHertz && reducer.lowHertz >= -WireLimits.hertz
      && reducer.highHertz <= WireLimits.hertz
    let info = AxisInfo(
      axis: next, columns: isReadable ? UInt16(clamping: reducer.columns) : 0, lowHertz: reducer.lowHertz,
      highHertz: reducer.highHertz)
    next &+= 1
    let entry = Entry(axis: axis, info: info, reducer: reducer)
    if entries.count == AxisRegistry.limit { entries.removeFirst() }
    entries.append(entry)
    note(entry)
    return (entry, true)
  }

  private mutating func note(_ entry: Entry) {
    hasChanged = latest != entry.info.axis
    latest = entry.info.axis
  }
}
