import WaveUnits

/// A reader for the parameters of a source argument.
///
/// It throws errors of the module that opens the source.
public struct ArgumentReader<Failure: SourceError>: Sendable {
  /// The argument to read.
  public let argument: SourceArgument

  /// Creates a reader for an argument.
  public init(_ argument: SourceArgument) { self.argument = argument }

  /// The value of a parameter as written; nil if the parameter is missing.
  public subscript(_ name: String) -> String? { argument.parameters[name] }

  /// Throws an error if the argument has a parameter that is not in a list of allowed names.
  ///
  /// - Throws: The module's error, which lists the allowed parameters.
  public func allow(_ names: [String]) throws(Failure) {
    let given = argument.parameters.keys.sorted()
    guard let unknown = given.first(where: { !names.contains($0) }) else { return }
    throw .argument(.unknownParameter(unknown, place: argument.place, known: names))
  }

  /// Returns a parameter as a number, parsed by `SINumber`.
  ///
  /// - Returns: The number, or nil if the parameter is missing.
  /// - Throws: The module's error if the value is not a number within the range.
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

  /// Parses text as a host and a port with `NetworkAddress`.
  ///
  /// - Throws: The module's error if the port is missing or invalid.
  public func address(
    _ text: Substring, port: Int? = nil, example: String
  ) throws(Failure) -> NetworkAddress {
    try Failure.converting(Failure.argument, NetworkAddress(text, port: port, example: example))
  }

  /// Parses text like `address`, for a source that connects to the address.
  ///
  /// - Throws: The module's error if the port is missing or invalid, or there is no host, with `place` as the
  ///   location.
  public func remoteAddress(
    _ text: Substring, port: Int? = nil, example: String, place: String
  ) throws(Failure) -> NetworkAddress {
    let address = try address(text, port: port, example: example)
    guard !address.host.isEmpty else { throw .argument(.noHost(place: place, example: example)) }
    return address
  }
}
