import TestSupport
import Testing
import WaveWire

@testable import WaveSensorsWire

@Suite struct SensorsMessageTests {
  @Test func whatIsWrittenIsRead() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let sample = StreamSamples.random(&random)
      let read = try StreamSamples.read(sample.bytes, fromClient: sample.isFromClient)
      #expect(read == sample.message)
    }
  }

  @Test func aSpectrumMayBeginAtZeroAndNotBelow() throws {
    let whole = ShowSpectrum(view: 1, lowHertz: 0, highHertz: 250)
    let bytes = StreamSamples.encoded(.showSpectrum(whole), fromClient: true)
    #expect(try StreamSamples.read(bytes, fromClient: true) == .showSpectrum(whole))
    let below = ShowSpectrum(view: 1, lowHertz: -0.5, highHertz: 250)
    let refused = StreamSamples.encoded(.showSpectrum(below), fromClient: true)
    #expect(throws: WireError.self) { try StreamSamples.read(refused, fromClient: true) }
  }

  @Test func hostileBytesDoNoHarm() {
    var random = SeededGenerator(seed: 6)
    var accepted = 0
    var refused = 0
    for _ in 0..<200_000 {
      let sample = StreamSamples.fixed[Int(random.next() % UInt64(StreamSamples.fixed.count))]
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() & 3 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
      do throws(WireError) {
        while let message = sample.isFromClient
          ? try reader.nextFromClient(in: bytes.span.bytes) : try reader.nextFromServer(in: bytes.span.bytes)
        {
          accepted += 1
          let again = StreamSamples.encoded(message, fromClient: sample.isFromClient)
          if again.count > bytes.count { Issue.record("grew: \(bytes)") }
        }
      } catch { refused += 1 }
      if reader.position > bytes.count { Issue.record("read past the end: \(bytes)") }
    }
    #expect(accepted > 10_000 && refused > 10_000)
  }

  @Test func everyListFitsIntoAMessage() {
    let text = [UInt8](repeating: 0x61, count: 2000)
    let marks = (0..<600).map { StreamMarks.Mark(mark: UInt32($0), group: 0, sequence: 1, text: text) }
    let list = StreamSamples.encoded(.marks(StreamMarks(source: 0, marks: marks)), fromClient: false)
    #expect(list.count <= WireLimits.serverMessageBytes)
    let channel = StreamChannel(label: text, unit: text)
    let source = StreamSource(
      source: 0, name: text, detail: text,
      groups: (0..<40).map { _ in .init(rateHertz: 1, channels: Array(repeating: channel, count: 9)) })
    #expect(
      StreamSamples.encoded(.source(source), fromClient: false).count <= WireLimits.serverMessageBytes)
    for level in [0, 1, 24] {
      for channels in [1, 3, 255] {
        let blocks = min(65_535, StreamColumns.blockLimit(channels: channels, level: level))
        let columns = StreamColumns(
          view: 0, source: 0, group: 0, level: UInt8(level), channelCount: UInt8(channels), firstBlock: 0,
          blockCount: UInt16(blocks), arrivalMicroseconds: 0,
          values: Array(repeating: 0, count: channels * blocks * (level == 0 ? 1 : 2)))
        #expect(
          StreamSamples.encoded(.columns(columns), fromClient: false).count <= WireLimits.serverMessageBytes)
      }
    }
  }

  @Test(arguments: [(false, 13), (true, 24)]) func aLookOfManyChannelsComesInParts(
    hasAlarms: Bool, partCount: Int
  ) throws {
    var look = StreamLook(
      source: 1, layout: .lanes, motion: .scroll, form: .sixByTwo, isLinked: false, windowSeconds: 10,
      speed: 25, gain: 10,
      channels: (0..<256).map {
        .init(
          channel: UInt8($0), isShown: true, isAutomatic: true, low: 0, high: 1,
          alarm: hasAlarms ? .init(low: Float($0), high: 300) : nil)
      })
    look.trigger = .init(level: -2, holdOffSeconds: 5)
    #expect(look.isWhole && look.parts.count == partCount)
    var read: StreamLook?
    for part in look.parts {
      let bytes = StreamSamples.encoded(.setLook(part), fromClient: true)
      #expect(bytes.count <= WireLimits.clientMessageBytes)
      guard case .setLook(let next) = try StreamSamples.read(bytes, fromClient: true) else { continue }
      let whole = try StreamLook(next)
      if read == nil { read = whole } else { read?.append(whole) }
      // One that comes again is passed over.
      if whole.firstPlace > 0 { read?.append(whole) }
      #expect(!whole.isWhole)
    }
    #expect(read == look)
  }

  @Test func aLookOfBeforeThereWereTriggersIsRead() throws {
    var part = StreamSamples.look.parts[0]
    part.content.removeLast(10 + 1 + 9)
    var look = StreamSamples.look
    look.trigger = .init()
    look.channels[1].alarm = nil
    #expect(try StreamLook(part) == look)
    part.content.append(0)
    #expect(throws: WireError.self) { try StreamLook(part) }
  }

  @Test func moreChannelsThanALookHasAreRefused() throws {
    var look = StreamSamples.look
    let count = UInt16(look.channels.count)
    for (channelCount, firstPlace, isRead) in [
      (count, 0, true), (count + 3, 3, true), (count - 1, 0, false), (count + 3, 4, false), (256, 256, false),
    ] as [(UInt16, UInt16, Bool)] {
      (look.channelCount, look.firstPlace) = (channelCount, firstPlace)
      var part = StreamSamples.look.parts[0]
      part.content = look.content
      #expect((try? StreamLook(part)) == (isRead ? look : nil), "\(firstPlace) of \(channelCount)")
    }
  }

  @Test func aLookIsReadOrRefused() throws {
    let part = StreamSamples.look.parts[0]
    #expect(try StreamLook(part) == StreamSamples.look)
    var random = SeededGenerator(seed: 8)
    var (accepted, refused) = (0, 0)
    for _ in 0..<20_000 {
      var next = part
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        next.content[Int(random.next() % UInt64(next.content.count))] = UInt8(
          truncatingIfNeeded: random.next())
      }
      if random.next() & 3 == 0 { next.content.removeLast(Int(random.next() % UInt64(next.content.count))) }
      do throws(WireError) {
        let look = try StreamLook(next)
        accepted += 1
        #expect(look.channels.count <= StreamLook.channelsAtOnce && look.windowSeconds > 0)
        #expect(look.channels.allSatisfy { $0.low < $0.high && $0.alarm.map { $0.low <= $0.high } != false })
        #expect(look.trigger.holdOffSeconds >= 0)
      } catch { refused += 1 }
    }
    #expect(accepted > 1000 && refused > 1000)
  }

  @Test func aLevelIsTheLongestBlockWithinAColumn() {
    #expect(StreamColumns.level(rateHertz: 1000, columnMicroseconds: 5000) == 2)
    #expect(StreamColumns.level(rateHertz: 1000, columnMicroseconds: 1999) == 0)
    #expect(StreamColumns.level(rateHertz: 1000, columnMicroseconds: 2000) == 1)
    #expect(StreamColumns.level(rateHertz: 1e6, columnMicroseconds: 1e12) == 24)
  }

  @Test(arguments: [
    ("II", ECGLead.ii), ("MLII", .ii), ("lead ii", .ii), ("ECG II", .ii), ("EKG_V1", .v1), ("avr", .aVR),
    ("aVL", .aVL), ("AVF", .aVF), ("i", .i), ("MLI", .i), ("ECG lead III", .iii), ("Lead-I", .i), ("V6", .v6),
    ("DI", nil), ("V7", nil), ("MCL1", nil), ("-aVR", nil), ("", nil), ("EEG Fpz-Cz", nil), ("ABP", nil),
    ("VI", nil), ("1", nil), ("lead 2", .ii), ("v1", .v1), ("Lead I (Einthoven)", .i),
    ("Lead aVR (augmented)", .aVR), ("aVR, augmented voltage, right", .aVR), ("Lead V4R", nil), ("(I)", nil),
  ])
  func leadsAreDetectedByTheirLabels(label: String, lead: ECGLead?) {
    #expect(ECGLead(label: Array(label.utf8)) == lead)
  }

  @Test(arguments: ECGLead.allCases) func aLeadIsNamedByItsLabel(lead: ECGLead) {
    #expect(ECGLead(label: lead.label) == lead)
  }
}
