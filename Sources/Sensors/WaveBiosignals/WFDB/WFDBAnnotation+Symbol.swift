import WaveText
import WaveUnits

extension WFDBAnnotation {
  /// What stands for the code in charts: `N` for a normal beat, `V` for a ventricular one; a number in
  /// brackets where there is none.
  ///
  /// Source: physionet.org/physiotools/wag/annot-5.htm.
  public var symbol: [UInt8] {
    let symbols: StaticString = " NLRaVFJASEj/Q~ | sT*D\"=pB^t+u?![]en@xf()r"
    let index = Int(code)
    guard index > 0, index < symbols.utf8CodeUnitCount, symbols.utf8Start[index] != 0x20 else {
      var text = TextWriter()
      text.append("[")
      text.append(integer: index)
      text.append("]")
      return text.bytes
    }
    return [symbols.utf8Start[index]]
  }

  /// The rate of which samples are counted, where a note at the beginning says one: `## time resolution:
  /// 360`.
  public var timeResolutionHertz: Double? {
    let text = text.span
    let mark: StaticString = "## time resolution: "
    guard text.holds(mark, at: 0) else { return nil }
    let rate = ASCIINumber.double(text, mark.utf8CodeUnitCount..<text.count)
    return rate.flatMap { $0 > 0 && $0 <= 1e9 ? $0 : nil }
  }
}
