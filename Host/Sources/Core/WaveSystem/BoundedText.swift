import WaveUnits

extension StringProtocol {
  /// Returns the text in UTF-8, cut between two characters if it exceeds a limit.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: Whole characters only, so that the bytes are valid text.
  package func utf8(limit: Int) -> [UInt8] { Array(utf8).wholeCharacters(limit: limit) }
}

extension [UInt8] {
  /// Returns the whole UTF-8 characters at the beginning, up to a limit or to the first invalid byte.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: Whole characters only.
  package func wholeCharacters(limit: Int) -> [UInt8] {
    Array(prefix(UTF8Text.validCount(self, limit: limit)))
  }
}
