public import WaveCoverage
public import WavePage

/// Loads a picture from an address into a slot of the player, and says so by `web_pictured`.
@_extern(wasm, module: "page", name: "picture") @_extern(c)
func pagePicture(_ slot: Int32, _ address: UnsafePointer<UInt8>, _ count: Int32)

/// Has the user pick a file, whose bytes then come by `web_file`.
@_extern(wasm, module: "page", name: "pick") @_extern(c)
func pagePick()

/// Stores bytes on this device under a name; above a limit for all of them, the least recently used are
/// removed.
@_extern(wasm, module: "page", name: "shelve") @_extern(c)
func pageShelve(
  _ name: UnsafePointer<UInt8>?, _ nameCount: Int32, _ start: UnsafePointer<UInt8>?, _ count: Int32,
  _ limit: Double)

/// Asks for what is kept under a name: `recalled` is called with the number.
@_extern(wasm, module: "page", name: "recall") @_extern(c)
func pageRecall(_ number: Int32, _ name: UnsafePointer<UInt8>?, _ nameCount: Int32)

/// Says that there is something to see though no server answers.
@_extern(wasm, module: "page", name: "stands") @_extern(c)
func pageStands()

/// Asks where the device is: `located` or `notLocated` is called.
@_extern(wasm, module: "page", name: "locate") @_extern(c)
func pageLocate()

/// Puts a text into the page's address, from where `reopen` gets it when the page is opened again.
@_extern(wasm, module: "page", name: "address") @_extern(c)
func pageAddress(_ text: UnsafePointer<UInt8>?, _ count: Int32)

/// Copies the page's address with that text in place of the one that it has; `copied` is called.
@_extern(wasm, module: "page", name: "copy") @_extern(c)
func pageCopy(_ text: UnsafePointer<UInt8>?, _ count: Int32)

extension CoverageEffect: PageEffect {
  /// Performs the effect by calling the page.
  public func perform() {
    switch self {
    case .picture(let slot, let address):
      address.withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { pagePicture(Int32(bitPattern: slot), start, Int32(bytes.count)) }
      }
    case .pick: pagePick()
    case .file(let effect): effect.perform()
    case .shelve(let name, let bytes):
      name.withUnsafeBufferPointer { name in
        bytes.withUnsafeBufferPointer { bytes in
          pageShelve(
            name.baseAddress, Int32(name.count), bytes.baseAddress, Int32(bytes.count),
            Double(CoverageModel.shelfBytes))
        }
      }
    case .recall(let number, let name):
      name.withUnsafeBufferPointer {
        pageRecall(Int32(bitPattern: number), $0.baseAddress, Int32($0.count))
      }
    case .stands: pageStands()
    case .locate: pageLocate()
    case .address(let text): text.withUnsafeBufferPointer { pageAddress($0.baseAddress, Int32($0.count)) }
    case .copy(let text): text.withUnsafeBufferPointer { pageCopy($0.baseAddress, Int32($0.count)) }
    }
  }
}
