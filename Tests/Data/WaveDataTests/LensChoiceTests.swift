import Testing
import WaveSeries

@testable import WaveData

@Suite struct LensChoiceTests {
  private static func column(_ lens: Lens? = nil) -> DataColumn {
    var column = DataColumn()
    column.choose(lens)
    return column
  }

  @Test func everyPixelIsExactAtFirst() {
    let lenses = LensChoice()
    #expect(lenses.lens == .m4 && lenses.compared == nil && lenses.pictureCount == 1)
    #expect(lenses.threshold == 227)
  }

  @Test func theSecondPictureIsByTheLensThatIsCompared() {
    var lenses = LensChoice()
    lenses.choose(.mean)
    #expect(lenses.lens(of: Self.column(), isSecond: false) == .mean)
    #expect(lenses.lens(of: Self.column(.median), isSecond: false) == .median)
    // Without one it is as the first.
    #expect(lenses.lens(of: Self.column(.median), isSecond: true) == .median)
    lenses.compare(with: .lttb)
    #expect(lenses.pictureCount == 2 && lenses.compared == .lttb)
    #expect(lenses.lens(of: Self.column(.median), isSecond: true) == .lttb)
    #expect(lenses.lens(of: Self.column(.median), isSecond: false) == .median)
    lenses.compare(with: nil)
    #expect(lenses.pictureCount == 1)
  }

  @Test func thresholdsAreThoseOffered() {
    var lenses = LensChoice()
    lenses.chooseThreshold(0)
    #expect(lenses.threshold == 27)
    lenses.chooseThreshold(6)
    #expect(lenses.threshold == 1813)
    lenses.chooseThreshold(7)
    lenses.chooseThreshold(-1)
    #expect(lenses.threshold == 1813)
  }

  @Test func aLensThatThereIsNoMoreIsLeftForTheFirst() {
    var lenses = LensChoice()
    lenses.choose(.lttb)
    lenses.limit(to: [.m4, .lttb])
    #expect(lenses.lens == .lttb)
    lenses.limit(to: [.mean, .m4])
    #expect(lenses.lens == .mean)
  }

  @Test func pointsAreCountedByMostLenses() {
    var lenses = LensChoice()
    #expect(!lenses.hasThreshold([Self.column(), Self.column(.minMax)]))
    #expect(lenses.hasThreshold([Self.column(), Self.column(.lttb)]))
    lenses.compare(with: .minMax)
    #expect(!lenses.hasThreshold([]))
    lenses.compare(with: .mean)
    #expect(lenses.hasThreshold([]))
    lenses.compare(with: .m4)
    lenses.choose(.movingAverage)
    #expect(lenses.hasThreshold([]))
  }
}
