import WaveUnits
package import WaveWire

/// The health of a source, derived from its data and the times that the caller supplies.
package struct SourceHealth: Sendable {
  /// The state of a source.
  package enum State: String, CaseIterable, Sendable {
    /// No data has arrived yet, which is not an error.
    case starting
    /// Rows are arriving.
    case delivering
    /// The source is a paused recording.
    case paused
    /// The source is a receiver from which no rows arrive.
    case silent
    /// No more data will arrive.
    case ended

    /// Whether the source is healthy.
    package var isWell: Bool { self == .delivering || self == .paused }
  }

  /// The minimum time without rows after which a source counts as silent, in microseconds.
  package static let patienceMicroseconds: Int64 = 5_000_000

  private var begun: Int64
  private var newestRow: Int64?
  private var sequence: UInt32?
  private var rowMicroseconds = 0.0
  private var isRecording: Bool
  private var isHeld = false
  private var hasEnded = false
  private var hasRefusedRows = false
  private var complaint: (text: String, microseconds: Int64)?

  /// The plural noun for the source's data in messages, such as “samples”.
  private let dataNoun: String

  /// Creates the health record of a source that has sent nothing yet.
  ///
  /// - Parameters:
  ///   - isRecording: Whether the source plays a recording.
  ///   - dataNoun: The plural noun for the source's data in messages, such as “samples”.
  ///   - now: Server time in microseconds.
  package init(isRecording: Bool, dataNoun: String, at now: Int64) {
    begun = now
    self.isRecording = isRecording
    self.dataNoun = dataNoun
  }

  /// Records a new description of the source.
  ///
  /// - Parameters:
  ///   - isRecording: Whether the source plays a recording.
  ///   - rowSeconds: The interval between rows in seconds; 0 if unknown.
  package mutating func describe(isRecording: Bool, rowSeconds: Double) {
    hasRefusedRows = false
    self.isRecording = isRecording
    rowMicroseconds = rowSeconds.isFinite ? min(max(0, rowSeconds), 86_400) * 1e6 : 0
  }

  /// Records the current mapping from server time to recorded time, which shows whether the recording is
  /// paused.
  package mutating func record(_ map: TimeMap) { isHeld = map.speed == 0 }

  /// Records a notice from the source.
  package mutating func record(_ notice: Notice, at now: Int64) {
    complaint = notice.severity == .information ? nil : (String(decoding: notice.text, as: UTF8.self), now)
    if notice.severity == .failure { hasEnded = true }
  }

  /// Records that a row arrived.
  ///
  /// - Returns: The number of rows missing between this row and the previous one.
  package mutating func recordRow(sequence number: UInt32, at now: Int64) -> UInt32 {
    recordSamples(at: now)
    defer { sequence = number }
    guard let sequence else { return 0 }
    let missing = number &- sequence &- 1
    return missing < 1 << 31 ? missing : 0
  }

  /// Records a row that is not valid in a message to clients.
  ///
  /// The row counts as missing when the next valid row arrives.
  /// - Returns: Whether this is the first invalid row since the source's latest description.
  package mutating func refuseRow() -> Bool {
    defer { hasRefusedRows = true }
    return !hasRefusedRows
  }

  /// Records that samples arrived.
  package mutating func recordSamples(at now: Int64) {
    newestRow = now
    hasEnded = false
  }

  /// Records that no more data will arrive.
  package mutating func end() { hasEnded = true }

  /// Returns the state of the source.
  package func state(at now: Int64) -> State {
    if hasEnded { return .ended }
    if isRecording {
      // A recording can have gaps longer than the limit, so it never counts as silent; if it becomes
      // unreadable, it ends.
      return isHeld ? .paused : newestRow == nil ? .starting : .delivering
    }
    let isLate =
      now.saturatingSubtracting(newestRow ?? begun)
      > max(Self.patienceMicroseconds, Int64(saturating: 3 * rowMicroseconds))
    return isLate ? .silent : newestRow == nil ? .starting : .delivering
  }

  /// Returns a description of the fault, or nil if there is none.
  package func reason(at now: Int64) -> String? {
    let state = state(at: now)
    guard !state.isWell else { return nil }
    if let complaint,
      complaint.microseconds >= (newestRow ?? begun).saturatingSubtracting(Self.patienceMicroseconds)
    {
      return complaint.text
    }
    switch state {
    case .silent: return "No \(dataNoun) for \(now.saturatingSubtracting(newestRow ?? begun) / 1_000_000) s."
    case .ended: return "The source has ended."
    case .starting: return "No \(dataNoun) yet."
    case .delivering, .paused: return nil
    }
  }
}
