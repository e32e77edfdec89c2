import WaveSpectra
import WaveSpectrumWire
import WaveWire

/// The frequency axes of one view's rows, each with a number and a cached reducer.
struct AxisRegistry {
  struct Entry {
    let axis: BinAxis
    let info: AxisInfo
    let reducer: ColumnReducer
  }

  /// The maximum number of axes.
  ///
  /// If the source was retuned, a fetch of past rows alternates between a few axes.
  static let limit = 8

  private var entries: [Entry] = []
  private var next: UInt16 = 1
  private var latest: UInt16?
  /// Whether the most recently returned entry has a different axis from the entry returned before it.
  private(set) var hasChanged = false

  /// Discards all axes, for example after a change of band.
  ///
  /// Their numbers are not reused.
  mutating func clear() { entries.removeAll(keepingCapacity: true) }

  /// Returns the entry for an axis in a view, and whether the axis has yet to be sent to the client.
  mutating func entry(for axis: BinAxis, in view: ShowView) -> (entry: Entry, isNew: Bool) {
    if let known = entries.first(where: { $0.axis == axis }) {
      note(known)
      return (known, false)
    }
    let reducer = ColumnReducer(
      axis: axis, lowHertz: view.lowHertz, highHertz: view.highHertz, columns: Int(view.columns))
    // A band that was widened to whole bins can exceed the limits of the protocol. Its rows then have no
    // columns.
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
