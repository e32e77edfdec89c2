import WaveUnits

/// Reads an argument for a module that opens sources, whose error says what is wrong with it.
public struct ArgumentReader<Failure: SourceError>: Sendable {
  /// What is written.
  public let argument: SourceArgument

  /// Reads an argument.
  public init(_ argument: SourceArgument) { self.argument = argument }

  /// A parameter as it is written; nil where it is not given.
  public subscript(_ name: String) -> String? { argument.parameters[name] }

  /// Refuses parameters that the source does not know.
  ///
  /// - Throws: The module's error, which lists what it knows.
  public func allow(_ names: [String]) throws(Failure) {
    let given = argument.parameters.keys.sorted()
    guard let unknown = given.first(where: { !names.contains($0) }) else { return }
    throw .argument(.unknownParameter(unknown, place: argument.place, known: names))
  }

  /// A number among the parameters, as `SINumber` reads it.
  ///
  /// - Returns: The number, or nil where it is not given.
  /// - Throws: The module's error, where it is not a number within the range.
  public func number(_ name: String, in range: ClosedRange<Double>) throws(Failure) -> Double? {
    guard let text = argument.parameters[name] else { return nil }
    let value = SINumber(text: text)?.value
    if let value, range.contains(value) { return value }
    let fault: SourceArgumentError.NumberFault =
      value.map { $0 < range.lowerBound ? .tooSmall : .tooLarge } ?? .notNumber
    throw .argument(
      .number(
        name: name, text: text, fault: fault, path: argument.path,
        example: Int(saturating: range.contains(1) ? 1 : range.lowerBound)))
  }

  /// A host and a port, as `NetworkAddress` reads them.
  ///
  /// - Throws: The module's error, where there is no port.
  public func address(
    _ text: Substring, port: Int? = nil, example: String
  ) throws(Failure) -> NetworkAddress {
    do throws(SourceArgumentError) {
      return try NetworkAddress(text, port: port, example: example)
    } catch {
      throw .argument(error)
    }
  }
}
