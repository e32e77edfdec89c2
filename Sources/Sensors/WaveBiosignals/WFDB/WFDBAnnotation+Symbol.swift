import WaveText
import WaveUnits

extension WFDBAnnotation {
  /// The symbol used for the code in charts, such as `N` for a normal beat or `V` for a ventricular one.
  ///
  /// For a code without a symbol, this is its number in brackets. Source:
  /// physionet.org/physiotools/wag/annot-5.htm.
  public var symbol: [UInt8] {
    let symbols: StaticString = " NLRaVFJASEj/Q~ | sT*D\"=pB^t+u?![]en@xf()r"
    let index = Int(code)
    guard index > 0, index < symbols.utf8CodeUnitCount, symbols.utf8Start[index] != 0x20
    else { return TextWriter("[\(index)]").bytes }
    return [symbols.utf8Start[index]]
  }

  /// The rate in hertz at which samples are counted; nil unless the annotation is a note that gives the rate,
  /// such as `## time resolution: 360`.
  public var timeResolutionHertz: Double? {
    let text = text.span
    let mark: StaticString = "## time resolution: "
    guard text.holds(mark, at: 0) else { return nil }
    let rate = ASCIINumber.double(text, mark.utf8CodeUnitCount..<text.count)
    return rate.flatMap { $0 > 0 && $0 <= 1e9 ? $0 : nil }
  }
}
