package import Logging

/// A source whose state is reported to operators.
package protocol ObservedSource: AnyObject, Sendable {
  /// The source's number among the sources of its kind.
  var number: UInt16 { get }
  /// The kind of source, such as `streams`; nil for spectra, whose metrics have no kind.
  var kind: String? { get }
  /// The source's state and name, and the reason if there is a fault.
  var condition: (state: SourceHealth.State, name: String, reason: String?) { get }
}

extension ObservedSource {
  /// Logs the health of the source if it has changed since it was last logged.
  package func report(_ reported: inout SourceHealth.State, to logger: Logger) {
    let (state, name, reason) = condition
    guard state != reported else { return }
    var metadata: Logger.Metadata = ["source": "\(number)", "name": "\(name)", "state": "\(state)"]
    if let kind { metadata["kind"] = "\(kind)" }
    if let reason { metadata["reason"] = "\(reason)" }
    let isNews = !state.isWell || reported == .silent || reported == .ended
    logger.log(level: state.isWell ? isNews ? .notice : .info : .warning, "source", metadata: metadata)
    reported = state
  }
}
