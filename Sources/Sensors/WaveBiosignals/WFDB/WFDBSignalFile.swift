/// One file of a WFDB record: which signals lie in it, and how to take them out.
///
/// Samples of all its signals follow one another frame by frame.
public struct WFDBSignalFile: Equatable, Sendable {
  /// The file's name.
  public let name: [UInt8]
  /// Its signals, as numbers in the header, in the order in which they lie.
  public let signals: [Int]
  /// How samples are stored.
  public let format: WFDBFormat
  /// Bytes in front of the first sample.
  public let byteOffset: Int64
  /// Samples of each signal in a frame.
  public let samplesPerFrame: [Int]
  /// Sums of first differences so far.
  private var sums: [Int32]

  /// The files that a header names, in its order.
  ///
  /// - Throws: `BiosignalError.wfdb` where signals of one file do not agree on how it is stored.
  public static func files(of header: WFDBHeader) throws(BiosignalError) -> [WFDBSignalFile] {
    var files: [WFDBSignalFile] = []
    var start = 0
    while start < header.signals.count {
      let first = header.signals[start]
      guard first.isStored else {
        start += 1
        continue
      }
      // Signals of a file stand together.
      let end =
        header.signals[start...].firstIndex { !$0.isStored || $0.fileName != first.fileName }
        ?? header.signals.count
      let group = header.signals[start..<end]
      guard group.allSatisfy({ $0.format == first.format && $0.byteOffset == first.byteOffset }) else {
        throw .wfdb(.mixedFile, line: start + 2)
      }
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

  /// Samples of all signals in a frame.
  public var frameSamples: Int { samplesPerFrame.reduce(0, +) }

  /// Frames that begin and end with a group: pieces of a multiple of them can be read one by one.
  public var alignedFrames: Int {
    var frames = 1
    while frames * frameSamples % format.groupSamples != 0 { frames += 1 }
    return frames
  }

  /// Frames that fit into a file.
  public func frameCount(fileBytes: Int64) -> Int64 {
    let bytes = max(0, fileBytes - byteOffset)
    var samples = bytes / Int64(format.groupBytes) * Int64(format.groupSamples)
    while format.byteCount(samples: samples + 1) <= bytes { samples += 1 }
    return samples / Int64(frameSamples)
  }

  /// Takes the samples of whole frames apart.
  ///
  /// Pieces are read in order, the first from `byteOffset`, each but the last of a multiple of
  /// ``alignedFrames``.
  /// - Parameters:
  ///   - bytes: What lies in the file from the piece's beginning.
  ///   - frames: Frames in the piece.
  ///   - samples: For each signal of the file, where its samples are appended, as they were stored; first
  ///     differences added up.
  /// - Returns: Frames there were.
  /// - Complexity: O(samples); allocates as `samples` grows, and memory for the piece.
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
  /// The physical value of a sample; NaN where it says that there is none.
  public func physical(_ sample: Int32) -> Double {
    sample == format.missingValue ? .nan : (Double(sample) - Double(baseline)) / gain
  }

  /// The physical values of all samples, the skew taken out: NaN where there are none, so at the end as many
  /// as it was late by.
  public func physical(_ samples: [Int32]) -> [Double] {
    let late = min(samples.count, skewFrames * samplesPerFrame)
    return samples[late...].map { physical($0) } + Array(repeating: .nan, count: late)
  }

  /// The sum of samples as the header keeps it.
  public static func checksum(_ samples: [Int32]) -> UInt16 {
    samples.reduce(0) { $0 &+ UInt16(truncatingIfNeeded: $1) }
  }
}
