/// A source whose state is reported to operators.
package protocol ObservedSource: AnyObject, Sendable {
  /// The source's number among the sources of its kind.
  var number: UInt16 { get }
  /// The kind of source, such as `streams`; nil for spectra, whose metrics have no kind.
  var kind: String? { get }
  /// The source's state and name, and the reason if there is a fault.
  var condition: (state: SourceHealth.State, name: String, reason: String?) { get }
}
