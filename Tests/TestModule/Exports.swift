import KernelDigests
import WaveRuntime
import WaveSignal

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
