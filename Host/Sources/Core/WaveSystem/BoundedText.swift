import WaveUnits

extension StringProtocol {
  /// Returns the text in UTF-8, cut between two characters where it is longer than a limit.
  ///
  /// - Parameter limit: Bytes at most.
  /// - Returns: Whole characters only, so that what is made of the bytes is text again.
  package func utf8(limit: Int) -> [UInt8] { Array(utf8).wholeCharacters(limit: limit) }
}

extension [UInt8] {
  /// Returns the whole characters of UTF-8 at the beginning, up to a limit or to what is no UTF-8.
  ///
  /// - Parameter limit: Bytes at most.
  /// - Returns: The characters, whole ones only.
  package func wholeCharacters(limit: Int) -> [UInt8] {
    Array(prefix(UTF8Text.validCount(self, limit: limit)))
  }
}
