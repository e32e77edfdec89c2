import Testing
import WaveDisplay
import WaveSensorsWire

@testable import WaveInteraction
@testable import WaveSensors

/// Parts of pictures, each drawn alone: streams against one another, magnifying glasses, and columns.
@Suite struct DrawnPartsTests {
  private func canvas(_ screen: Screen) -> Canvas {
    var appearance = Appearance()
    appearance.screen = screen
    return Canvas(appearance, traceColors: [])
  }

  /// The marks of a layer.
  private func marks(_ draw: (inout DrawList) -> Void) throws -> [DrawMark] {
    var list = DrawList()
    list.begin(width: 400, height: 300)
    list.layer(0, bounds: Rect(x: 0, y: 0, width: 400, height: 300), draw)
    list.end()
    var scene = DrawScene()
    try scene.play(list.words)
    return scene.layers.first?.marks ?? []
  }

  private func lines(_ marks: [DrawMark]) -> [(width: Float, x: [Float], y: [Float])] {
    marks.compactMap { mark in
      guard case .polyline(let width, _, let points) = mark else { return nil }
      let coordinates = points.coordinates
      return (
        width, stride(from: 0, to: coordinates.count, by: 2).map { coordinates[$0] },
        stride(from: 1, to: coordinates.count, by: 2).map { coordinates[$0] }
      )
    }
  }

  private func isNear(_ a: [Float], _ b: [Float]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).magnitude < 0.01 }
  }

  private func scale(_ low: Float, _ high: Float) -> ChannelScale {
    var scale = ChannelScale()
    scale.show(StreamLook.Channel(channel: 0, isShown: true, isAutomatic: false, low: low, high: high))
    return scale
  }

  // MARK: - Streams against one another

  /// The screen has a square of 164 pixels, whose left top is at 118 and 86.
  @Test(arguments: [(0, 1), (1, 0)]) func samplesAreDrawnAcrossAndUprightAboutTheCentres(x: Int, y: Int)
    throws
  {
    let screen = Screen(width: 400, height: 300)
    let scales = x == 0 ? [scale(10, 30), scale(-4, 4)] : [scale(-4, 4), scale(10, 30)]
    let picture = CrossedPicture(
      canvas(screen), Plot(screen: screen, layout: .xy, paper: Paper()), .made(), (x, y), scales)
    var store = BlockStore(level: 0, channelCount: 2)
    let (across, upright): ([Float], [Float]) = ([20, 25, 10, .nan, 30], [0, 2, -4, 1, 4])
    let isStored = store.insert(
      StreamColumns(
        view: 1, source: 0, group: 0, level: 0, channelCount: 2, firstBlock: 0, blockCount: 5,
        arrivalMicroseconds: 0, values: x == 0 ? across + upright : upright + across))
    #expect(isStored)
    let drawn = try marks { picture.drawLine(store, .made(), from: 0, until: 4000, into: &$0) }
    let line = try #require(lines(drawn).first)
    #expect(line.width == 1.3)
    #expect(isNear([0, 1, 2, 4].map { line.x[$0] }, [200, 241, 118, 282]))
    #expect(isNear([0, 1, 2, 4].map { line.y[$0] }, [168, 127, 250, 86]))
    #expect(line.y[3].isNaN, "a missing sample interrupts the line")
    #expect(drawn.first == .clip(Rect(x: 116, y: 84, width: 168, height: 168)))
  }

  @Test func blocksAreDrawnAtTheMiddleOfTheirExtremes() throws {
    let screen = Screen(width: 400, height: 300)
    let picture = CrossedPicture(
      canvas(screen), Plot(screen: screen, layout: .xy, paper: Paper()), .made(), (0, 1),
      [scale(10, 30), scale(-4, 4)])
    var store = BlockStore(level: 1, channelCount: 2)
    let isStored = store.insert(
      StreamColumns(
        view: 1, source: 0, group: 0, level: 1, channelCount: 2, firstBlock: 0, blockCount: 2,
        arrivalMicroseconds: 0, values: [15, 25, 20, 30, -4, 0, 1, 3]))
    #expect(isStored)
    let line = try #require(
      lines(try marks { picture.drawLine(store, .made(), from: 0, until: 2000, into: &$0) }).first)
    #expect(isNear(line.x, [200, 241]) && isNear(line.y, [209, 127]))
  }

  // MARK: - Magnifying glasses

  @Test(arguments: [(1, 1), (3, 1.4)] as [(Float, Float)])
  func aLensBeginsAtItsLeftEdgeAndHasAHandleAtTheRightBelow(scale: Float, textScale: Float) throws {
    let screen = Screen(width: 400 * scale, height: 300 * scale, scale: scale, textScale: textScale)
    let names = NamePlacement(
      canvas: canvas(screen), plot: Plot(screen: screen, layout: .lanes, paper: Paper()), layout: .lanes,
      source: .made(), hasLens: true, hasHandles: false, paperPlaces: [])
    let drawn = lines(try marks { names.drawLens(x: 30, y: 50, color: Color(0), into: &$0) })
    try #require(drawn.count == 2)
    let radius = 11 * scale * textScale * 0.36
    let centre = (x: 30 + radius, y: 50 - radius * 0.3)
    #expect(drawn[0].width == 1.3 * scale && drawn[1].width == 2 * scale)
    #expect(drawn[0].x.count == 13)
    // A circle from its right end over its foot.
    #expect(isNear([0, 3, 6, 9, 12].map { drawn[0].x[$0] - centre.x }, [radius, 0, -radius, 0, radius]))
    #expect(isNear([0, 3, 6, 9, 12].map { drawn[0].y[$0] - centre.y }, [0, radius, 0, -radius, 0]))
    let distances = zip(drawn[0].x, drawn[0].y).map { x, y in
      ((x - centre.x) * (x - centre.x) + (y - centre.y) * (y - centre.y)).squareRoot()
    }
    #expect(isNear(distances, [Float](repeating: radius, count: 13)))
    #expect(isNear(drawn[1].x.map { $0 - centre.x }, [0.75 * radius, 1.7 * radius]))
    #expect(isNear(drawn[1].y.map { $0 - centre.y }, [0.75 * radius, 1.7 * radius]))
  }

  // MARK: - Columns

  /// Traces columns of a sample each in a lane whose values from −5 to 5 are at 200 to 100 pixels.
  private func traced(
    _ store: BlockStore?, else before: BlockStore? = nil, columns: Range<Int64> = 0..<8,
    columnMicroseconds: Double = 1000
  ) -> ColumnTracer {
    var tracer = ColumnTracer(
      columns: columns, columnMicroseconds: columnMicroseconds, pen: Pen(radius: 0.6),
      arrow: EdgeArrows(size: 4))
    tracer.place(.made())
    let lane = Lane.made()
    tracer.trace(store, else: before, 0, 0..<columns.count, LaneScale(lane: lane, limit: lane.rect))
    return tracer
  }

  private func extremes(_ values: [Float]) -> BlockStore {
    var store = BlockStore(level: 1, channelCount: 1)
    _ = store.insert(
      StreamColumns(
        view: 1, source: 0, group: 0, level: 1, channelCount: 1, firstBlock: 0,
        blockCount: UInt16(values.count / 2), arrivalMicroseconds: 0, values: values))
    return store
  }

  private func span(_ top: Float, _ bottom: Float) -> ColumnSpan {
    ColumnSpan(topPixels: top - 0.6, bottomPixels: bottom + 0.6)
  }

  @Test func samplesAreJoinedByLinesAndBlocksShowTheirExtremes() {
    let samples = traced(.made([0, 2, 2, -1, -1, -1, -1, -1, -1]))
    #expect(samples.spans[0] == span(130, 150), "the line to the next sample belongs to the column")
    #expect(samples.spans[1] == span(130, 130) && samples.spans[2] == span(130, 160))
    #expect(!samples.hasGap && !samples.hasArrow)
    // Blocks of two samples begin in every second column.
    let blocks = traced(extremes([-1, 1, 2, 3, -4, -3]))
    #expect(blocks.spans[0] == span(140, 160))
    #expect(blocks.spans[2] == span(120, 140), "it is joined to the block before")
    #expect(blocks.spans[4] == span(130, 190))
    #expect(blocks.spans[1] == .none && blocks.spans[3] == .none)
  }

  @Test func whatIsMissingIsAGapAndWhatIsBeyondHasArrows() {
    let gap = traced(.made([1, .nan, 1, 1, 9, 9, 9, -9, -9]))
    #expect(gap.hasGap && gap.gaps[1] == ColumnSpan(topPixels: 101, bottomPixels: 199))
    #expect(gap.gaps[3] == .none && gap.spans[1] == span(140, 140), "the line goes on at its right edge")
    #expect(gap.hasArrow && gap.arrows[4] == ColumnSpan(topPixels: 101, bottomPixels: 105))
    #expect(gap.arrows[5] == ColumnSpan(topPixels: 102, bottomPixels: 105))
    #expect(gap.arrows[7] == ColumnSpan(topPixels: 195, bottomPixels: 196))
    #expect(traced(nil).spans.allSatisfy { $0 == .none })
    let missing = traced(extremes([1, 2, .nan, .nan, 1, 2]))
    #expect(missing.hasGap && missing.gaps[2] == ColumnSpan(topPixels: 101, bottomPixels: 199))
    #expect(missing.spans[4] == span(130, 140), "it is not joined across the gap")
  }

  @Test func emptyColumnsAreFilledFromBlocksOfAnotherLevel() {
    let both = traced(.made([0, 0, 0]), else: extremes([-5, 5, -5, 5, 1, 2, 3, 4]))
    #expect(both.spans[0] == span(150, 150), "what has come is not covered")
    #expect(both.spans[4] == span(130, 140) && both.spans[5] == span(130, 140))
    #expect(both.spans[6] == span(110, 120))
  }
}
