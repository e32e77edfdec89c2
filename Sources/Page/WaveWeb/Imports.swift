/// Sends bytes to the server.
@_extern(wasm, module: "page", name: "send")
@_extern(c)
func pageSend(_ bytes: UnsafePointer<UInt8>, _ count: Int32)

/// Gives the connection up and makes another.
@_extern(wasm, module: "page", name: "reconnect")
@_extern(c)
func pageReconnect()

/// Asks for `web_draw` at the next refresh of the display.
@_extern(wasm, module: "page", name: "redraw")
@_extern(c)
func pageRedraw()

/// Asks for `web_tick` at a time of the page's clock, in microseconds.
@_extern(wasm, module: "page", name: "wake")
@_extern(c)
func pageWake(_ microseconds: Double)

/// Shows a control list.
@_extern(wasm, module: "page", name: "controls")
@_extern(c)
func pageControls(_ bytes: UnsafePointer<UInt8>, _ count: Int32)

/// Shows another instrument: the server has nothing for this one.
@_extern(wasm, module: "page", name: "elsewhere")
@_extern(c)
func pageElsewhere()

/// Keeps a number on this device.
@_extern(wasm, module: "page", name: "keep")
@_extern(c)
func pageKeep(_ key: Int32, _ value: Double)

#if DATA || COVERAGE
  /// Puts `count` bytes behind those before; 1 has the user keep all of them as a file, 2 forgets them, 3 names the next file by them.
  @_extern(wasm, module: "page", name: "save") @_extern(c)
  func pageSave(_ start: UnsafePointer<UInt8>?, _ count: Int32, _ what: Int32)
#endif

#if COVERAGE
  /// Tells the page's monotonic clock, in microseconds.
  @_extern(wasm, module: "page", name: "clock") @_extern(c)
  func pageClock() -> Double

  /// Gives the worker for maps a job, in place of the one that it has; none ends that.
  @_extern(wasm, module: "page", name: "compute") @_extern(c)
  func pageCompute(_ bytes: UnsafePointer<UInt8>?, _ count: Int32)

  /// Loads a picture from an address into a slot of the player, and says so by `web_pictured`.
  @_extern(wasm, module: "page", name: "picture") @_extern(c)
  func pagePicture(_ slot: Int32, _ address: UnsafePointer<UInt8>, _ count: Int32)

  /// Has the user pick a file, whose bytes then come by `web_file`.
  @_extern(wasm, module: "page", name: "pick") @_extern(c)
  func pagePick()

  /// Keeps bytes on this device under a name; those that were not used for the longest time go where all are more than a limit.
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
#endif
