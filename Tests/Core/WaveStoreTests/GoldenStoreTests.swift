import Foundation
import TestSupport
import Testing
import WaveStore

/// A store whose every sample follows from a seed, which Tests/Fixtures/store/check_store.py draws as well.
@Suite struct GoldenStoreTests {
  private static let url = Repository.fixture("store/recording.wgs")

  private static func text(_ string: String) -> [UInt8] { Array(string.utf8) }

  private static func encode() throws -> [UInt8] {
    var random = SeededGenerator(seed: 1)
    var encoder = StoreEncoder(identifier: 0x0123_4567_89AB_CDEF)
    let limb = StoreChannel(
      label: text("I"), unit: text("mV"), low: -5, high: 5, scale: StoreScale(zero: 1024, divisor: 200))
    let breath = StoreChannel(
      label: text("breath"), unit: text("µV"),
      scale: StoreScale(zero: -2048, factor: 6.4 / 4095, offset: -3.2))
    let ecg = try encoder.add(
      StoreGroup(name: text("ECG"), rateHertz: 250, chunkExponent: 4, channels: [limb, breath]))
    let light = try encoder.add(
      StoreGroup(
        name: text("light"), rateHertz: 0, chunkExponent: 0,
        channels: [StoreChannel(label: text("lux"), unit: [])]))
    try encoder.append(
      .times(StoreTimes(group: ecg, sequence: 1000, microseconds: 1_700_000_000_000_000, rateHertz: 250)))
    var sequence: UInt64 = 1000
    for step in 0..<120 {
      // A block now and then skips frames; one skips many.
      if step % 25 == 24 { sequence += step == 74 ? 20_000 : 37 }
      let count = Int(random.next() >> 60) + 1
      var frames: [[Double]] = []
      for _ in 0..<count {
        let draw = random.next() >> 52
        let first = draw % 31 == 0 ? .nan : limb.scale.value(Int32(draw))
        let other = random.next() >> 52
        frames.append([first, step < 60 ? breath.scale.value(Int32(other) - 2048) : Double(other) / 3])
      }
      try encoder.append(ecg, sequence, frames)
      sequence += UInt64(count)
      if step % 10 == 3 { encoder.flush() }
      if step % 12 == 5 { try encoder.append(light, UInt64(step), [[Double(Float(step) * 0.1)]]) }
      if step % 40 == 20 {
        try encoder.append(
          .annotation(
            StoreAnnotation(
              identifier: UInt32(step), group: ecg, channel: 0, sequence: sequence, delaySamples: 2.5,
              label: text("step \(step)"))))
      }
    }
    try encoder.append(
      .filters(
        StoreFilters(
          group: ecg, sequence: 1000,
          stages: [.init(kind: .highPass, shape: .butterworth, order: 2, lowHertz: 0.5, delaySamples: 40)])))
    var view = StoreView(
      mode: .paper, windowSeconds: 10, speedMillimetersPerSecond: 25, gainMillimetersPerMillivolt: 10,
      channels: [.init(group: ecg, channel: 0, row: 0, low: -1, high: 1)])
    view.trigger = .init(
      place: .init(group: ecg, channel: 1), level: 0.75, isFalling: true, holdOffSeconds: 0.5)
    view.bands = [.init(place: .init(group: light, channel: 0), low: -3, high: 300)]
    view.mixtures = [
      .init(
        place: .init(group: ecg, channel: 2), first: 1, firstFactor: 2, second: 0, secondFactor: -1,
        offset: 5,
        label: text("2 × breath − I"), unit: text("µV"))
    ]
    try encoder.append(.view(view))
    encoder.close()
    return encoder.bytes
  }

  @Test func writesTheBytesThatPythonReads() throws {
    let bytes = try Self.encode()
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(bytes).write(to: Self.url) }
    #expect(try Array(Data(contentsOf: Self.url)) == bytes)
    var reader = try StoreReader(StoreMemory(bytes))
    #expect(reader.isClosed && reader.groupCount == 2)
    #expect(try reader.notes().count == 6)
  }
}
