import ArgumentParser

/// Throws a validation error with a message unless a condition holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
  guard condition else { throw ValidationError(message()) }
}

/// Throws a validation error with a message if an option is given and its value is not valid.
func require<Value>(
  _ value: Value?, where isValid: (Value) -> Bool, _ message: @autoclosure () -> String
) throws {
  try require(value.map(isValid) ?? true, message())
}

/// Throws a validation error if an option is given and its value is outside a range.
func require(_ option: String, _ value: Double?, in range: ClosedRange<Int>, _ unit: String) throws {
  try require(
    value, where: (Double(range.lowerBound)...Double(range.upperBound)).contains,
    "\(option) must be from \(range.lowerBound) to \(range.upperBound) \(unit).")
}

/// Returns a value, or throws a validation error with a message if there is none.
func require<Value>(_ value: Value?, _ message: @autoclosure () -> String) throws -> Value {
  guard let value else { throw ValidationError(message()) }
  return value
}
