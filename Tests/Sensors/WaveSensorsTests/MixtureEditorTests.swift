import Testing
@testable import WaveInteraction
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// The draft of a stream that is made of others.
@Suite struct MixtureEditorTests {
  /// ch0 and ch1 in millivolts at 1000 Hz, ch2 in millivolts at 25 Hz.
  private let source = StreamSource.made([2, 1])

  private func streams(_ inputs: [Streams.Input] = []) -> Streams {
    var streams = Streams()
    streams.open(source)
    for input in inputs { _ = streams.handle(input, of: source) }
    return streams
  }

  private func edited(_ changes: [(SensorsAction.Mixture, ControlInput)]) -> MixtureDraft {
    var draft = MixtureDraft(streams(), of: source)
    for (action, input) in changes { draft.handle(action, input) }
    return draft
  }

  private func scaled(_ gain: String, _ offset: String = "0") -> MixtureDraft {
    edited([
      (.setOperation, .set(2)), (.setGain, .text(Array(gain.utf8))), (.setOffset, .text(Array(offset.utf8))),
    ])
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func itBeginsWithTheFirstTwoThatAreSampledTogether() {
    func pair(_ inputs: [Streams.Input]) -> [Int] {
      let draft = MixtureDraft(streams(inputs), of: source)
      return [draft.first, draft.second]
    }
    #expect(pair([]) == [0, 1] && pair([.reorder(1, onto: 0)]) == [1, 0])
    #expect(pair([.show(0, false)]) == [1, 0], "the second one may be hidden")
    #expect(pair([.reorder(2, onto: 0)]) == [2, 2], "it is alone")
    let none = MixtureDraft(Streams(), of: nil)
    #expect(none.first == 0 && none.second == 0 && none.operation == .difference)
  }

  @Test func controlsChangeIt() {
    #expect(edited([(.setOperation, .set(0))]).operation == .sum)
    #expect(edited([(.setOperation, .set(2))]).operation == .scaled)
    #expect(edited([(.setOperation, .set(2)), (.setOperation, .set(3))]).operation == .difference)
    #expect(edited([(.chooseFirst, .set(2))]).first == 2 && edited([(.chooseSecond, .set(2))]).second == 2)
    #expect(scaled("2", "3").gain == [0x32] && scaled("2", "3").offset == [0x33])
    // What does not suit a control, and what is for the editor, changes nothing.
    for (action, input) in [
      (.setOperation, .text([0x30])), (.chooseFirst, .text([0x32])), (.setGain, .set(2)), (.make, .set(1)),
      (.begin, .set(1)),
    ] as [(SensorsAction.Mixture, ControlInput)] {
      #expect(edited([(action, input)]) == edited([]))
    }
  }

  @Test func aUnitIsTypedOrThatOfTheStream() {
    let typed = (SensorsAction.Mixture.setUnit, ControlInput.text(Array("Pa".utf8)))
    #expect(text(edited([typed]).unit(in: source)) == "mV", "a difference has that of its streams")
    #expect(text(edited([(.setOperation, .set(2)), typed]).unit(in: source)) == "Pa")
    #expect(text(edited([(.setOperation, .set(2))]).unit(in: source)) == "mV")
    let long = ControlInput.text([UInt8](repeating: 0x61, count: 300))
    #expect(
      edited([(.setOperation, .set(2)), (.setUnit, long)]).unit(in: source).count == WireLimits.channelUnit)
    #expect(edited([(.chooseFirst, .set(9))]).unit(in: source) == [])
  }

  @Test func theServerIsAskedForTheFormula() {
    func made(_ draft: MixtureDraft) -> StreamMixture.Formula? {
      guard case .make(_, let formula, _, _) = draft.request(of: source) else { return nil }
      return formula
    }
    #expect(made(edited([])) == .init(first: 0, second: 1, secondFactor: -1))
    #expect(made(edited([(.setOperation, .set(0))])) == .init(first: 0, second: 1, secondFactor: 1))
    #expect(made(scaled("2.5", "-1")) == .init(first: 0, firstFactor: 2.5, offset: -1))
    #expect(made(scaled(" 2 ")) == .init(first: 0, firstFactor: 2, offset: 0))
    #expect(made(edited([(.chooseSecond, .set(0))])) == nil)
  }

  @Test func whyItCannotBeMadeIsSaid() {
    func fault(_ draft: MixtureDraft) -> String { text(draft.fault(in: source)) }
    #expect(fault(edited([])) == "" && fault(scaled("2")) == "")
    for channel in [-1, 3, 400] {
      #expect(fault(edited([(.chooseFirst, .set(channel))])) == "the stream is gone")
      #expect(fault(edited([(.chooseSecond, .set(channel))])) == "the stream is gone")
    }
    for (gain, offset) in [("0", "0"), ("", "0"), ("1", ""), ("1 2", "0"), ("1", "x"), ("1e300", "0")] {
      #expect(fault(scaled(gain, offset)).hasPrefix("it needs a number"), "\(gain) \(offset)")
    }
    #expect(fault(edited([(.chooseSecond, .set(0))])) == "choose two streams")
    #expect(fault(edited([(.chooseSecond, .set(2))])).hasPrefix("ch0 has 1000 Hz, ch2 25 Hz"))
    var plain = source
    plain.groups[0].channels[1].unit = []
    #expect(text(edited([]).fault(in: plain)) == "ch0 is in mV, ch1 in no unit: scale one of them first")
    plain.groups[0].channels[0].unit = []
    #expect(edited([]).fault(in: plain) == [])
  }

  @Test func itIsNamedByItsFormula() {
    func name(_ draft: MixtureDraft) -> String { text(draft.name(in: source)) }
    #expect(name(edited([])) == "ch0 − ch1" && name(edited([(.setOperation, .set(0))])) == "ch0 + ch1")
    #expect(name(scaled(" 2.5 ")) == "2.5 × ch0" && name(scaled("2", "1")) == "2 × ch0 + 1")
    #expect(name(scaled("2", "-1")) == "2 × ch0 -1" && name(scaled("2", "x")) == "2 × ch0")
    #expect(name(edited([(.chooseFirst, .set(9))])) == "")
    var long = source
    long.groups[0].channels[0].label = [UInt8](repeating: 0x61, count: 300)
    #expect(edited([]).name(in: long).count == WireLimits.channelLabel)
  }

  // MARK: - The editor

  private func handle(
    _ editor: inout MixtureEditor, _ action: SensorsAction.Mixture, _ input: ControlInput = .set(1),
    of source: StreamSource?, made: [StreamMixture]? = []
  ) -> SetMixture? {
    editor.handle(action, input, streams(), of: source, made: made)
  }

  @Test func oneThatWasAskedForIsAwaitedOnce() {
    var editor = MixtureEditor()
    #expect(handle(&editor, .make, of: source) == nil && !editor.receive(), "there is no draft")
    #expect(handle(&editor, .begin, of: source) == nil && editor.draft != nil)
    #expect(handle(&editor, .make, of: nil) == nil && editor.draft != nil && !editor.receive())
    #expect(handle(&editor, .make, of: source) != nil && editor.draft == nil)
    editor.discard()
    let (first, second) = (editor.receive(), editor.receive())
    #expect(first && !second)
  }

  @Test func aDraftThatCannotBeMadeStays() {
    var editor = MixtureEditor()
    _ = handle(&editor, .begin, of: source)
    _ = handle(&editor, .chooseSecond, .set(0), of: source)
    #expect(handle(&editor, .make, of: source) == nil && editor.draft?.second == 0 && !editor.receive())
    _ = handle(&editor, .discard, of: source)
    #expect(editor.draft == nil)
    _ = handle(&editor, .begin, .text([]), of: source)
    #expect(editor.draft == nil, "a button is pressed, not written to")
    _ = handle(&editor, .begin, of: source)
    editor.discard()
    #expect(editor.draft == nil)
  }

  @Test func onlyWhatWasMadeIsRemoved() {
    var editor = MixtureEditor()
    let made = [StreamMixture(channel: 2, formula: .init(first: 0))]
    #expect(
      handle(&editor, .remove(channel: 2), of: source, made: made) == .remove(source: 0, channel: 2))
    #expect(handle(&editor, .remove(channel: 1), of: source, made: made) == nil)
    #expect(handle(&editor, .remove(channel: 2), of: source, made: nil) == nil)
    #expect(handle(&editor, .remove(channel: 2), of: nil, made: made) == nil)
    #expect(handle(&editor, .remove(channel: 2), .text([]), of: source, made: made) == nil)
  }
}
