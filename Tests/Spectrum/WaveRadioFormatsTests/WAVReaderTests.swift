import TestSupport
import Testing
import WaveRadioFormats
import WaveSpectra

@Suite struct WAVReaderTests {
  private static func read(_ bytes: [UInt8]) -> Result<WAVHeader, RadioFormatError> {
    var reader = WAVReader(fileByteCount: Int64(bytes.count))
    do throws(RadioFormatError) {
      while let request = reader.request { try reader.read(bytes.bytes(request).span) }
      return .success(try reader.header())
    } catch {
      return .failure(error)
    }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    FormatFixtures.hex(try #require(try ContainerFixtures.load().waves.first { $0.name == name }).bytes)
  }

  @Test func readsWhatSciPyReads() throws {
    for wave in try ContainerFixtures.load().waves {
      let bytes = FormatFixtures.hex(wave.bytes)
      let header = try Self.read(bytes).get()
      #expect(header.sampleRateHertz == wave.rate, "\(wave.name)")
      #expect(header.remarks.map(Self.plain) == wave.remarks, "\(wave.name)")
      #expect(header.auxiliary?.centerHertz == wave.center, "\(wave.name)")
      let start = Int(header.dataByteOffset)
      let data = Array(bytes[start..<(start + Int(header.dataByteCount))])
      var levels = [Float](repeating: .nan, count: data.count / header.format.bytesPerComponent)
      var span = levels.mutableSpan
      _ = header.format.convert(data.span, into: &span)
      #expect(levels.count == wave.levels.count, "\(wave.name)")
      for (level, truth) in zip(levels, wave.levels) {
        #expect(abs(level - Float(truth)) <= Float(truth).ulp, "\(wave.name)")
      }
    }
  }

  /// A remark as make_containers.py writes it.
  private static func plain(_ remark: WAVRemark) -> String {
    switch remark {
    case .sizeUnknown: "sizeUnknown"
    case .torn(let missing): "torn(missingByteCount: \(missing))"
    case .partialSample(let count): "partialSample(byteCount: \(count))"
    case .auxiliaryUnreadable: "auxiliaryUnreadable"
    }
  }

  @Test func auxiliaryChunksGiveTheTime() throws {
    let auxiliary = try #require(try Self.read(Self.bytes("auxi last")).get().auxiliary)
    // 2013-01-01T12:34:56.789Z
    #expect(auxiliary.startMicroseconds == 1_357_043_696_789_000)
    #expect(auxiliary.stopMicroseconds == 1_357_043_756_789_000)
  }

  @Test func saysWhatItCannotRead() throws {
    #expect(Self.read([]) == .failure(.empty))
    #expect(
      Self.read(Array("RIFX".utf8) + [0, 0, 0, 0] + Array("WAVE".utf8)) == .failure(.wav(.notWAV, byte: 0)))
    #expect(Self.read(Array("RIFF".utf8)) == .failure(.wav(.notWAV, byte: 0)))
    var bytes = try Self.bytes("16 bit")
    #expect(Self.read(Array(bytes[..<36])) == .failure(.wav(.noData, byte: 12)))
    #expect(Self.read(Array(bytes[..<12])) == .failure(.wav(.noFormat, byte: 12)))
    bytes[22] = 6
    #expect(Self.read(bytes) == .failure(.wav(.channels(6), byte: 12)))
    bytes[22] = 2
    bytes[20] = 7
    #expect(Self.read(bytes) == .failure(.wav(.unsupported(tag: 7, bits: 16), byte: 12)))
    bytes[20] = 1
    bytes.replaceSubrange(24..<28, with: [0, 0, 0, 0])
    #expect(Self.read(bytes) == .failure(.wav(.sampleRate, byte: 12)))
    var wide = try Self.bytes("rf64")
    wide.replaceSubrange(12..<16, with: Array("JUNK".utf8))
    guard case .failure(.wav(.badSize, _)) = Self.read(wide) else {
      Issue.record("a 64-bit file without its sizes was read")
      return
    }
    #expect("\(WAVFault.channels(6))" == "6 channels instead of 2 (I and Q) or 1 (real). Split the file")
  }

  @Test func neverTraps() throws {
    let seeds = try ContainerFixtures.load().waves.map { FormatFixtures.hex($0.bytes) }
    var random = SeededGenerator(seed: 64)
    var (given, failed) = (0, 0)
    for _ in 0..<6000 {
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) { bytes.mutate(using: &random) }
      switch Self.read(bytes) {
      case .success(let header):
        given += 1
        #expect(header.dataByteOffset >= 0 && header.dataByteCount >= 0)
        #expect(
          header.dataByteOffset + header.dataByteCount <= max(Int64(bytes.count), header.dataByteOffset))
        #expect(header.dataByteCount % Int64(header.format.bytesPerSample) == 0)
      case .failure: failed += 1
      }
    }
    #expect(given > 1000 && failed > 1000)
  }
}
