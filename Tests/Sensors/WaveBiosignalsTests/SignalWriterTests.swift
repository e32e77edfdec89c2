import TestSupport
import Testing
import WaveBiosignals

@Suite struct SignalWriterTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  // MARK: - EDF

  @Test func scalesKeepNumbersAndValues() throws {
    let limits = EDFScale.words
    // Steps as devices have them: ends of eight characters are found that are exact.
    for (step, offset) in [
      (0.0005, 0.0), (0.005, -5.12), (1.25, 0), (0.195, 0), (1 / 3.0 * 3, 0), (-0.1, 7), (1e-3, 1000),
    ] {
      let scale = try #require(DigitalScale(step: step, offset: offset, low: -32_768, high: 32_767))
      let (kept, moved) = try #require(EDFScale.keeping(scale, used: -2000...1500, limits: limits))
      #expect(moved < 1e-9 && kept.digitalLow <= -2000 && kept.digitalHigh >= 1500, "\(step)")
      for digital in stride(from: Int32(-2000), through: 1500, by: 50) {
        #expect(kept.digital(scale.value(digital)) == digital)
        #expect(abs(kept.value(digital) - scale.value(digital)) <= 1e-9 * abs(step))
      }
    }
    // No numbers of eight characters: values move, and it is said by how much.
    let third = try #require(DigitalScale(step: 0.001 / 3, offset: 0.1 / 7, low: -32_768, high: 32_767))
    let (kept, moved) = try #require(EDFScale.keeping(third, used: -30_000...30_000, limits: limits))
    #expect(moved > 0 && moved < 0.5)
    for digital in stride(from: Int32(-30_000), through: 30_000, by: 1000) {
      #expect(kept.digital(third.value(digital)) == digital)
      #expect(abs(kept.value(digital) - third.value(digital)) <= moved * third.step * 1.0001)
    }
    #expect(EDFScale.keeping(third, used: -32_768...0, limits: limits) == nil)
    // Values beyond what eight characters can say.
    let tiny = try #require(DigitalScale(step: 1e-12, offset: 1, low: -32_768, high: 32_767))
    #expect(EDFScale.keeping(tiny, used: -5...5, limits: limits) == nil)
  }

  @Test func scalesThatAreFittedAreWithinHalfAStep() {
    var random = SeededGenerator(seed: 31)
    for limits in [EDFScale.words, EDFScale.triples] {
      for _ in 0..<400 {
        let size = Double.random(in: -12...9, using: &random)
        var magnitude = 1.0
        for _ in 0..<Int(size.magnitude) { magnitude *= size < 0 ? 0.1 : 10 }
        let low = Double.random(in: -1...1, using: &random) * magnitude
        let high = low + Double.random(in: 0...1, using: &random) * magnitude
        let scale = EDFScale.fitting(low...high, limits: limits)
        #expect(scale.physicalLow <= low && scale.physicalHigh >= high, "\(low) \(high)")
        for value in [low, high, (low + high) / 2] {
          let digital = scale.digital(value) ?? 0
          #expect(abs(scale.value(digital) - value) <= 0.5000001 * scale.step, "\(low) \(high) \(value)")
        }
      }
      #expect(EDFScale.fitting(0...0, limits: limits).digital(0) == 0)
      #expect(
        EDFScale.fitting(5...5, limits: limits).step > 0
          && EDFScale.fitting(-1e300...1e300, limits: limits).step > 0)
    }
  }

  @Test func lengthsOfRecordsHaveWholeSamples() throws {
    func length(_ signals: [(Double, Int64)]) -> (seconds: Double, deviation: Double)? {
      EDFWriter.recordSeconds(for: signals.map { (rateHertz: $0.0, count: $0.1) })
    }
    let even = try #require(length([(250, 2500), (100, 1000), (1, 10)]))
    #expect(even.seconds == 1 && even.deviation == 0)
    // 38.4 s: the nearest length of which it is a whole multiple.
    let parted = try #require(length([(1000, 38_400)]))
    #expect(parted.deviation == 0 && 38_400 % Int((1000 * parted.seconds).rounded()) == 0)
    let half = try #require(length([(62.5, 1000), (125.5, 2008)]))
    #expect(half.seconds == 2 && half.deviation == 0)
    let slow = try #require(length([(1.0 / 300, 5)]))
    #expect(slow.seconds == 300 && slow.deviation == 0)
    let odd = try #require(length([(1000.0 / 3, 999)]))
    #expect(odd.deviation < 1e-6)
    #expect(length([]) == nil && length([(1000, 5), (3.14159, 5)]).map { $0.deviation > 0 } ?? true)
  }

  @Test func filesAreReadAsTheyWereWritten() throws {
    for sampleBytes in [2, 3] {
      let limits = sampleBytes == 2 ? EDFScale.words : EDFScale.triples
      let scale = EDFScale.fitting(-1.5...2.5, limits: limits)
      let signals = [
        EDFWriter.Signal(
          label: Array("EEG Fpz-Cz with a long name".utf8), units: Array("µV".utf8), scale: scale,
          samplesPerRecord: 5),
        EDFWriter.Signal(
          label: Array("Temp Ä".utf8), units: Array("°C".utf8), scale: scale, samplesPerRecord: 2,
          transducer: Array("NTC".utf8),
          prefilter: Array("HP:0.1Hz".utf8)),
      ]
      let notes = [
        EDFAnnotation(onsetSeconds: 0.25, text: Array("Gänge".utf8)),
        EDFAnnotation(onsetSeconds: 1.5, durationSeconds: 0.125, text: Array("a\u{14}b".utf8)),
        EDFAnnotation(onsetSeconds: -0.5, text: Array("before".utf8)),
        EDFAnnotation(onsetSeconds: 2, text: Array(repeating: 0x78, count: 300)),
      ]
      let bytes = EDFWriter.annotationBytes(for: notes, recordSeconds: 0.5, recordCount: 4)
      var writer = try EDFWriter(
        signals: signals, recordSeconds: 0.5, sampleBytes: sampleBytes,
        startMicroseconds: 1_577_231_998_250_000, annotationBytes: bytes)
      for note in notes { writer.annotate(note) }
      var random = SeededGenerator(seed: 32)
      var samples: [[Int32]] = [[], []]
      var file = writer.header()
      #expect(try EDFHeader(file.span).recordCount == nil)
      for _ in 0..<4 {
        let own = signals.map { signal in
          (0..<signal.samplesPerRecord).map { _ in Int32.random(in: limits, using: &random) }
        }
        for index in 0..<2 { samples[index] += own[index] }
        file += writer.record(own)
      }
      #expect(writer.recordCount == 4 && writer.waitingCount == 0)
      file.replaceSubrange(EDFWriter.countOffset..<(EDFWriter.countOffset + 8), with: writer.countField())
      #expect(Array(file[..<writer.header().count]) == writer.header(recordCount: 4))
      let header = try EDFHeader(file.span)
      #expect(
        header.warnings == [] && header.variant == .continuous && header.recordCount == 4
          && header.sampleBytes == sampleBytes)
      #expect(header.recordCount(fileBytes: Int64(file.count)) == 4 && header.marksMissing)
      #expect(header.startMicroseconds == 1_577_231_998_000_000)
      #expect(
        header.signals.map { text($0.label) } == [
          "EEG Fpz-Cz with", "Temp ?", sampleBytes == 2 ? "EDF Annotations" : "BDF Annotations",
        ])
      #expect(header.signals.map { text($0.units) } == ["uV", "degC", ""])
      var read: [[Int32]] = [[], []]
      var found: [EDFAnnotation] = []
      for record in 0..<4 {
        let start = header.byteCount + record * header.recordBytes
        let one = Array(file[start..<(start + header.recordBytes)])
        for signal in 0..<2 { EDFRecord.append(signal: signal, of: header, one.span, to: &read[signal]) }
        let (onset, annotations) = EDFRecord.annotations(of: header, one.span)
        #expect(onset == 0.25 + 0.5 * Double(record))
        found += annotations
      }
      #expect(read == samples)
      #expect(found.map { $0.onsetSeconds } == [0.5, 1.75, -0.25, 2.25] && found[1].durationSeconds == 0.125)
      #expect(found.map { text($0.text) } == ["Gänge", "a b", "before", String(repeating: "x", count: 300)])
    }
    let signals = [
      EDFWriter.Signal(
        label: [], units: [], scale: EDFScale.fitting(0...1, limits: EDFScale.words), samplesPerRecord: 1)
    ]
    #expect(throws: BiosignalError.edf(.malformed(.recordSeconds), byte: 244)) {
      try EDFWriter(signals: signals, recordSeconds: 0)
    }
    #expect(throws: BiosignalError.edf(.malformed(.recordSeconds), byte: 244)) {
      try EDFWriter(signals: [], recordSeconds: -1)
    }
    let unknown = try EDFWriter(signals: [], recordSeconds: 1).header()
    let header = try EDFHeader(unknown.span)
    #expect(header.startMicroseconds == nil && header.warnings == [.recordsUnknown])
  }

  /// Twenty notes at the end of a recording need more room than one of them.
  @Test func lateNotesHaveRoom() throws {
    let notes = (0..<20).map { EDFAnnotation(onsetSeconds: 3.9, text: Array("note \($0), at the end".utf8)) }
    let bytes = EDFWriter.annotationBytes(for: notes, recordSeconds: 1, recordCount: 4)
    let scale = EDFScale.fitting(-1...1, limits: EDFScale.words)
    var writer = try EDFWriter(
      signals: [EDFWriter.Signal(label: [0x41], units: [], scale: scale, samplesPerRecord: 1)],
      recordSeconds: 1, annotationBytes: bytes)
    for note in notes { writer.annotate(note) }
    for _ in 0..<4 { _ = writer.record([[0]]) }
    #expect(writer.waitingCount == 0)
  }

  @Test func noSignalIsTakenForAnnotations() throws {
    let scale = EDFScale.fitting(-1...1, limits: EDFScale.words)
    let labels = ["EDF Annotations", " BDF Annotations", "EDF Annotations and more", "EDF Annotation", "µ"]
    let signals = labels.map {
      EDFWriter.Signal(label: Array($0.utf8), units: [], scale: scale, samplesPerRecord: 1)
    }
    #expect(signals.map { EDFWriter.isReserved($0.label) } == [true, true, true, false, false])
    let header = try EDFHeader(EDFWriter(signals: signals, recordSeconds: 1).header(recordCount: 0).span)
    #expect(
      header.signals.map { text($0.label) } == [
        "Annotations", "Annotations", "Annotations", "EDF Annotation", "u", "EDF Annotations",
      ])
    #expect(header.signals.map { $0.isAnnotations } == [false, false, false, false, false, true])
  }

  // MARK: - WFDB

  @Test func recordsAreReadAsTheyWereWritten() throws {
    for (format, top) in [
      (WFDBFormat.word16, Int32(32_767)), (.word24, 8_388_607), (.word32, .max), (.packed12, .max),
    ] {
      let scale = try #require(DigitalScale(step: 0.005, offset: -5.12, low: -top, high: top))
      var writer = try WFDBWriter(
        name: Array("made".utf8),
        signals: [
          .init(label: Array("lead II".utf8), units: Array("mV".utf8), scale: scale, samplesPerFrame: 3),
          .init(label: [], units: [], scale: scale),
        ], format: format, frameRateHertz: 125.5, startMicroseconds: 1_577_190_605_250_000)
      var random = SeededGenerator(seed: 33)
      let samples: [[Int32]] = [3, 1].map { width in
        (0..<(40 * width)).map {
          $0 % 11 == 3 ? writer.missing : Int32.random(in: -top...top, using: &random)
        }
      }
      var bytes = writer.append([Array(samples[0][..<30]), Array(samples[1][..<10])])
      bytes += writer.append([Array(samples[0][30...]), Array(samples[1][10...])])
      let text = writer.header(fileName: Array("made.dat".utf8), comments: [Array(" a note".utf8)])
      let header = try WFDBHeader(text.span)
      #expect(
        header.frameCount == 40 && header.frameRateHertz == 125.5
          && header.comments == [Array(" a note".utf8)])
      #expect(header.startMicroseconds == 1_577_190_605_250_000)
      #expect(
        header.signals[0].gain == 200 && header.signals[0].baseline == 1024
          && header.signals[0].samplesPerFrame == 3)
      #expect(header.signals[0].name == Array("lead II".utf8) && header.signals[1].units == Array("NU".utf8))
      var file = try #require(try WFDBSignalFile.files(of: header).first)
      var read: [[Int32]] = [[], []]
      #expect(file.read(bytes.span, frames: 40, into: &read) == 40)
      #expect(read == samples)
      for signal in 0..<2 {
        #expect(WFDBHeader.Signal.checksum(read[signal]) == header.signals[signal].checksum)
      }
      #expect(header.signals[0].initialValue == samples[0][0])
    }
  }

  @Test func annotationsAreReadAsTheyWereWritten() throws {
    let fixture = Array(try WFDBFixtures.load().annotations.file)
    let (annotations, _) = WFDBAnnotation.read(fixture.span)
    var random = SeededGenerator(seed: 9)
    let shuffled = WFDBAnnotation.write(annotations.shuffled(using: &random))
    let (again, isComplete) = WFDBAnnotation.read(shuffled.span)
    #expect(
      isComplete && again.sorted { $0.sample < $1.sample }.map { $0.sample } == annotations.map { $0.sample })
    // In order, all of it is the same.
    #expect(WFDBAnnotation.read(WFDBAnnotation.write(annotations).span).annotations == annotations)
    var far = WFDBAnnotation(sample: 5_000_000_000, code: 22)
    far.text = Array(String(repeating: "é", count: 200).utf8)
    let (read, _) = WFDBAnnotation.read(
      WFDBAnnotation.write([far, WFDBAnnotation(sample: -1, code: 1)]).span)
    #expect(read.count == 1 && read[0].sample == far.sample && read[0].text == Array(far.text.prefix(254)))
    #expect(
      WFDBAnnotation.code(ofSymbol: UInt8(ascii: "V")) == 5 && WFDBAnnotation.code(ofSymbol: 0x20) == nil)
  }

  // MARK: - DICOM

  private func group(_ labels: [String], rate: Double, count: Int) throws -> DICOMWriter.Group {
    let scale = try #require(DigitalScale(step: 1.25, offset: -0.5, low: -32_767, high: 32_767))
    return DICOMWriter.Group(
      label: Array("RHYTHM".utf8), rateHertz: rate, sampleCount: count,
      channels: labels.map { .init(label: Array($0.utf8), units: Array("uV".utf8), scale: scale) })
  }

  @Test func kindsOfObjectsFollowTheStandard() throws {
    let twelve = ["I", "Lead II", "III", "aVR", "aVL", "aVF", "ECG V1", "V2", "V3", "V4", "V5", "V6"]
    func kind(_ labels: [String], _ rate: Double, _ count: Int, groups: Int = 1) throws -> DICOMWriter.Storage
    {
      try DICOMWriter.storage(for: Array(repeating: group(labels, rate: rate, count: count), count: groups))
    }
    #expect(try kind(twelve, 500, 16_384) == .twelveLead)
    #expect(try kind(twelve, 500, 16_385) == .general)
    #expect(try kind(twelve + ["vx"], 500, 100) == .general)
    #expect(try kind(["II"], 200, 100, groups: 5) == .twelveLead)
    #expect(try kind(twelve, 500, 100, groups: 2) == .general)
    #expect(try kind(["MLII"], 128, 100) == .ambulatory)
    for (rate, count, fault) in [
      (49.0, 1, DICOMFault.rateNotStored), (1001, 1, .rateNotStored), (128, 13, .channelsNotStored),
      (500, 25, .channelsNotStored),
    ] {
      #expect(throws: BiosignalError.dicom(fault, byte: 0)) {
        try kind(Array(repeating: "II", count: count), rate, 100)
      }
    }
    #expect(ECGLead(label: Array("Lead I (Einthoven)".utf8))?.meaning == Array("Lead I".utf8))
    #expect(ECGLead(label: Array("EEG I".utf8)) == nil && ECGLead(label: []) == nil)
  }

  @Test func waveformsAreReadAsTheyWereWritten() throws {
    let groups = [
      try group(["I", "something that is long"], rate: 500, count: 40),
      try group(["II"], rate: 250, count: 20),
    ]
    let writer = DICOMWriter(
      storage: .general, groups: groups,
      notes: [
        .init(group: 1, samples: [3], text: Array("beat".utf8)),
        .init(group: 0, samples: [5, 9], text: Array("noise".utf8)),
        .init(group: 0, samples: [], text: Array("nothing".utf8)),
      ],
      startMicroseconds: 1_577_231_998_250_000, identifiers: (1, .max, 12_345))
    var random = SeededGenerator(seed: 34)
    var file = writer.head()
    var samples: [[[Int32]]] = []
    for (number, group) in groups.enumerated() {
      let own = group.channels.map { _ in
        (0..<group.sampleCount).map {
          $0 == 7 ? DICOMWriter.missing : Int32.random(in: -32_767...32_767, using: &random)
        }
      }
      file +=
        writer.groupHead(number) + writer.samples(own.map { Array($0[..<11]) })
        + writer.samples(own.map { Array($0[11...]) })
      file += writer.groupTail()
      samples.append(own)
    }
    file += writer.tail()
    let read = try DICOMWaveforms(file.span)
    #expect(read.sopClass == Array("1.2.840.10008.5.1.4.1.1.9.1.2".utf8) && read.patientName.isEmpty)
    #expect(read.startMicroseconds == 1_577_231_998_250_000)
    #expect(
      read.groups.map { $0.rateHertz } == [500, 250] && read.groups.map { $0.sampleCount } == [40, 20])
    #expect(
      text(read.groups[0].channels[1].name) == "something that i"
        && read.groups[0].channels[0].code == Array("2:1".utf8))
    #expect(read.groups[0].channels[1].code == Array("2:0".utf8))
    for (number, group) in read.groups.enumerated() {
      for channel in group.channels.indices {
        #expect(group.samples(ofChannel: channel, file.span) == samples[number][channel].map { Int64($0) })
        let values = group.values(ofChannel: channel, file.span)
        #expect(values[7].isNaN && values[0] == Double(samples[number][channel][0]) * 1.25 - 0.5)
      }
    }
    #expect(read.annotations.map { text($0.text) } == ["beat", "noise"])
    #expect(
      read.annotations.map { $0.samples } == [[3], [5, 9]] && read.annotations.map { $0.group } == [1, 0])
    #expect(read.annotations[1].isSegment && !read.annotations[0].isSegment)
  }
}
