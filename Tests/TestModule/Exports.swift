import KernelDigests
import WaveRuntime
import WaveSignal
import WaveSpectrumWire
import WaveWire

/// How many digests there are.
@_expose(wasm, "digestCount") @c(web_digestCount)
public func digestCount() -> Int32 { Int32(KernelDigest.allCases.count) }

/// One digest, in the order of the committed lines; 0 where there is none.
@_expose(wasm, "digest") @c(web_digest)
public func digest(_ index: Int32) -> UInt64 {
  do throws(SignalError) { return try KernelDigest(rawValue: Int(index))?.value() ?? 0 } catch { return 0 }
}

/// Memory as the client gets it.
@_expose(wasm, "allocate") @c(web_allocate)
public func allocate(_ byteCount: Int32, _ alignment: Int32) -> UnsafeMutableRawPointer? {
  UnsafeMutableRawPointer.allocate(byteCount: Int(byteCount), alignment: Int(alignment))
}

/// Gives it back.
@_expose(wasm, "release") @c(web_release)
public func release(_ memory: UnsafeMutableRawPointer?) { memory?.deallocate() }

/// Codes a row of tenths of a decibel again and again, and gives the bytes that its message takes; nothing
/// without levels.
@_expose(wasm, "encodeRow") @c(web_encodeRow)
public func encodeRow(_ levels: UnsafePointer<Int16>?, _ columns: Int32, _ rounds: Int32) -> Int32 {
  guard let levels, columns > 0, Int(columns) <= WireLimits.columns else { return 0 }
  let row = RowMessage(
    view: 1, axis: 1, flags: [], planes: .max, sequence: 1, startMicroseconds: 0, durationMicroseconds: 1,
    skipped: 0, columns: UInt16(columns),
    values: Array(UnsafeBufferPointer(start: levels, count: Int(columns))))
  var writer = MessageWriter()
  var bytes: [UInt8] = []
  for _ in 0..<max(1, rounds) {
    bytes.removeAll(keepingCapacity: true)
    writer.append(.row(row), to: &bytes)
  }
  return Int32(bytes.count)
}
