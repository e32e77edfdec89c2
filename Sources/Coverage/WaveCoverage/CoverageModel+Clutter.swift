import WaveInteraction
import WavePropagation

/// What covers the ground along the paths, for P.1812.
extension CoverageModel {
  func appendClutter(of plan: CoveragePlan, to list: inout ControlListBuilder<CoverageAction>) {
    list.choices(
      .chooseClutter, label: "Clutter along the path",
      options: Clutter.allCases.map { Texts.bytes($0.name) }, selected: Int(plan.clutter.rawValue))
  }

  mutating func chooseClutter(_ number: Int) {
    guard let clutter = UInt8(exactly: number).flatMap({ Clutter(rawValue: $0) }),
      (plan ?? settings).model == .p1812
    else {
      return
    }
    change { $0.clutter = clutter }
  }
}

extension Clutter {
  /// What it is called on a button, with its height.
  var name: StaticString {
    switch self {
    case .open: "None"
    case .suburban: "Suburban, 10\u{00A0}m"
    case .urban: "Urban, 15\u{00A0}m"
    case .denseUrban: "Dense urban, 20\u{00A0}m"
    case .woodland: "Woodland, 15\u{00A0}m"
    }
  }

  /// What it is called in addresses, as in `waveglass cover`.
  var word: StaticString {
    switch self {
    case .open: "open"
    case .suburban: "suburban"
    case .urban: "urban"
    case .denseUrban: "dense-urban"
    case .woodland: "woodland"
    }
  }
}
