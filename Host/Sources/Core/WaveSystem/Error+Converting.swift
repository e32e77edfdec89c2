extension Error {
  /// Returns a value, or throws this type of error in place of the one that occurs.
  ///
  /// - Parameters:
  ///   - convert: A closure that converts the error that occurs.
  ///   - value: The value, or the work to do.
  /// - Returns: The value.
  /// - Throws: The converted error.
  package static func converting<Cause: Error, Value>(
    _ convert: (Cause) -> Self, _ value: @autoclosure () throws(Cause) -> Value
  ) throws(Self) -> Value {
    do throws(Cause) { return try value() } catch { throw convert(error) }
  }
}
