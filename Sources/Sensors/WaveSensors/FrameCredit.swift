import WaveSensorsWire
import WaveWire

/// What came since the last frame: credit for the server, which sends as much again, and the newest arrival.
struct FrameCredit: Sendable {
  private var received = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)
  /// The view that credit was given for last.
  private var creditedView: UInt16?
  private var newestArrival: Int64?

  /// Forgets what came over a connection that was opened or closed; what came is drawn.
  mutating func connectionChanged() {
    received = FrameCredit().received
    creditedView = nil
  }

  /// Counts a message of columns, whether or not they are shown.
  mutating func count(_ columns: StreamColumns) {
    if received.view != columns.view {
      received = Acknowledge(view: columns.view, liveRows: 0, fetchedRows: 0, sequence: 0)
    }
    if columns.isFetched { received.fetchedRows &+= 1 } else { received.liveRows &+= 1 }
  }

  /// Samples that will be drawn came to the server at this time.
  mutating func arrived(at serverMicroseconds: Int64) {
    newestArrival = Swift.max(newestArrival ?? .min, serverMicroseconds)
  }

  /// A frame was drawn.
  ///
  /// Credit is given for the first message of a view at once, which frees the credit of the view before, then
  /// for two at a time, since every message costs the browser a tenth of a frame.
  /// - Returns: Credit to give, and when the newest sample in the frame came to the server.
  mutating func drawn() -> (credit: Acknowledge?, arrival: Int64?) {
    let arrival = newestArrival
    newestArrival = nil
    let isFirst = received.view != creditedView && received.liveRows > 0
    guard isFirst || received.liveRows > 1 || received.fetchedRows > 0 else { return (nil, arrival) }
    creditedView = received.view
    defer { (received.liveRows, received.fetchedRows) = (0, 0) }
    return (received, arrival)
  }
}
