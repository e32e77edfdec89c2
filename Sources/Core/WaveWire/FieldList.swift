/// A type whose fields are sent one after another: a message, or a part of one.
package protocol FieldList {
  /// Creates a value to read into.
  ///
  /// Fields that an older version did not send keep the values of this one.
  init(blank: Void)
  /// Codes all fields in the order in which they are sent, for both directions.
  mutating func fields<C: FieldCoder>(_ coder: inout C)
}
