import Testing
import WaveSeries

@testable import WaveData

@Suite struct LensChoiceTests {
  private static func column(_ lens: Lens? = nil) -> DataColumn {
    var column = DataColumn()
    column.handle(.choose(lens))
    return column
  }

  @Test func everyPixelIsExactAtFirst() {
    let lenses = LensChoice()
    #expect(lenses.lens == .m4 && lenses.compared == nil && lenses.pictureCount == 1)
    #expect(lenses.threshold == 227)
  }

  @Test func theSecondPictureIsByTheLensThatIsCompared() {
    var lenses = LensChoice()
    lenses.handle(.choose(.mean))
    #expect(lenses.lens(of: Self.column(), isSecond: false) == .mean)
    #expect(lenses.lens(of: Self.column(.median), isSecond: false) == .median)
    // Without one it is as the first.
    #expect(lenses.lens(of: Self.column(.median), isSecond: true) == .median)
    lenses.handle(.compare(with: .lttb))
    #expect(lenses.pictureCount == 2 && lenses.compared == .lttb)
    #expect(lenses.lens(of: Self.column(.median), isSecond: true) == .lttb)
    #expect(lenses.lens(of: Self.column(.median), isSecond: false) == .median)
    lenses.handle(.compare(with: nil))
    #expect(lenses.pictureCount == 1)
  }

  @Test func thresholdsAreThoseOffered() {
    var lenses = LensChoice()
    lenses.handle(.threshold(0))
    #expect(lenses.threshold == 27)
    lenses.handle(.threshold(6))
    #expect(lenses.threshold == 1813)
    lenses.handle(.threshold(7))
    lenses.handle(.threshold(-1))
    #expect(lenses.threshold == 1813)
  }

  @Test func aLensThatThereIsNoMoreIsLeftForTheFirst() {
    var lenses = LensChoice()
    lenses.handle(.choose(.lttb))
    lenses.handle(.limit(to: [.m4, .lttb]))
    #expect(lenses.lens == .lttb)
    lenses.handle(.limit(to: [.mean, .m4]))
    #expect(lenses.lens == .mean)
  }

  @Test func pointsAreCountedByMostLenses() {
    var lenses = LensChoice()
    #expect(!lenses.hasThreshold([Self.column(), Self.column(.minMax)]))
    #expect(lenses.hasThreshold([Self.column(), Self.column(.lttb)]))
    lenses.handle(.compare(with: .minMax))
    #expect(!lenses.hasThreshold([]))
    lenses.handle(.compare(with: .mean))
    #expect(lenses.hasThreshold([]))
    lenses.handle(.compare(with: .m4))
    lenses.handle(.choose(.movingAverage))
    #expect(lenses.hasThreshold([]))
  }
}
