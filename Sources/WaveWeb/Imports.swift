/// Sends bytes to the server.
@_extern(wasm, module: "page", name: "send")
@_extern(c)
func pageSend(_ bytes: UnsafePointer<UInt8>, _ count: Int32)

/// Gives the connection up and makes another.
@_extern(wasm, module: "page", name: "reconnect")
@_extern(c)
func pageReconnect()

/// Has the server end this device's pairing.
@_extern(wasm, module: "page", name: "unpair")
@_extern(c)
func pageUnpair()

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

#if DATA
  /// Puts `count` bytes behind those before; 1 has the user keep all of them as a file, 2 forgets them.
  @_extern(wasm, module: "page", name: "save") @_extern(c)
  func pageSave(_ start: UnsafePointer<UInt8>?, _ count: Int32, _ what: Int32)
#endif

#if COVERAGE
  /// Tells the page's monotonic clock, in microseconds.
  @_extern(wasm, module: "page", name: "clock") @_extern(c)
  func pageClock() -> Double

  /// Loads a picture from an address into a slot of the player, and says so by `web_pictured`.
  @_extern(wasm, module: "page", name: "picture") @_extern(c)
  func pagePicture(_ slot: Int32, _ address: UnsafePointer<UInt8>, _ count: Int32)
#endif
