import Foundation
import TestSupport
import Testing
import WaveDisplay
import WaveInteraction
import WaveSpectra
import WaveSpectrum
import WaveSpectrumFeed
import WaveSpectrumWire
import WaveStreams
import WaveWire

/// Levels that rise by less than a tenth of a decibel from column to column, from the feed to the picture.
@Suite struct StaircaseTests {
  private static let columns = 1536
  private static let rows: Float = 1536

  /// Heights of the trace in device pixels, of a source that rises by 2 dB over all columns.
  private static func heights(spanDecibels: Double) throws -> [Float] {
    var model = SpectrumModel()
    model.advances = .monospaced
    var list = DrawList()
    var scene = DrawScene()
    var history = SpectrumHistory()
    let low = 90e6
    let axis = BinAxis(firstHertz: low + 500, stepHertz: 1000, count: columns)
    let info = SourceInfo(
      source: 0, flags: .simulated, unit: .fullScale, lowHertz: low, highHertz: low + 1000 * Double(columns),
      tuneLowHertz: low, tuneHighHertz: low + 1000 * Double(columns), stepHertz: 1000, rbwHertz: 1000,
      enbwHertz: 1000, rowSeconds: 1.0 / 30, durationSeconds: 0, startMicroseconds: 0,
      levelLow: -51, levelHigh: -41, name: Array("steps".utf8), detail: [])
    var feed = SpectrumFeed(sources: [SpectrumFeed.Source(info: info)], isLimited: true)
    var now: Int64 = 1_000_000
    let powers = (0..<columns).map { Float(pow(10, (-51 + 2 * Double($0) / Double(columns - 1)) / 10)) }
    var waiting: [Message] = []
    func exchange(_ effects: [SpectrumModel.Effect]) {
      for case .send(let message) in effects { waiting.append(message) }
      while !waiting.isEmpty {
        let past = history
        for message in waiting { _ = try? feed.receive(message, at: now) { _ in past } }
        waiting = []
        for message in feed.collect(at: now, past: { _ in past }) {
          for case .send(let answer) in model.receive(message, at: now) { waiting.append(answer) }
        }
      }
    }
    exchange(model.handle(.resize(width: Float(columns), height: rows + 28, scale: 1), at: now))
    exchange(model.handle(.connection(isOpen: true), at: now))
    exchange(model.handle(.press(.handle), at: now))
    let gain = try #require(
      ListedControl.all(in: model.controls.bytes).first { $0.texts.first?.hasPrefix("Display gain") == true })
    // The display gain from ten decibels to the span.
    exchange(
      model.handle(
        .control(number: gain.number, .text(Array("\(20 * log10(10 / spanDecibels))".utf8))), at: now))
    exchange(model.handle(.press(.handle), at: now))
    for sequence in 1...20 {
      now += 33_333
      let row = PowerRow(
        sequence: UInt32(sequence), startMicroseconds: now - 33_333, durationMicroseconds: 33_333, axis: axis,
        enbwHertz: 1000, max: powers, mean: powers, min: powers)
      history.append(row)
      feed.accept(row, source: 0)
      exchange(model.handle(.tick, at: now))
      exchange(model.draw(into: &list, at: now))
      if list.hasContent { try scene.play(list.words) }
    }
    let lines = scene.layers.flatMap(\.marks).compactMap { mark -> [Float]? in
      guard case .polyline(_, _, let points) = mark, points.coordinates.count == 2 * columns else {
        return nil
      }
      return stride(from: 1, to: points.coordinates.count, by: 2).map { points.coordinates[$0] }
    }
    return try #require(lines.last)
  }

  @Test func aRiseOfTwoDecibelsIsNoStaircase() throws {
    let heights = try Self.heights(spanDecibels: 2).map { $0.rounded() }
    var run = 1
    for (before, after) in zip(heights, heights.dropFirst()) {
      #expect(after <= before)
      run = after == before ? run + 1 : 1
      #expect(run <= 2)
    }
    #expect(try #require(heights.first) - #require(heights.last) > 1500)
  }
}
