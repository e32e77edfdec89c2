/// A type whose fields are sent in sequence: a message or part of a message.
@usableFromInline
package protocol FieldList {
  /// Creates a value with initial field values, before its fields are read.
  ///
  /// Fields that an older version does not send keep their initial values.
  init(blank: Void)
  /// Reads or writes all fields in the order in which they are sent.
  mutating func fields<C: FieldCoder>(_ coder: inout C)
}
