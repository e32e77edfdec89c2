public import WaveSpectra

extension IQFormat {
  /// The names that `init(name:)` accepts, for display.
  public static let names =
    "cu8, cs8, cu16, cs16, cs32, cf32, cf64, u8, s8, s16, f32, f64 or a SigMF datatype such as ci16_le"

  /// Creates the format with a given name: a file extension such as `cu8`, `cs16` or `f32`, UHD's `sc16` and
  /// `fc32`, or a SigMF datatype such as `ri16_le`; nil if the name is unknown.
  public init?(name: String) {
    let plain: [String: IQFormat] = [
      "cu8": .cu8, "cs8": .cs8, "cu16": IQFormat(.u16), "cs16": .cs16le, "cs32": IQFormat(.i32),
      "cf32": .cf32le, "cf64": IQFormat(.f64), "sc8": .cs8, "sc16": .cs16le, "fc32": .cf32le,
      "u8": IQFormat(.u8, isReal: true), "s8": IQFormat(.i8, isReal: true),
      "s16": IQFormat(.i16, isReal: true), "f32": IQFormat(.f32, isReal: true),
      "f64": IQFormat(.f64, isReal: true),
    ]
    guard let format = plain[name] ?? IQFormat(sigMFDatatype: Array(name.utf8)) else { return nil }
    self = format
  }
}
