import Testing
import WaveInteraction

@Suite struct ControlListTests {
  @Test func bytesAreAsDocumented() {
    var list = ControlList()
    list.segments(1, label: "View", options: ["A", "BC"], selected: 1)
    list.range(2, label: "F", low: 0, high: 1, lowText: [0x6C], highText: [0x68, 0x68])
    list.toggle(3, label: "H", isOn: true)
    list.choices(4, label: "P", options: [[0x35]], selected: nil)
    #expect(
      list.bytes == [
        1, 1, 1, 4, 0, 0x56, 0x69, 0x65, 0x77, 2, 1, 0, 0x41, 2, 0, 0x42, 0x43,
        2, 2, 0, 1, 0, 0x46, 0, 0, 0, 0, 0, 0, 0x80, 0x3F, 1, 0, 0x6C, 2, 0, 0x68, 0x68,
        4, 3, 1, 1, 0, 0x48,
        5, 4, 255, 1, 0, 0x50, 1, 1, 0, 0x35,
      ])
  }
}
