import TestSupport
import Testing
import WaveKit

@Suite struct SensorScreenFuzzTests {
  /// Something done to the screen, which has controls of these numbers.
  private func intent(_ random: inout SeededGenerator, controls: [UInt16], at now: Int64) -> ViewIntent {
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &random) }
    func control() -> UInt16 { controls.randomElement(using: &random) ?? 1 }
    switch Int.random(in: 0...10, using: &random) {
    case 0...3:
      return .touch(
        Touch(
          id: Int32.random(in: 0...1, using: &random),
          phase: Touch.Phase(rawValue: UInt8.random(in: 0...3, using: &random)) ?? .ended,
          x: number(-20...420),
          y: number(-20...320), microseconds: now))
    case 4:
      return .key(
        Key(rawValue: UInt8.random(in: 0...15, using: &random)) ?? .space,
        isShifted: Bool.random(using: &random))
    case 5:
      return .control(number: control(), .set(Int.random(in: -1...4, using: &random)))
    case 6:
      return .control(number: control(), .step(thumb: 0, steps: Int.random(in: -2...2, using: &random)))
    case 7:
      return .wheel(
        x: number(0...400), y: number(0...300), dx: number(-50...50), dy: number(-50...50),
        zoom: WheelZoom(rawValue: UInt8.random(in: 0...3, using: &random)) ?? .none)
    case 8:
      return .appearance(isDark: Bool.random(using: &random), reducesMotion: Bool.random(using: &random))
    case 9: return .press(ShellControl(rawValue: UInt8.random(in: 0...2, using: &random)) ?? .handle)
    default:
      let sizes: [Float] = [.nan, -.infinity, -5, 0, 1, 40, 300, 400]
      func size() -> Float { sizes[Int.random(in: 0..<sizes.count, using: &random)] }
      return .resize(width: size(), height: size(), scale: size(), textScale: size(), headPoints: size())
    }
  }

  /// Whatever fingers do, and whatever the clock, what was drawn bit by bit is what a player that comes late
  /// is shown.
  @Test(arguments: 1...12) func whateverHappensTheFramesLeaveThePicture(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let labels = seed % 2 == 0 ? ["I", "II", "V1"] : ["a", "b"]
    let holes = UInt64.random(in: 20...200, using: &random)
    var screen = try SensorScreen(
      MadeSensor(rateHertz: 250, labels: labels) { channel, number in
        number % holes == 0 ? .nan : Double((number &* 7919) % 1000) / 500 - Double(channel)
      }, filters: seed % 3 == 0 ? [.highPass(hertz: 0.5)] : [])
    var scene = DrawScene()
    var now = Int64.random(in: 0...1_000_000, using: &random)
    screen.resize(width: 400, height: 300, at: now)
    // Its controls are there while the drawer is open.
    if Bool.random(using: &random) { screen.handle(.press(.handle), at: now) }
    for _ in 0..<100 {
      now += [0, 16_667, 16_667, 16_667, 400_000, 3_000_000].randomElement(using: &random) ?? 0
      if Int.random(in: 0...4, using: &random) == 0 {
        screen.handle(intent(&random, controls: screen.controlNumbers, at: now), at: now)
      }
      if screen.draw(at: now) { try scene.play(screen.list.words) }
    }
    // Fingers go up, and what glides comes to rest.
    for id: Int32 in 0...1 {
      screen.handle(.touch(Touch(id: id, phase: .cancelled, x: 0, y: 0, microseconds: now)), at: now)
    }
    screen.resize(width: 400, height: 300, at: now)
    for _ in 0..<120 {
      now += 16_667
      if screen.draw(at: now) { try scene.play(screen.list.words) }
    }
    let picture = screen.picture(at: now)
    #expect(scene.layers == picture.layers)
    // A strip that is no longer drawn may be left over.
    #expect(scene.strips.filter { strip in picture.strips.contains { $0.id == strip.id } } == picture.strips)
    #expect(scene.width == 400)
  }

  @Test func aScreenIsHeldToWhatThereCanBe() throws {
    var screen = try SensorScreen(MadeSensor())
    screen.resize(width: .infinity, height: 1e30, scale: .nan, at: 0)
    _ = screen.draw(at: 0)
    let picture = screen.picture(at: 1_000_000)
    #expect(picture.width == 16_384)
    #expect(picture.height == 16_384)
  }
}
