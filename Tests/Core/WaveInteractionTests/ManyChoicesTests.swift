import Testing
import WaveInteraction

/// A byte says how many choices there are.
@Suite struct ManyChoicesTests {
  @Test(arguments: [0, 1, 254, 255, 256, 300])
  func thereAreAsManyAsIsSaid(count: Int) {
    var list = ControlList()
    list.choices(
      1, label: "", options: [[UInt8]](repeating: [0x61], count: count),
      selected: count == 0 ? nil : count - 1)
    list.drawer(isOpen: true)
    let shown = min(count, 255)
    // Kind, number, flags, a label without letters, the count, a letter with its length each, the drawer.
    #expect(list.bytes.count == 6 + 3 * shown + 3)
    #expect(Int(list.bytes[5]) == shown)
    #expect(list.bytes[list.bytes.count - 3] == ControlList.Kind.drawer.rawValue)
    #expect(list.bytes[2] == (count == 0 || count > 255 ? 255 : UInt8(count - 1)))
  }
}
