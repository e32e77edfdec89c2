/// Sends bytes to the server.
@_extern(wasm, module: "page", name: "send") @_extern(c)
func pageSend(_ bytes: UnsafePointer<UInt8>, _ count: Int32)

/// Closes the connection and opens a new one.
@_extern(wasm, module: "page", name: "reconnect") @_extern(c)
func pageReconnect()

/// Requests a call of `web_draw` at the next display refresh.
@_extern(wasm, module: "page", name: "redraw") @_extern(c)
func pageRedraw()

/// Requests a call of `web_tick` at a time in microseconds on the page's clock.
@_extern(wasm, module: "page", name: "wake") @_extern(c)
func pageWake(_ microseconds: Double)

/// Shows a control list.
@_extern(wasm, module: "page", name: "controls") @_extern(c)
func pageControls(_ bytes: UnsafePointer<UInt8>, _ count: Int32)

/// Shows the next instrument, because the server has no source for this one.
@_extern(wasm, module: "page", name: "switchInstrument") @_extern(c)
func pageSwitchInstrument()

/// Performs one step of saving a file, as selected by `what`.
///
/// 0 appends the bytes, 1 appends them and saves the file, 2 discards the file, and 3 uses the bytes as the
/// name of the next file.
@_extern(wasm, module: "page", name: "save") @_extern(c)
func pageSave(_ start: UnsafePointer<UInt8>?, _ count: Int32, _ what: Int32)

/// Returns the page's monotonic time in microseconds.
@_extern(wasm, module: "page", name: "clock") @_extern(c)
func pageClock() -> Double

/// Replaces the current job of the page's worker, or only cancels that job if `count` is 0.
@_extern(wasm, module: "page", name: "compute") @_extern(c)
func pageCompute(_ bytes: UnsafePointer<UInt8>?, _ count: Int32)
