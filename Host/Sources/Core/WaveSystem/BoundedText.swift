import WaveUnits

extension StringProtocol {
  /// Returns the text in UTF-8, truncated at a character boundary if it exceeds a limit.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: Complete characters only, so the bytes are valid UTF-8.
  package func utf8(limit: Int) -> [UInt8] { Array(utf8).wholeCharacters(limit: limit) }
}

extension [UInt8] {
  /// Returns the longest prefix of complete UTF-8 characters, up to a limit or the first invalid byte.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: Complete characters only.
  package func wholeCharacters(limit: Int) -> [UInt8] {
    Array(prefix(UTF8Text.validCount(self, limit: limit)))
  }
}
