import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// What comes from the server: the newest row, whether rows come as they should, what was lost, and the
/// credit to give.
struct Reception: Sendable {
  /// Axes that are kept: rows of earlier ones are on their way no longer.
  private static let axesMax = 64

  /// The newest row of the spectrum.
  private(set) var trace: Trace?
  /// What did not come.
  private(set) var losses = Losses()
  /// Whether data come.
  private(set) var watch = DataWatch()
  /// The latest axes, each number once.
  private var axes: [AxisInfo] = []
  private var credit = Credit()

  /// The end of the newest live data that are not yet drawn, in server time.
  var newestEnd: Int64? { credit.newestEnd }

  /// Receives the axis of rows.
  mutating func receive(_ axis: AxisInfo) {
    var replaced = axes.count < Self.axesMax ? nil : 0
    for index in axes.indices where axes[index].axis == axis.axis { replaced = index }
    if let replaced { axes.remove(at: replaced) }
    axes.append(axis)
  }

  /// Receives a row, the trace if it is not one of the waterfall.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - isKnown: Whether its view is known; rows of other views only count.
  ///   - now: The client's time.
  /// - Returns: The band of its columns; nil if it cannot be shown.
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

  /// Receives a value of the meter.
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

  /// Everything received has been drawn.
  ///
  /// - Parameter isSpectrum: Whether it is the trace that has been drawn.
  /// - Returns: The credit for the server; nil if there is none.
  mutating func draw(isSpectrum: Bool) -> Acknowledge? {
    credit.draw(sequence: isSpectrum ? trace?.sequence ?? 0 : nil)
  }

  /// Data are asked for from now on.
  mutating func listen(at now: Int64) { watch.listen(at: now) }

  /// The connection was opened or closed: axes and credit begin anew.
  mutating func reconnect() {
    axes.removeAll(keepingCapacity: true)
    credit.restart()
  }

  /// Another source is shown.
  mutating func restart() {
    trace = nil
    losses.restart()
    watch = DataWatch()
  }

  /// Another view is shown, or the server was restarted: the numbers of rows begin anew.
  mutating func forgetSequence() { losses.forgetSequence() }

  /// Shows the losses as they are now.
  mutating func publishLosses() { losses.publish() }
}
