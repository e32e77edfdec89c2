import Testing
import WaveDisplay
@testable import WaveInteraction
import WaveSensorsWire

@testable import WaveSensors

/// Where names and their lenses are in lanes; `PaperNameTests` has those on paper.
@Suite struct NamePlacementTests {
  private func names(
    _ layout: SensorsModel.Layout = .lanes, hasLens: Bool = true, hasHandles: Bool = false, scale: Float = 1,
    textScale: Float = 1
  ) -> NamePlacement {
    var appearance = Appearance()
    appearance.screen = Screen(width: 200 * scale, height: 300 * scale, scale: scale, textScale: textScale)
    return NamePlacement(
      canvas: Canvas(appearance, traceColors: []),
      plot: Plot(screen: appearance.screen, layout: layout, paper: Paper()), layout: layout,
      source: .made([3]), hasLens: hasLens, hasHandles: hasHandles, paperPlaces: [])
  }

  @Test func aNameIsAtTheTopLeftOfItsLane() {
    let (x, baseline) = names().place(of: .made(), 0)
    #expect(x == 10 && baseline == 100 + Float(13) * 1.15)
    #expect(names(hasHandles: true).place(of: .made(), 0).x == 28, "handles keep their place")
    #expect(names(scale: 2).place(of: .made(), 0).x == 20)
    // In lanes its number does not matter; in a shared lane names are below one another.
    #expect(names().place(of: .made(), 2).baseline == baseline)
    #expect(names(.overlaid).place(of: .made(), 2).baseline == baseline + 34)
  }

  @Test func aNameIsSmallerInALowLane() {
    for (height, size) in [(100, 13), (16, 12.8), (10, 8), (2, 7)] as [(Float, Float)] {
      #expect(names().style(of: .made(height: height)).size == size)
    }
    #expect(names(.overlaid).style(of: .made(height: 2)).size == 13)
  }

  @Test func aLensWidensItsName() {
    let plain = names(hasLens: false).width(of: [0x61])
    #expect(names().width(of: [0x61]) == plain + 18 && names(hasLens: false).lensRoom == 0)
    #expect(names(textScale: 1.49).hasRoom && !names(textScale: 1.5).hasRoom)
  }

  @Test func aFingerNearALensIsOnIt() {
    // The lens is from 10 to 21 pixels, about 4.55 above the baseline.
    let middle = names().place(of: .made(), 0).baseline - Float(13) * 0.35
    func lens(_ x: Float, _ y: Float, _ names: NamePlacement) -> Int? {
      names.lens(x: x, y: y, among: [.made(1), .made(2, y: 200)])
    }
    #expect(lens(15, middle, names()) == 1 && lens(15, middle + 100, names()) == 2)
    #expect(lens(32.9, middle, names()) == 1 && lens(33.1, middle, names()) == nil)
    #expect(lens(0, middle, names()) == 1 && lens(0, middle, names(hasHandles: true)) == nil)
    #expect(lens(15, middle + 19.9, names()) == 1 && lens(15, middle + 20.1, names()) == nil)
    #expect(lens(15, 99.9, names()) == nil, "it is above the lane")
    #expect(lens(15, middle, names(hasLens: false)) == nil)
    // In a shared lane the nearest one counts, which is the first where all are in one place.
    #expect(names().lens(x: 15, y: middle, among: [.made(2), .made(1)]) == 2)
  }
}
