import Testing
import WaveDisplay

@Suite struct TextAdvancesTests {
  @Test func tableHasAnAdvanceForEveryCharacter() {
    let text = TextAdvances.characters.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    #expect(text.count == TextAdvances.characterCount)
  }

  @Test func widthsAddUpCharacterByCharacter() {
    let count = TextAdvances.characterCount
    let advances = TextAdvances(
      regular: (0..<count).map { Float($0 + 1) }, bold: (0..<count).map { Float($0 + 101) })
    let text = TextAdvances.characters.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    for (index, character) in text.enumerated() {
      let bytes = Array(String(character).utf8)
      #expect(advances.width(of: bytes, style: TextStyle(size: 2)) == Float(2 * (index + 1)))
      #expect(advances.width(of: bytes, style: TextStyle(size: 1, isBold: true)) == Float(index + 101))
    }
    #expect(advances.width(of: Array("−1".utf8), style: TextStyle(size: 1)) == 96 + 18)
  }

  @Test func unknownAndBrokenTextHasAWidthToo() {
    let advances = TextAdvances.monospaced
    let style = TextStyle(size: 10)
    let digit = advances.width(of: [0x30], style: style)
    #expect(advances.width(of: Array("µ".utf8), style: style) == digit)
    #expect(advances.width(of: [0xE2, 0x88], style: style) == digit)
    #expect(advances.width(of: [], style: style) == 0)
  }

  @Test func wrongTablesFallBack() {
    #expect(TextAdvances(regular: [1], bold: []) == TextAdvances.monospaced)
  }
}
