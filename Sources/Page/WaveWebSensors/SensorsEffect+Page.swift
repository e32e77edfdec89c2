public import WavePage
public import WaveSensors

/// Stores a number on this device.
@_extern(wasm, module: "page", name: "keep") @_extern(c)
func pageKeep(_ key: Int32, _ value: Double)

extension SensorsEffect: PageEffect {
  /// Performs the effect by calling the page.
  public func perform() {
    switch self {
    case .keep(let key, let value): pageKeep(Int32(key), value)
    }
  }
}
