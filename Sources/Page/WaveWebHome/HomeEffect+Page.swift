public import WaveHome
import WaveHomeWire
public import WavePage

/// Shows a source of the server: the number of its instrument, and its own number there.
@_extern(wasm, module: "page", name: "open") @_extern(c)
func pageOpen(_ instrument: Int32, _ source: Int32)

/// Shows a source of this device, by its number in `DeviceSource`.
@_extern(wasm, module: "page", name: "openHere") @_extern(c)
func pageOpenHere(_ source: Int32)

extension HomeEffect: PageEffect {
  /// Performs the effect by calling the page.
  public func perform() {
    switch self {
    case .open(let instrument, let source): pageOpen(Int32(instrument.rawValue), Int32(source))
    case .openHere(let source): pageOpenHere(Int32(source.rawValue))
    }
  }
}
