import WaveSpectrumWire
import WaveWire

/// What the server last reported of each source: faults of the receiver, marks, and who controls it.
struct SourceReports: Sendable {
  private var artefacts: [Artefacts] = []
  private var annotations: [Annotations] = []
  private var steering: [Steering] = []

  /// Faults of a source's receiver; nil if none are reported.
  func artefacts(of source: UInt16?) -> Artefacts? { artefacts.first { $0.source == source } }

  /// Marks in a source.
  func marks(of source: UInt16?) -> [Annotation] {
    annotations.first { $0.source == source }?.marks ?? []
  }

  /// Who controls a source; nil if the server does not say.
  func steering(of source: UInt16?) -> Steering? { steering.first { $0.source == source } }

  /// Receives faults.
  mutating func receive(_ report: Artefacts) {
    for index in artefacts.indices where artefacts[index].source == report.source {
      artefacts[index] = report
      return
    }
    artefacts.append(report)
  }

  /// Receives marks, in place of those before.
  mutating func receive(_ report: Annotations) {
    for index in annotations.indices where annotations[index].source == report.source {
      annotations[index] = report
      return
    }
    annotations.append(report)
  }

  /// Receives who controls a source.
  mutating func receive(_ report: Steering) {
    for index in steering.indices where steering[index].source == report.source {
      steering[index] = report
      return
    }
    steering.append(report)
  }

  /// The server was restarted: it reports anew.
  mutating func forget() { self = SourceReports() }
}

extension Steering {
  /// Whether the source is tuned and played by another screen, or this device may only look.
  var isByAnother: Bool { state == .another || isViewOnly }
}
