import WaveSpectrumWire
import WaveWire

/// What the server last reported of each source: faults of the receiver, marks, and who controls it.
struct SourceReports: Sendable {
  private struct Report {
    let source: UInt16
    fileprivate(set) var artefacts: Artefacts?
    fileprivate(set) var marks: [Annotation] = []
    fileprivate(set) var steering: Steering?
  }

  private var reports: [Report] = []

  /// Faults of a source's receiver; nil if none are reported.
  func artefacts(of source: UInt16?) -> Artefacts? { reports.first { $0.source == source }?.artefacts }

  /// Marks in a source.
  func marks(of source: UInt16?) -> [Annotation] { reports.first { $0.source == source }?.marks ?? [] }

  /// Who controls a source; nil if the server does not say.
  func steering(of source: UInt16?) -> Steering? { reports.first { $0.source == source }?.steering }

  /// Receives faults.
  mutating func receive(_ report: Artefacts) { reports[place(of: report.source)].artefacts = report }

  /// Receives marks, in place of those before.
  mutating func receive(_ report: Annotations) { reports[place(of: report.source)].marks = report.marks }

  /// Receives who controls a source.
  mutating func receive(_ report: Steering) { reports[place(of: report.source)].steering = report }

  @inline(never)
  private mutating func place(of source: UInt16) -> Int {
    if let place = reports.firstIndex(where: { $0.source == source }) { return place }
    reports.append(Report(source: source))
    return reports.count - 1
  }

  /// The server was restarted: it reports anew.
  mutating func forget() { self = SourceReports() }
}

extension Steering {
  /// Whether the source is tuned and played by another screen, or this device may only look.
  var isByAnother: Bool { state == .another || isViewOnly }
}
