/// A source whose condition operators see.
package protocol ObservedSource: AnyObject, Sendable {
  /// Its number among those of its kind.
  var number: UInt16 { get }
  /// The kind, such as `streams`; nil for spectra, which had numbers of their own first.
  var kind: String? { get }
  /// What it does, what it is called, and what is wrong where something is.
  var condition: (state: SourceHealth.State, name: String, reason: String?) { get }
}
