/// Detection of gzip files (RFC 1952).
public enum Gzip {
  /// Returns whether bytes begin with the signature of a gzip file.
  public static func begins(_ first: Span<UInt8>) -> Bool {
    first.count >= 2 && first[0] == 0x1F && first[1] == 0x8B
  }
}
