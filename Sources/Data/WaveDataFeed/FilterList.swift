/// A client's filters, by number.
///
/// A row is shown only if it passes all filters.
public struct FilterList<Rule: Sendable>: Sendable {
  /// The maximum number of filters for one client.
  public static var limit: Int { 16 }

  private var rules: [UInt8: Rule] = [:]
  /// The number of changes made to the list, used to detect whether it has changed.
  public private(set) var revision = 0

  /// Whether there are no filters, so that all rows pass.
  public var isEmpty: Bool { rules.isEmpty }

  /// The filters, in the order of their numbers.
  public var ordered: [Rule] { rules.keys.sorted().compactMap { rules[$0] } }

  /// Sets the filter with the given number, or removes it if the rule is nil.
  ///
  /// Filters beyond the limit are ignored.
  public mutating func set(_ number: UInt8, _ rule: Rule?) {
    guard rule == nil || rules[number] != nil || rules.count < Self.limit else { return }
    rules[number] = rule
    revision += 1
  }
}
