import Testing
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrumFeed

/// What clients share must show each of them what it would see alone.
@Suite struct SharedRowTests {
  private static func rows(of scene: inout Scene, sharing: Bool) throws -> [RowMessage] {
    scene.axis.count = 4096
    let high = 88_000_000 + 4096e3
    try scene.receive(
      Scene.view(
        1, .spectrum, planes: [.max, .mean, .min, .sample], columns: 64, low: 88_000_300, high: high))
    for _ in 0..<5 {
      scene.now += 33_333
      scene.sequence += 1
      let row = scene.makeRow()
      scene.history.append(row)
      scene.feed.accept(sharing ? SharedRow(building: row) : SharedRow(row), source: 0)
      _ = scene.collect()
      try scene.receive(.acknowledge(.init(view: 1, liveRows: 1, fetchedRows: 0, sequence: scene.sequence)))
    }
    return scene.rows
  }

  @Test func rowsThroughThePyramidAreThoseOfTheBins() throws {
    var alone = Scene()
    var shared = Scene()
    let rows = try Self.rows(of: &alone, sharing: false)
    #expect(rows.count == 5)
    let through = try Self.rows(of: &shared, sharing: true)
    #expect(through == rows)
  }

  @Test func aRowIsMadeWithoutRoomOfItsOwn() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum, columns: 16))
    var writer = SpectrumFrameWriter()
    var places = Set<UnsafeRawPointer>()
    for _ in 0..<8 {
      scene.now += 33_333
      scene.sequence += 1
      scene.feed.accept(SharedRow(building: scene.makeRow()), source: 0)
      let history = scene.history
      writer.frames.clear()
      scene.feed.collect(at: scene.now, past: { _ in history }, into: &writer)
      let ends = writer.frames.finish()
      #expect(ends.count == 1)
      writer.workspace.values.withUnsafeBytes { if let base = $0.baseAddress { places.insert(base) } }
      let acknowledge = Acknowledge(view: 1, liveRows: 1, fetchedRows: 0, sequence: scene.sequence)
      _ = try scene.feed.receive(.acknowledge(acknowledge), at: scene.now) { _ in history }
    }
    #expect(places.count == 1)
  }

  @Test func longFramesAreParted() {
    var writer = SpectrumFrameWriter()
    let row = RowMessage(
      view: 1, axis: 1, flags: [], planes: .max, sequence: 1, startMicroseconds: 0, durationMicroseconds: 1,
      skipped: 0, columns: 2048, values: (0..<2048).map { Int16(truncatingIfNeeded: $0 &* $0 &* 7919) })
    for _ in 0..<60 { writer.append(.row(row)) }
    let ends = writer.frames.finish()
    #expect(ends.count >= 2)
    #expect(ends.last == writer.frames.bytes.count)
    var start = 0
    var count = 0
    for end in ends {
      #expect(end - start < FrameWriter.frameBytes + WireLimits.serverMessageBytes)
      var reader = MessageReader(limit: WireLimits.serverMessageBytes)
      let frame = Array(writer.frames.bytes[start..<end])
      while (try? reader.next(in: frame.span.bytes)) != nil, reader.position <= frame.count { count += 1 }
      start = end
    }
    #expect(count == 60)
  }
}
