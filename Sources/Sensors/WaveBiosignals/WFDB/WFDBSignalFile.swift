/// A signal file of a WFDB record: its signals, and the storage layout of their samples.
public struct WFDBSignalFile: Equatable, Sendable {
  /// The name of the file.
  public let name: [UInt8]
  /// The indices of the file's signals in the header, in storage order.
  public let signals: [Int]
  /// The storage format of the samples.
  public let format: WFDBFormat
  /// The number of bytes before the first sample.
  public let byteOffset: Int64
  /// The number of samples in a frame, for each signal.
  public let samplesPerFrame: [Int]
  /// The running sum of the first differences of each signal.
  private var sums: [Int32]

  /// Returns the signal files of a record, in header order.
  ///
  /// - Throws: `BiosignalError.wfdb` if signals in one file are stored in different ways.
  public static func files(of header: WFDBHeader) throws(BiosignalError) -> [WFDBSignalFile] {
    var files: [WFDBSignalFile] = []
    var start = 0
    while start < header.signals.count {
      let first = header.signals[start]
      guard first.isStored else {
        start += 1
        continue
      }
      // The signals of a file are consecutive.
      let end =
        header.signals[start...].firstIndex { !$0.isStored || $0.fileName != first.fileName }
        ?? header.signals.count
      let group = header.signals[start..<end]
      guard group.allSatisfy({ $0.format == first.format && $0.byteOffset == first.byteOffset })
      else { throw .wfdb(.mixedFile, line: start + 2) }
      files.append(WFDBSignalFile(group, start..<end))
      start = end
    }
    return files
  }

  private init(_ group: ArraySlice<WFDBHeader.Signal>, _ signals: Range<Int>) {
    let first = group[group.startIndex]
    name = first.fileName
    format = first.format
    byteOffset = first.byteOffset
    self.signals = Array(signals)
    samplesPerFrame = group.map { $0.samplesPerFrame }
    sums = group.map { $0.initialValue }
  }

  /// The total number of samples in a frame.
  public var frameSamples: Int { samplesPerFrame.reduce(0, +) }

  /// The smallest number of frames whose samples fill complete groups.
  ///
  /// Pieces of a file can be read separately if their frame counts are multiples of this number.
  public var alignedFrames: Int {
    var frames = 1
    while frames * frameSamples % format.groupSamples != 0 { frames += 1 }
    return frames
  }

  /// Returns the number of frames that fit into a file.
  public func frameCount(fileBytes: Int64) -> Int64 {
    let bytes = max(0, fileBytes - byteOffset)
    var samples = bytes / Int64(format.groupBytes) * Int64(format.groupSamples)
    while format.byteCount(samples: samples + 1) <= bytes { samples += 1 }
    return samples / Int64(frameSamples)
  }

  /// Decodes complete frames, separating the samples by signal.
  ///
  /// Read the pieces in order, starting at `byteOffset`. The frame count of each piece except the last must
  /// be a multiple of ``alignedFrames``.
  /// - Parameters:
  ///   - bytes: The bytes of the file, starting at the piece.
  ///   - frames: The number of frames in the piece.
  ///   - samples: A list for each signal of the file, to which its samples are appended as stored; first
  ///     differences are summed.
  /// - Returns: The number of frames read.
  /// - Complexity: O(samples); allocates memory for the piece, and as `samples` grows.
  public mutating func read(_ bytes: Span<UInt8>, frames: Int, into samples: inout [[Int32]]) -> Int {
    var stored: [Int32] = []
    stored.reserveCapacity(frames * frameSamples)
    let count = format.append(bytes, count: frames * frameSamples, to: &stored) / frameSamples
    var place = 0
    for _ in 0..<count {
      for (signal, number) in samplesPerFrame.enumerated() {
        for _ in 0..<number {
          var value = stored[place]
          if format == .difference8 {
            sums[signal] &+= value
            value = sums[signal]
          }
          samples[signal].append(value)
          place += 1
        }
      }
    }
    return count
  }
}

extension WFDBHeader.Signal {
  /// Returns the physical value of a sample; NaN if the sample is missing.
  public func physical(_ sample: Int32) -> Double {
    sample == format.missingValue ? .nan : (Double(sample) - Double(baseline)) / gain
  }

  /// Returns the physical values of all samples, compensating for the skew.
  ///
  /// Missing samples are NaN, including those at the end that result from the skew.
  public func physical(_ samples: [Int32]) -> [Double] {
    let late = min(samples.count, skewFrames * samplesPerFrame)
    return samples[late...].map { physical($0) } + Array(repeating: .nan, count: late)
  }

  /// Returns the checksum of samples: their sum modulo 65,536.
  public static func checksum(_ samples: [Int32]) -> UInt16 {
    samples.reduce(0) { $0 &+ UInt16(truncatingIfNeeded: $1) }
  }
}
