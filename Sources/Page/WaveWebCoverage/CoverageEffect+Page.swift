public import WaveCoverage
public import WavePage

/// Loads an image from a URL into a slot of the player, and reports the result with `web_pictureLoaded`.
@_extern(wasm, module: "page", name: "picture") @_extern(c)
func pagePicture(_ slot: Int32, _ address: UnsafePointer<UInt8>, _ count: Int32)

/// Asks the user to choose a file, whose bytes are then passed to `web_file`.
@_extern(wasm, module: "page", name: "pick") @_extern(c)
func pagePick()

/// Stores bytes on this device under a name; if the total size exceeds a limit, removes the least recently
/// used entries.
@_extern(wasm, module: "page", name: "shelve") @_extern(c)
func pageStore(
  _ name: UnsafePointer<UInt8>?, _ nameCount: Int32, _ start: UnsafePointer<UInt8>?, _ count: Int32,
  _ limit: Double)

/// Requests the bytes stored under a name, to be passed to `recalled` with the given number.
@_extern(wasm, module: "page", name: "recall") @_extern(c)
func pageRecall(_ number: Int32, _ name: UnsafePointer<UInt8>?, _ nameCount: Int32)

/// Reports that there is content to show even though no server answers.
@_extern(wasm, module: "page", name: "stands") @_extern(c)
func pageShowsContent()

/// Requests the device's position, to be reported by a call of `located` or `notLocated`.
@_extern(wasm, module: "page", name: "locate") @_extern(c)
func pageLocate()

/// Stores text in the page's URL, to be passed to `reopen` when the page is opened again.
@_extern(wasm, module: "page", name: "address") @_extern(c)
func pageAddress(_ text: UnsafePointer<UInt8>?, _ count: Int32)

/// Copies the page's URL to the clipboard, with its stored text replaced by the given text, and reports the
/// result with `copied`.
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
    case .save(let name, let bytes):
      name.withUnsafeBufferPointer { name in
        bytes.withUnsafeBufferPointer { bytes in
          pageStore(
            name.baseAddress, Int32(name.count), bytes.baseAddress, Int32(bytes.count),
            Double(CoverageModel.savedBytesLimit))
        }
      }
    case .recall(let number, let name):
      name.withUnsafeBufferPointer {
        pageRecall(Int32(bitPattern: number), $0.baseAddress, Int32($0.count))
      }
    case .showsContent: pageShowsContent()
    case .locate: pageLocate()
    case .address(let text): text.withUnsafeBufferPointer { pageAddress($0.baseAddress, Int32($0.count)) }
    case .copy(let text): text.withUnsafeBufferPointer { pageCopy($0.baseAddress, Int32($0.count)) }
    }
  }
}
