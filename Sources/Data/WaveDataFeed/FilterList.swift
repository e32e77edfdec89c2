/// A client's filters by their numbers; a row must pass all of them.
public struct FilterList<Rule: Sendable>: Sendable {
  /// The maximum number of filters of a client.
  public static var limit: Int { 16 }

  private var rules: [UInt8: Rule] = [:]
  /// The number of changes, by which two states of the list differ.
  public private(set) var revision = 0

  /// Starts without filters.
  public init() {}

  /// Whether all rows pass.
  public var isEmpty: Bool { rules.isEmpty }

  /// The filters, in the order of their numbers.
  public var ordered: [Rule] { rules.keys.sorted().compactMap { rules[$0] } }

  /// Sets a filter, or removes it with nil; a filter beyond the limit is ignored.
  public mutating func set(_ number: UInt8, _ rule: Rule?) {
    guard rule == nil || rules[number] != nil || rules.count < Self.limit else { return }
    rules[number] = rule
    revision += 1
  }
}
