import Testing

@testable import WaveInteraction

@Suite struct ControlListTests {
  private enum Action: Equatable { case view, band, hold, period, site, press, stop }

  @Test func bytesAreAsDocumented() {
    var builder = ControlListBuilder<Action>()
    builder.segments(.view, label: "View", options: ["A", "BC"], selected: 1)
    builder.range(.band, label: "F", low: 0, high: 1, lowText: [0x6C], highText: [0x68, 0x68])
    builder.toggle(.hold, label: "H", isOn: true)
    builder.choices(.period, label: "P", options: [[0x35]], selected: nil)
    #expect(
      builder.list.bytes == [
        1, 0, 1, 0, 1, 4, 0, 0x56, 0x69, 0x65, 0x77, 2, 1, 0, 0x41, 2, 0, 0x42, 0x43,
        2, 0, 2, 0, 0, 1, 0, 0x46, 0, 0, 0, 0, 0, 0, 0x80, 0x3F, 1, 0, 0x6C, 2, 0, 0x68, 0x68,
        4, 0, 3, 0, 1, 1, 0, 0x48,
        5, 0, 4, 0, 255, 1, 0, 0x50, 1, 1, 0, 0x35,
      ])
  }

  @Test func aStyleIsBesideItsKind() {
    var builder = ControlListBuilder<Action>()
    builder.choices(.site, label: "", options: [], selected: nil, style: .letters)
    builder.button(.press, label: "", style: .next)
    builder.words(.period, label: [], text: [], style: .line)
    builder.views(ViewOptions(.view, options: ["A"], selected: 0))
    #expect(
      builder.list.bytes == [
        5, 3, 1, 0, 255, 0, 0, 0,
        15, 6, 2, 0, 0, 0, 0,
        3, 5, 3, 0, 1, 0, 0, 0, 0, 0, 0,
        1, 7, 4, 0, 0, 4, 0, 0x56, 0x69, 0x65, 0x77, 1, 1, 0, 0x41,
      ])
  }

  @Test func aSettingHasWhatItsKindShowsAlone() {
    var builder = ControlListBuilder<Action>()
    for kind in [ControlList.Kind.field, .slider, .toggle] {
      builder.setting(kind, .hold, label: [0x4C], isOn: true, fraction: 1, text: [0x35], unit: [0x48, 0x7A])
    }
    #expect(
      builder.list.bytes == [
        3, 0, 1, 0, 0, 1, 0, 0x4C, 1, 0, 0x35, 2, 0, 0x48, 0x7A,
        6, 0, 2, 0, 0, 1, 0, 0x4C, 0, 0, 0x80, 0x3F, 1, 0, 0x35,
        4, 0, 3, 0, 1, 1, 0, 0x4C,
      ])
  }

  @Test func onlyWhatIsOperatedHasANumber() {
    var builder = ControlListBuilder<Action>()
    builder.chip(.paused, strong: [], quiet: [])
    builder.alert([])
    builder.hint([])
    builder.reading([])
    builder.drawer(isOpen: true)
    builder.heading(label: "H")
    builder.fact(label: "F", text: [0x74])
    builder.gestures(label: "G", [("a", "b")])
    builder.action(.stop, text: [0x73])
    #expect(
      builder.list.bytes == [
        10, 0, 0, 0, 1, 0, 0, 0, 0,
        13, 0, 0, 0, 0, 0, 0,
        11, 0, 0, 0, 0, 0, 0,
        14, 0, 0, 0, 0, 0, 0,
        12, 0, 0, 0, 1,
        8, 0, 0, 0, 0, 1, 0, 0x48,
        7, 0, 0, 0, 0, 1, 0, 0x46, 1, 0, 0x74,
        9, 0, 0, 0, 0, 1, 0, 0x47, 1, 1, 0, 0x61, 1, 0, 0x62,
        16, 0, 1, 0, 0, 1, 0, 0x73,
      ])
  }

  @Test func aTitleNamesWhatIsShownFirst() {
    func title(_ shown: [UInt8]) -> [UInt8] {
      var builder = ControlListBuilder<Action>()
      builder.title("Lamps", shown: shown)
      return builder.list.bytes
    }
    let head: [UInt8] = [18, 0, 0, 0, 0]
    #expect(title([]) == head + [0, 0, 18, 0] + Array("Lamps \u{B7} Waveglass".utf8))
    #expect(
      title([0x41]) == head + [1, 0, 0x41, 23, 0] + Array("A \u{B7} Lamps \u{B7} Waveglass".utf8))
    let name = Array("a\u{202E}b".utf8)
    let tab = Array("\u{2068}a\u{202E}b\u{2069} \u{B7} Lamps \u{B7} Waveglass".utf8)
    #expect(title(name) == head + [5, 0] + name + [UInt8(tab.count), 0] + tab)
  }

  @Test func factsAreCounted() {
    var builder = ControlListBuilder<Action>()
    builder.facts([[0x41], []])
    #expect(builder.list.bytes == [19, 0, 0, 0, 0, 2, 1, 0, 0x41, 0, 0])
  }

  @Test func aNumberHasTwoBytes() {
    var numbers = ControlNumbers<Int>()
    // Each list has another control, so that each number is issued once.
    for action in 0..<0x1234 {
      var builder = ControlListBuilder(after: numbers)
      builder.button(action, label: "")
      numbers = builder.numbers
      guard action == 0x1233 else { continue }
      #expect(builder.list.bytes == [15, 0, 0x34, 0x12, 0, 0, 0])
    }
  }
}
