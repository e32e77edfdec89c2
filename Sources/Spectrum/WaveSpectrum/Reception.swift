import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// The data received from the server: the newest row, the state of the stream, the losses, and the rows to
/// acknowledge.
struct Reception: Sendable {
  /// The maximum number of axes to remember.
  ///
  /// The rows of older axes have all arrived.
  private static let axesMax = 64

  /// The newest row of the spectrum.
  private(set) var trace: Trace?
  /// The numbers of lost and skipped rows.
  private(set) var losses = Losses()
  /// The state of the data stream: arriving, waiting or stale.
  private(set) var watch = DataWatch()
  /// The latest axes, without duplicate axis numbers.
  private var axes: [AxisInfo] = []
  private var credit = Credit()

  /// The end of the newest live data not yet drawn, in server time.
  var newestEnd: Int64? { credit.newestEnd }

  /// Receives the axis that later rows refer to.
  mutating func receive(_ axis: AxisInfo) {
    let oldest = axes.count < Self.axesMax ? nil : 0
    if let place = axes.firstIndex(where: { $0.axis == axis.axis }) ?? oldest { axes.remove(at: place) }
    axes.append(axis)
  }

  /// Receives a row.
  ///
  /// A row that does not belong to the waterfall becomes the trace.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - isKnown: Whether the row's view is known; rows of unknown views are only counted.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The band of the row's columns; nil if the row cannot be shown.
  mutating func receive(_ row: RowMessage, isKnown: Bool, at now: Int64) -> Band? {
    guard let axis = axes.first(where: { $0.axis == row.axis }) else { return nil }
    let band = Band(low: axis.lowHertz, high: axis.highHertz)
    losses.note(row.flags, skipped: row.skipped, at: now)
    credit.count(view: row.view, isFetched: row.flags.contains(.fetched))
    guard isKnown else { return nil }
    if !row.flags.contains(.waterfall) {
      losses.count(row.sequence, view: row.view, skipped: row.skipped)
      if row.flags.contains(.slowed), let trace {
        losses.slow(
          toMicroseconds: row.startMicroseconds.saturatingSubtracting(trace.startMicroseconds), at: now)
      }
      trace = Trace(row, band: band, after: trace)
    } else if row.flags.contains(.fetched) {
      return band
    }
    note(start: row.startMicroseconds, duration: row.durationMicroseconds, at: now)
    return band
  }

  /// Receives a value for the meter.
  mutating func receive(_ value: MeterMessage, at now: Int64) {
    losses.note(value.flags, skipped: value.skipped, at: now)
    losses.count(value.sequence, view: value.view, skipped: value.skipped)
    credit.count(view: value.view, isFetched: false, sequence: value.sequence)
    note(start: value.startMicroseconds, duration: value.durationMicroseconds, at: now)
  }

  private mutating func note(start: Int64, duration: UInt32, at now: Int64) {
    watch.receive(intervalMicroseconds: Int64(duration), at: now)
    credit.note(end: start + Int64(duration))
  }

  /// Records that everything received has been drawn.
  ///
  /// - Parameter isSpectrum: Whether the trace was drawn.
  /// - Returns: The acknowledgement to send to the server; nil if no rows are to be acknowledged.
  mutating func draw(isSpectrum: Bool) -> Acknowledge? {
    credit.draw(sequence: isSpectrum ? trace?.sequence ?? 0 : nil)
  }

  /// Starts checking whether data arrive, now that they have been requested.
  mutating func listen(at now: Int64) { watch.listen(at: now) }

  /// Discards axes and unacknowledged rows after the connection was opened or closed.
  mutating func reconnect() {
    axes.removeAll(keepingCapacity: true)
    credit.restart()
  }

  /// Resets the trace, the losses and the state of the data stream for a new source.
  mutating func restart() {
    trace = nil
    losses.restart()
    watch = DataWatch()
  }

  /// Forgets the last row number, because numbering restarts with a new view or a restarted server.
  mutating func forgetSequence() { losses.forgetSequence() }

  /// Updates the displayed loss counts.
  mutating func publishLosses() { losses.publish() }
}
