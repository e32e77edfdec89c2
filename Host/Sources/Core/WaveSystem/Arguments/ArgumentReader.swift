import WaveUnits

/// Reads an argument for a module that opens sources, and throws that module's error.
public struct ArgumentReader<Failure: SourceError>: Sendable {
  /// The argument.
  public let argument: SourceArgument

  /// Reads an argument.
  public init(_ argument: SourceArgument) { self.argument = argument }

  /// Returns a parameter as it was written; nil if it is missing.
  public subscript(_ name: String) -> String? { argument.parameters[name] }

  /// Refuses parameters that the source does not know.
  ///
  /// - Throws: The module's error, which lists the known parameters.
  public func allow(_ names: [String]) throws(Failure) {
    let given = argument.parameters.keys.sorted()
    guard let unknown = given.first(where: { !names.contains($0) }) else { return }
    throw .argument(.unknownParameter(unknown, place: argument.place, known: names))
  }

  /// Returns a parameter as a number, read by `SINumber`.
  ///
  /// - Returns: The number, or nil if the parameter is missing.
  /// - Throws: The module's error, if it is not a number within the range.
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

  /// Returns a host and a port, read by `NetworkAddress`.
  ///
  /// - Throws: The module's error, if the port is missing or invalid.
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
