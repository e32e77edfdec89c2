/// Returns the value of an expression, and throws its error in another form.
///
/// - Parameters:
///   - transform: Returns the error to throw instead, for example a case that holds the original error.
///   - value: The expression.
/// - Returns: The value of the expression.
/// - Throws: The error that `transform` returns.
package func mapError<Value, Failure, Mapped>(
  _ transform: (Failure) -> Mapped, _ value: @autoclosure () throws(Failure) -> Value
) throws(Mapped) -> Value {
  do throws(Failure) { return try value() } catch { throw transform(error) }
}
