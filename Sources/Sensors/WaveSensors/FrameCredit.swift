import WaveSensorsWire
import WaveWire

/// The flow-control credit for data received since the last frame, and the arrival time of the newest sample.
///
/// The server needs credit to send more data.
struct FrameCredit: Sendable {
  private var received = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)
  /// The number of the view for which credit was last granted.
  private var creditedView: UInt16?
  private var newestArrival: Int64?

  /// Discards the counts when a connection opens or closes; data already received is still drawn.
  mutating func connectionChanged() {
    received = FrameCredit().received
    creditedView = nil
  }

  /// Counts a message with columns, whether or not they are shown.
  mutating func count(_ columns: StreamColumns) {
    if received.view != columns.view {
      received = Acknowledge(view: columns.view, liveRows: 0, fetchedRows: 0, sequence: 0)
    }
    if columns.isFetched { received.fetchedRows &+= 1 } else { received.liveRows &+= 1 }
  }

  /// Records the time at which samples that will be drawn arrived at the server.
  mutating func arrived(at serverMicroseconds: Int64) {
    newestArrival = Swift.max(newestArrival ?? .min, serverMicroseconds)
  }

  /// Returns the credit that is due after a frame was drawn.
  ///
  /// Credit for the first message of a view is granted immediately, which also releases the credit of the
  /// previous view. After that, it is granted for two messages at a time, since sending a message costs the
  /// browser a tenth of a frame.
  /// - Returns: The credit to grant, and the time at which the frame's newest sample arrived at the server.
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
