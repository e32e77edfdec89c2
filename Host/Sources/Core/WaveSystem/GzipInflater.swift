import CZlib

/// An incremental decompressor of gzip data, including concatenated members, which gzip also accepts.
public final class GzipInflater {
  /// An error decompressing gzip data.
  public enum Failure: Error, Equatable, Sendable {
    /// The data is damaged; holds the offset in the compressed file.
    case corrupt(byte: Int)
    /// The output exceeds the limit.
    case tooLarge
  }

  /// The number of compressed bytes consumed so far.
  public private(set) var inputCount = 0
  /// The number of decompressed bytes produced so far.
  public private(set) var outputCount = 0
  /// Whether the input can end here: a member is complete, and the next one has not begun.
  public private(set) var isComplete = false

  private let limit: Int
  // The stream's state points back at the stream, so its address must not change.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isReady: Bool
  private var output = [UInt8](repeating: 0, count: 65_536)

  /// Creates an inflater for the start of a file.
  ///
  /// - Parameter limit: The maximum number of decompressed bytes, as a defence against decompression bombs.
  public init(limit: Int) {
    self.limit = limit
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // The window size is 15 bits; adding 16 accepts gzip only.
    isReady = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Decompresses the next part of the input.
  ///
  /// - Parameters:
  ///   - input: The next compressed bytes.
  ///   - receive: A closure that receives each piece of output, at most 64 KiB, and returns false to stop.
  /// - Throws: `Failure`, after which no more input can be decompressed.
  public func inflate(_ input: inout [UInt8], _ receive: ([UInt8]) -> Bool) throws(Failure) {
    guard isReady else { throw .corrupt(byte: inputCount) }
    var offset = 0
    var isFull = false
    while offset < input.count || isFull {
      // Zeros after the last member are padding, which gzip ignores.
      if isComplete {
        while offset < input.count, input[offset] == 0 {
          offset += 1
          inputCount += 1
        }
        guard offset < input.count else { return }
        isComplete = false
        guard inflateReset(stream) == Z_OK else { throw .corrupt(byte: inputCount) }
      }
      let (status, taken, made) = step(&input, from: offset)
      offset += taken
      inputCount += taken
      outputCount += made
      isFull = made == output.count
      guard outputCount <= limit else { throw .tooLarge }
      if made > 0, !receive(made == output.count ? output : Array(output[..<made])) { return }
      switch status {
      case Z_STREAM_END:
        isComplete = true
        isFull = false
      case Z_OK: break
      case Z_BUF_ERROR: return
      default: throw .corrupt(byte: inputCount)
      }
    }
  }

  private func step(_ input: inout [UInt8], from offset: Int) -> (status: Int32, taken: Int, made: Int) {
    input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.pointee.next_in = source.baseAddress.map { $0 + offset }
        stream.pointee.avail_in = UInt32(clamping: source.count - offset)
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = UInt32(clamping: target.count)
        let offered = Int(stream.pointee.avail_in)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        return (status, offered - Int(stream.pointee.avail_in), target.count - Int(stream.pointee.avail_out))
      }
    }
  }
}
