import WaveText
import WaveUnits

/// A writer for a WFDB record.
///
/// It encodes samples as they arrive, and the header at the end.
///
/// All signals are stored in one file, interleaved by frame. Source:
/// physionet.org/physiotools/wag/header-5.htm, signal-5.htm.
public struct WFDBWriter: Sendable {
  /// A signal of the record.
  public struct Signal: Sendable {
    /// The label in UTF-8; line ends are replaced by spaces.
    public var label: [UInt8]
    /// The unit; spaces are replaced by underscores, and an empty unit by `NU`.
    public var units: [UInt8]
    /// The scale of the digital values.
    ///
    /// Its baseline is rounded to an integer, which shifts values by up to half a step.
    public var scale: DigitalScale
    /// The number of samples in a frame.
    public var samplesPerFrame: Int

    /// Creates a signal with the given properties.
    public init(label: [UInt8], units: [UInt8], scale: DigitalScale, samplesPerFrame: Int = 1) {
      self.label = label
      self.units = units
      self.scale = scale
      self.samplesPerFrame = samplesPerFrame
    }
  }

  /// The number of frames written so far.
  public private(set) var frameCount: Int64 = 0
  private let name: [UInt8]
  private let signals: [Signal]
  private let format: WFDBFormat
  private let frameRateHertz: Double
  private let startMicroseconds: Int64?
  private var checksums: [UInt16]
  private var first: [Int32]

  /// Creates a writer for one record.
  ///
  /// - Parameters:
  ///   - name: The name of the record: letters, digits, hyphens and underscores.
  ///   - signals: The signals to write.
  ///   - format: The storage format: `word16`, `word24` or `word32`; any other format becomes `word32`.
  ///   - frameRateHertz: The number of frames per second.
  ///   - startMicroseconds: The start time in microseconds since 1970; nil if it is unknown.
  /// - Throws: `BiosignalError.wfdb` if there are too many signals.
  public init(
    name: [UInt8], signals: [Signal], format: WFDBFormat, frameRateHertz: Double,
    startMicroseconds: Int64? = nil
  ) throws(BiosignalError) {
    guard signals.count <= WFDBHeader.signalLimit
    else { throw .wfdb(.tooManySignals(limit: WFDBHeader.signalLimit), line: 1) }
    self.name = name
    self.signals = signals
    self.format = format == .word16 || format == .word24 ? format : .word32
    self.frameRateHertz = frameRateHertz
    self.startMicroseconds = startMicroseconds
    checksums = signals.map { _ in 0 }
    first = signals.map { _ in 0 }
  }

  /// The digital value that marks a missing sample.
  public var missing: Int32 { format.missingValue ?? .min }

  /// Encodes frames for the signal file.
  ///
  /// - Parameter samples: A list of samples for each signal, with `samplesPerFrame` samples per frame;
  ///   samples beyond the last complete frame of all signals are ignored.
  /// - Returns: The bytes to append to the signal file.
  /// - Complexity: O(samples), with one allocation.
  public mutating func append(_ samples: [[Int32]]) -> [UInt8] {
    let frames = zip(samples, signals).map { $0.count / $1.samplesPerFrame }.min() ?? 0
    let width = format.sampleBits / 8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frames * signals.reduce(0) { $0 + $1.samplesPerFrame } * width)
    for frame in 0..<frames {
      for (number, signal) in signals.enumerated() {
        for index in (frame * signal.samplesPerFrame)..<((frame + 1) * signal.samplesPerFrame) {
          let sample = samples[number][index]
          if frameCount == 0, frame == 0, index == 0 { first[number] = sample }
          checksums[number] &+= UInt16(truncatingIfNeeded: sample)
          bytes.append(littleEndian: sample, byteCount: width)
        }
      }
    }
    frameCount += Int64(frames)
    return bytes
  }

  /// Returns the header for everything written so far.
  ///
  /// - Parameters:
  ///   - fileName: The name of the signal file.
  ///   - comments: The comment lines.
  /// - Returns: The encoded header.
  public func header(fileName: [UInt8], comments: [[UInt8]] = []) -> [UInt8] {
    let blank = UInt8(ascii: " ")
    var text = name + Array(" \(signals.count) ".utf8)
    text += ASCIIDecimal.shortest(frameRateHertz) + Array(" \(frameCount)".utf8)
    if let start = startMicroseconds.flatMap({ CivilTime.text(microseconds: $0) }) {
      // The text has the form YYYY-MM-DDTHH:MM:SS.ffffffZ.
      let date = [start[8..<10], start[5..<7], start[0..<4]].joined(separator: [UInt8(ascii: "/")])
      for field in [Array(start[11..<26]), Array(date)] { text += [blank] + field }
    }
    text.append(0x0A)
    for (number, signal) in signals.enumerated() {
      text += fileName + Array(" \(format.rawValue)".utf8)
      if signal.samplesPerFrame > 1 { text += Array("x\(signal.samplesPerFrame)".utf8) }
      let baseline = Int32(saturating: (-signal.scale.offset / signal.scale.step).rounded())
      text += [blank] + ASCIIDecimal.shortest(1 / signal.scale.step)
      text += Array("(\(baseline))/".utf8) + Self.unit(signal.units)
      let checksum = Int16(bitPattern: checksums[number])
      text += Array(" \(format.sampleBits) 0 \(first[number]) \(checksum) 0 ".utf8)
      text += signal.label.map { $0 < 0x20 ? blank : $0 }
      while text.last == blank { text.removeLast() }
      text.append(0x0A)
    }
    for comment in comments { text += [UInt8(ascii: "#")] + comment.map { $0 < 0x20 ? blank : $0 } + [0x0A] }
    return text
  }

  private static func unit(_ text: [UInt8]) -> [UInt8] {
    text.isEmpty ? Array("NU".utf8) : text.map { $0 <= 0x20 ? UInt8(ascii: "_") : $0 }
  }
}
