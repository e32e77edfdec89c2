/// Something made of fields that are sent one after another: a message, or a part of one.
package protocol FieldList {
  /// Begins what is read: every field gets its value from the bytes, or keeps this one where they are an older version's.
  init(blank: Void)
  /// Codes every field in the order in which they are sent: the one list of them, for both directions.
  mutating func fields<C: FieldCoder>(_ coder: inout C)
}
