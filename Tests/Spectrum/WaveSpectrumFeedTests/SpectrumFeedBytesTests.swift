import Foundation
import TestSupport
import Testing
import WaveSpectra
import WaveSpectrumWire
import WaveUnits
import WaveWire

@testable import WaveSpectrumFeed

/// No client is sent more than 122,880 bytes a second over any ten seconds, whatever it shows.
@Suite struct SpectrumFeedBytesTests {
  /// A client that draws at once whatever it is sent, and white noise 30 times a second, or `rate` times.
  private struct Link {
    var scene = Scene(isLimited: true)
    var random = SeededGenerator(seed: 11)
    var sent: [(at: Int64, bytes: Int)] = []
    var rows: [(at: Int64, row: RowMessage)] = []
    var rate: Int64 = 30
    /// Powers of white noise, exponential as those of one transform are.
    private var noise: [[Float]] = []
    private var live: UInt16 = 0
    private var fetched: UInt16 = 0

    init() {
      scene.axis.count = 2048
      for _ in 0..<8 {
        noise.append(
          (0..<2048).map { _ in Float(1e-8 * -log(Double.random(in: 1e-9...1, using: &random))) })
      }
    }

    static func view(
      _ number: UInt16, _ mode: ViewMode = .spectrum, planes: PlaneSet = [.max, .mean, .hold],
      levels: LevelAxis? = LevelAxis(bottom: -130, top: -30, rows: 2400), slot: UInt32 = 100_000
    ) -> Message {
      Scene.view(
        number, mode, planes: planes, columns: 2048, slot: slot, high: 88_000_000 + 2048e3,
        levels: mode == .spectrum ? levels : nil)
    }

    mutating func receive(_ message: Message) throws {
      let history = scene.history
      _ = try scene.feed.receive(message, at: scene.now) { _ in history }
      try collect()
    }

    /// Lets time pass.
    mutating func pass(seconds: Double) throws {
      let end = scene.now + Int64(seconds * 1e6)
      var next = scene.now
      while scene.now < end {
        if scene.now >= next {
          next += 1_000_000 / rate
          scene.sequence += 1
          let (peak, mean) = (Int.random(in: 0..<8, using: &random), Int.random(in: 0..<8, using: &random))
          let row = PowerRow(
            sequence: scene.sequence, startMicroseconds: scene.now - 1_000_000 / rate,
            durationMicroseconds: 1_000_000 / rate, axis: scene.axis, enbwHertz: 1000, max: noise[peak],
            mean: noise[mean], min: noise[peak])
          scene.history.append(row)
          scene.feed.accept(row, source: 0)
        }
        try collect()
        scene.now = Swift.min(next, scene.feed.wakeMicroseconds.map { Swift.max($0, scene.now + 1) } ?? next)
      }
    }

    private mutating func collect() throws {
      let history = scene.history
      while true {
        var writer = SpectrumFrameWriter()
        scene.feed.collect(at: scene.now, past: { _ in history }, into: &writer)
        let ends = writer.frames.finish()
        guard !ends.isEmpty else { return }
        sent.append((scene.now, writer.frames.bytes.count + 4 * ends.count))
        var reader = MessageReader(limit: WireLimits.serverMessageBytes)
        while let message = try reader.next(in: writer.frames.bytes.span.bytes) {
          guard case .row(let row) = message else { continue }
          rows.append((scene.now, row))
          if row.flags.contains(.fetched) { fetched += 1 } else { live += 1 }
        }
        let acknowledge = Acknowledge(
          view: scene.feed.view.view, liveRows: live, fetchedRows: fetched, sequence: scene.sequence)
        (live, fetched) = (0, 0)
        _ = try scene.feed.receive(.acknowledge(acknowledge), at: scene.now) { _ in history }
      }
    }

    /// The most bytes of any ten seconds.
    var mostBytes: Int {
      var most = 0
      var sum = 0
      var first = 0
      for (at, bytes) in sent {
        sum += bytes
        while sent[first].at <= at - 10_000_000 {
          sum -= sent[first].bytes
          first += 1
        }
        most = Swift.max(most, sum)
      }
      return most
    }

    /// Rows a second with a plane, of the last `seconds`.
    func rate(of plane: PlaneSet, seconds: Double) -> Double {
      let from = scene.now - Int64(seconds * 1e6)
      return Double(rows.count { $0.at > from && $0.row.planes.contains(plane) }) / seconds
    }
  }

  private static let limit = 1_228_800

  /// The worst case of the study: white noise on 2048 columns, three planes.
  @Test(arguments: [
    LevelAxis(bottom: -130, top: -30, rows: 1000), LevelAxis(bottom: -130, top: -30, rows: 2400),
    LevelAxis(bottom: -100, top: -70, rows: 1536), LevelAxis(bottom: -90, top: -78, rows: 1536),
    LevelAxis(bottom: -82, top: -80, rows: 1536), LevelAxis(bottom: -82, top: -80, rows: 8192),
    LevelAxis(bottom: -110, top: -70, rows: 8192),
  ])
  func theNewestTraceHasTheRateAndTheOthersTheRest(_ levels: LevelAxis) throws {
    var link = Link()
    try link.receive(Link.view(1, levels: levels))
    try link.pass(seconds: 25)
    #expect(link.mostBytes <= Self.limit)
    let newest = link.rate(of: .max, seconds: 10)
    let held = link.rate(of: .hold, seconds: 10)
    // Steps of a thousandth of a decibel cost rows; fewer than ten a second there are never.
    #expect(newest >= (levels.rows < 8192 ? 26 : 10), "\(newest) rows a second")
    #expect(held >= 5, "\(held) rows a second")
    #expect(link.rate(of: .mean, seconds: 10) == held)
    #expect(link.rows.last?.row.flags.contains(.slowed) == (newest < 29))
  }

  @Test func plainStepsKeepThirtyRows() throws {
    var link = Link()
    try link.receive(Link.view(1, levels: LevelAxis(bottom: -130, top: -30, rows: 1000)))
    try link.pass(seconds: 25)
    #expect(link.rate(of: .max, seconds: 10) >= 29.5)
    #expect(link.rows.allSatisfy { !$0.row.flags.contains(.slowed) })
  }

  /// A client of before planes could be left out gets whole rows, and fewer.
  @Test func whoKeepsNoPlanesGetsThemAll() throws {
    var link = Link()
    try link.receive(Link.view(1, levels: nil))
    try link.pass(seconds: 25)
    #expect(link.mostBytes <= Self.limit)
    #expect(link.rows.allSatisfy { $0.row.planes == [.max, .mean, .hold] && $0.row.scale == .centibels })
    #expect(link.rate(of: .max, seconds: 10) >= 10)
  }

  /// A whole past is asked for, then the spectrum: together they stay within the bound.
  @Test func thePastLeavesRoomForThePresent() throws {
    var link = Link()
    try link.receive(Link.view(1, planes: .max))
    try link.pass(seconds: 60)
    try link.receive(Link.view(2, .waterfall, planes: .max))
    try link.receive(
      .fetch(
        Fetch(
          view: 2, fromMicroseconds: link.scene.now - 60_000_000, untilMicroseconds: link.scene.now)))
    try link.pass(seconds: 4)
    let early = link.rows.count { $0.row.flags.contains(.fetched) }
    #expect(early >= 200, "\(early) rows of the past at once")
    try link.receive(Link.view(3))
    try link.pass(seconds: 12)
    #expect(link.mostBytes <= Self.limit)
    #expect(link.rate(of: .max, seconds: 8) >= 10)
    #expect(link.rate(of: .hold, seconds: 8) >= 5)
  }

  @Test func aLongPastArrivesInParts() throws {
    var link = Link()
    link.rate = 4
    try link.receive(Link.view(1, .waterfall, planes: .max, slot: 500_000))
    try link.pass(seconds: 300)
    let now = link.scene.now
    link.rows = []
    try link.receive(.fetch(Fetch(view: 1, fromMicroseconds: now - 299_000_000, untilMicroseconds: now)))
    func slots() -> Int {
      Set(link.rows.filter { $0.row.flags.contains(.fetched) }.map(\.row.startMicroseconds)).count
    }
    try link.pass(seconds: 1)
    #expect((200..<400).contains(slots()), "\(slots()) of 598 at once")
    try link.pass(seconds: 24)
    #expect(slots() >= 590, "\(slots()) of 598")
    #expect(link.mostBytes <= Self.limit)
  }

  /// Views that change all the time, as under a finger, with everything asked for.
  @Test func noSequenceOfViewsGetsMore() throws {
    var link = Link()
    var random = SeededGenerator(seed: 3)
    for number in 1...400 {
      let mode: ViewMode = [.spectrum, .spectrum, .waterfall, .meter][Int.random(in: 0..<4, using: &random)]
      let top = Float.random(in: -80...(-60), using: &random)
      try link.receive(
        Link.view(
          UInt16(number), mode,
          levels: LevelAxis(bottom: top - Float.random(in: 2...60, using: &random), top: top, rows: 4000)))
      if mode == .waterfall {
        let now = link.scene.now
        try link.receive(
          .fetch(Fetch(view: UInt16(number), fromMicroseconds: now - 60_000_000, untilMicroseconds: now)))
      }
      try link.pass(seconds: Double.random(in: 0.02...0.4, using: &random))
    }
    #expect(link.mostBytes <= Self.limit)
  }

  @Test func aRetunedRowHasAllPlanes() throws {
    var link = Link()
    try link.receive(Link.view(1))
    try link.pass(seconds: 3)
    for first in [88_010_000.0, 88_000_000, 88_010_000] {
      link.scene.axis = BinAxis(firstHertz: first, stepHertz: 1000, count: 2048)
      let count = link.rows.count
      try link.pass(seconds: 0.5)
      #expect(link.rows[count].row.planes == [.max, .mean, .hold])
    }
  }
}
