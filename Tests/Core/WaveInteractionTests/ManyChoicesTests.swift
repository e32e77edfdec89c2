import Testing

@testable import WaveInteraction

/// A byte says how many choices there are.
@Suite struct ManyChoicesTests {
  private enum Action: Equatable { case choose }

  @Test(arguments: [0, 1, 254, 255, 256, 300])
  func thereAreAsManyAsIsSaid(count: Int) {
    var builder = ControlListBuilder<Action>()
    builder.choices(
      .choose, label: "", options: [[UInt8]](repeating: [0x61], count: count),
      selected: count == 0 ? nil : count - 1)
    builder.drawer(isOpen: true)
    let bytes = builder.list.bytes
    let shown = min(count, 255)
    // Kind, style, number, flags, an empty label, the count, one-letter texts with their lengths; the drawer.
    #expect(bytes.count == 8 + 3 * shown + 5)
    #expect(Int(bytes[7]) == shown)
    #expect(bytes[bytes.count - 5] == ControlList.Kind.drawer.rawValue)
    #expect(bytes[4] == (count == 0 || count > 255 ? 255 : UInt8(count - 1)))
  }
}
