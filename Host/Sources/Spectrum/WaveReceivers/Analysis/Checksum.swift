import Crypto
import WaveSystem

/// The result of verifying the checksum that a file contains.
enum Checksum: Equatable, Sendable {
  /// The computed checksum equals the one in the file.
  case matches
  /// The checksums differ. Both are given in hexadecimal.
  case differs(claimed: String, found: String)

  /// Verifies the checksum that a file contains, if it contains one.
  ///
  /// - Parameter file: The samples to verify.
  /// - Returns: The result; nil if the file contains no checksum, or if the task was cancelled.
  /// - Throws: `ReceiverError` if the file cannot be read.
  static func check(_ file: SampleFile) throws(ReceiverError) -> Checksum? {
    guard let claimed = file.layout.sha512 else { return nil }
    var sum = SHA512()
    var place = file.layout.hashedBytes.lowerBound
    let end = file.layout.hashedBytes.upperBound
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while place < end {
      guard !Task.isCancelled else { return nil }
      let count = try ReceiverError.filed(file.file.read(into: &piece, at: place))
      guard count > 0 else { break }
      piece.withUnsafeBytes { bytes in
        sum.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[..<min(count, end - place)]))
      }
      place += count
    }
    let found = Array(sum.finalize())
    return found == claimed ? .matches : .differs(claimed: hex(claimed), found: hex(found))
  }

  /// A warning for the user; nil if the checksums are equal.
  var warning: String? {
    guard case .differs(let claimed, let found) = self else { return nil }
    return "the samples do not match the metadata: their SHA-512 begins with \(found.prefix(8)), the "
      + "metadata say \(claimed.prefix(8)). Copy the recording again, or give verify=no"
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
