import WaveSpectrumWire
import WaveWire

/// The server's latest reports on each source: artefacts of the receiver, annotations, and the control state.
struct SourceReports: Sendable {
  private struct Report {
    let source: UInt16
    fileprivate(set) var artefacts: Artefacts?
    fileprivate(set) var marks: [Annotation] = []
    fileprivate(set) var steering: Steering?
  }

  private var reports: [Report] = []

  /// Returns the artefacts of a source's receiver; nil if none have been reported.
  func artefacts(of source: UInt16?) -> Artefacts? { reports.first { $0.source == source }?.artefacts }

  /// Returns the annotations of a source.
  func marks(of source: UInt16?) -> [Annotation] { reports.first { $0.source == source }?.marks ?? [] }

  /// Returns the control state of a source; nil if the server has not reported it.
  func steering(of source: UInt16?) -> Steering? { reports.first { $0.source == source }?.steering }

  /// Stores a report of artefacts.
  mutating func receive(_ report: Artefacts) { reports[place(of: report.source)].artefacts = report }

  /// Stores annotations, replacing earlier ones.
  mutating func receive(_ report: Annotations) { reports[place(of: report.source)].marks = report.marks }

  /// Stores a report of a source's control state.
  mutating func receive(_ report: Steering) { reports[place(of: report.source)].steering = report }

  @inline(never)
  private mutating func place(of source: UInt16) -> Int {
    if let place = reports.firstIndex(where: { $0.source == source }) { return place }
    reports.append(Report(source: source))
    return reports.count - 1
  }

  /// Discards all reports after a server restart, because the server sends new ones.
  mutating func forget() { self = SourceReports() }
}

extension Steering {
  /// Whether another screen controls the source's tuning and playback, or this device is view-only.
  var cannotControl: Bool { state == .another || isViewOnly }
}
