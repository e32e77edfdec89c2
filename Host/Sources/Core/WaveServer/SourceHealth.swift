package import Logging
import WaveUnits
package import WaveWire

/// Whether a source does what it is there for, told from what it gives; knows no clock.
package struct SourceHealth: Sendable {
  /// What there is to say of a source.
  package enum State: String, CaseIterable, Sendable {
    /// It has given nothing yet, and need not have.
    case starting
    /// Its rows come.
    case delivering
    /// A recording that is held still.
    case paused
    /// A receiver whose rows do not come.
    case silent
    /// No more will come.
    case ended

    /// Whether all is as it should be.
    package var isWell: Bool { self == .delivering || self == .paused }
  }

  /// How long rows may fail to come at least.
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

  /// What it gives, in words.
  private let things: String

  /// Starts with a source that has sent nothing yet.
  ///
  /// - Parameters:
  ///   - isRecording: Whether it plays a recording.
  ///   - things: The kind of data in words, such as "samples".
  ///   - now: Server time in microseconds.
  package init(isRecording: Bool, things: String, at now: Int64) {
    begun = now
    self.isRecording = isRecording
    self.things = things
  }

  /// Records a new description of the source.
  ///
  /// - Parameters:
  ///   - isRecording: Whether it plays a recording.
  ///   - rowSeconds: The seconds from row to row, if the source says so.
  package mutating func describe(isRecording: Bool, rowSeconds: Double) {
    hasRefusedRows = false
    self.isRecording = isRecording
    rowMicroseconds = rowSeconds.isFinite ? min(max(0, rowSeconds), 86_400) * 1e6 : 0
  }

  /// Records how the time of a recording advances.
  package mutating func take(_ map: TimeMap) { isHeld = map.speed == 0 }

  /// Records a notice of the source.
  package mutating func take(_ notice: Notice, at now: Int64) {
    switch notice.severity {
    case .information: complaint = nil
    case .warning: complaint = (String(decoding: notice.text, as: UTF8.self), now)
    case .failure:
      complaint = (String(decoding: notice.text, as: UTF8.self), now)
      hasEnded = true
    }
  }

  /// Takes note of a row.
  ///
  /// - Returns: Rows that are missing before it.
  package mutating func takeRow(sequence number: UInt32, at now: Int64) -> UInt32 {
    newestRow = now
    hasEnded = false
    defer { sequence = number }
    guard let sequence else { return 0 }
    let missing = number &- sequence &- 1
    return missing < 1 << 31 ? missing : 0
  }

  /// Takes note of a row that no client can read.
  ///
  /// It is counted as missing with the next that one can read.
  /// - Returns: Whether it is the first since the source described itself.
  package mutating func refuseRow() -> Bool {
    defer { hasRefusedRows = true }
    return !hasRefusedRows
  }

  /// Takes note of samples.
  package mutating func takeSamples(at now: Int64) {
    newestRow = now
    hasEnded = false
  }

  /// No more will come.
  package mutating func end() { hasEnded = true }

  /// The state of the source.
  package func state(at now: Int64) -> State {
    if hasEnded { return .ended }
    if isRecording {
      // Its gaps are longer than any patience; where it cannot be read on it ends.
      return isHeld ? .paused : newestRow == nil ? .starting : .delivering
    }
    let isLate =
      now.saturatingSubtracting(newestRow ?? begun)
      > max(Self.patienceMicroseconds, Int64(saturating: 3 * rowMicroseconds))
    return isLate ? .silent : newestRow == nil ? .starting : .delivering
  }

  /// What is wrong, in words; nil where nothing is.
  package func reason(at now: Int64) -> String? {
    let state = state(at: now)
    guard !state.isWell else { return nil }
    if let complaint,
      complaint.microseconds >= (newestRow ?? begun).saturatingSubtracting(Self.patienceMicroseconds)
    {
      return complaint.text
    }
    switch state {
    case .silent: return "No \(things) for \(now.saturatingSubtracting(newestRow ?? begun) / 1_000_000) s."
    case .ended: return "The source has ended."
    case .starting: return "No \(things) yet."
    case .delivering, .paused: return nil
    }
  }
}

extension SourceHealth {
  /// Writes down what a source does, where that is something else than before.
  package static func report(
    _ state: State, after told: State, source: UInt16, name: String, reason: String?, kind: String? = nil,
    to logger: Logger
  ) {
    var metadata: Logger.Metadata = ["source": "\(source)", "name": "\(name)", "state": "\(state)"]
    if let kind { metadata["kind"] = "\(kind)" }
    if let reason { metadata["reason"] = "\(reason)" }
    let isNews = !state.isWell || told == .silent || told == .ended
    logger.log(level: state.isWell ? isNews ? .notice : .info : .warning, "source", metadata: metadata)
  }
}
