/// The tuner of a receiver behind rtl_tcp.
///
/// Raw values are the numbers that librtlsdr uses.
public enum RTLTCPTuner: UInt32, CaseIterable, Sendable {
  /// An undefined tuner number, or a tuner that the server does not recognize.
  case unknown = 0
  /// Elonics E4000.
  case e4000 = 1
  /// Fitipower FC0012.
  case fc0012 = 2
  /// Fitipower FC0013.
  case fc0013 = 3
  /// Fitipower FC2580.
  case fc2580 = 4
  /// Rafael Micro R820T or R820T2.
  case r820t = 5
  /// Rafael Micro R828D.
  case r828d = 6

  /// The tuner's common name.
  public var name: StaticString { facts.name }

  /// The lowest frequency that the tuner usually supports, in hertz.
  public var lowHertz: Double { facts.lowHertz }

  /// The highest frequency that the tuner usually supports, in hertz.
  public var highHertz: Double { facts.highHertz }

  /// The tuner's gain settings in tenths of a decibel, in ascending order.
  ///
  /// A tuner with a single setting has a fixed gain.
  ///
  /// The protocol sends only the number of settings; the values are those of librtlsdr's
  /// `rtlsdr_get_tuner_gains`.
  public var gains: [Int32] {
    switch self {
    case .unknown, .fc2580: [0]
    case .e4000: [-10, 15, 40, 65, 90, 115, 140, 165, 190, 215, 240, 290, 340, 420]
    case .fc0012: [-99, -40, 71, 179, 192]
    case .fc0013:
      [
        -99, -73, -65, -63, -60, -58, -54, 58, 61, 63, 65, 67, 68, 70, 71, 179, 181, 182, 184, 186, 188, 191,
        197,
      ]
    case .r820t, .r828d:
      [
        0, 9, 14, 27, 37, 77, 87, 125, 144, 157, 166, 197, 207, 229, 254, 280, 297, 328, 338, 364, 372, 386,
        402, 421, 434, 439, 445, 480, 496,
      ]
    }
  }

  private var facts: (name: StaticString, lowHertz: Double, highHertz: Double) {
    switch self {
    case .unknown: ("unknown tuner", 24e6, 1766e6)
    case .e4000: ("E4000", 52e6, 2200e6)
    case .fc0012: ("FC0012", 22e6, 948e6)
    case .fc0013: ("FC0013", 22e6, 1100e6)
    case .fc2580: ("FC2580", 146e6, 924e6)
    case .r820t: ("R820T", 24e6, 1766e6)
    case .r828d: ("R828D", 24e6, 1766e6)
    }
  }

  /// Returns the gain setting nearest to a requested gain, in tenths of a decibel.
  ///
  /// If two settings are equally near, it returns the lower one.
  public func gain(nearestTo tenthsOfDecibel: Int32) -> Int32 {
    func distance(_ gain: Int32) -> UInt64 { (Int64(gain) - Int64(tenthsOfDecibel)).magnitude }
    return gains.min { distance($0) < distance($1) } ?? 0
  }
}
