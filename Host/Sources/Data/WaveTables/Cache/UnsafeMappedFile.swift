import CMappingGuard
import WaveSeries
import WaveSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of the cache in memory that the system fills when it is looked at, and takes back when it is short
/// of it.
///
/// Nobody should change such a file: it is written under another name, renamed, and unlinked, by its user
/// alone. Where another program cuts or writes it all the same, or its disk fails, reading gives zeros or
/// other values instead of ending the process, and `isDamaged` is true. So a reader asks for that after it
/// has read, and before it uses what it has read; a copy of the file would cost the memory that mapping
/// saves, and a length that is looked at first may be another one a moment later.
final class MappedFile: @unchecked Sendable {
  /// Path as given.
  let path: String
  let byteCount: Int
  private let base: UnsafeRawPointer
  private let descriptor: Int32
  /// By what the guard against unreadable pages knows it.
  private let guardNumber: Int32
  /// What the file was when it was mapped.
  private let stamp: FileStamp

  /// Maps a file; nil where there is none, or nothing in it.
  init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      let mapped = mmap(nil, Int(status.st_size), PROT_READ, MAP_SHARED, descriptor, 0), mapped != MAP_FAILED
    else {
      close(descriptor)
      return nil
    }
    let number = mapping_guard_add(mapped, Int(status.st_size))
    guard number >= 0 else {
      munmap(mapped, Int(status.st_size))
      close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
    base = UnsafeRawPointer(mapped)
    byteCount = Int(status.st_size)
    guardNumber = number
    stamp = FileStamp(status)
  }

  deinit {
    mapping_guard_remove(guardNumber)
    munmap(UnsafeMutableRawPointer(mutating: base), byteCount)
    close(descriptor)
  }

  /// Whether a page could not be read until now.
  ///
  /// - Complexity: O(1), without a call of the system.
  var isUnreadable: Bool { mapping_guard_is_damaged(guardNumber) }

  /// Whether what has been read until now may not be what was written: the file was changed, or could not be
  /// read.
  ///
  /// - Complexity: O(1), one call of the system.
  var isDamaged: Bool { isUnreadable || FileStamp(descriptor: descriptor) != stamp }

  /// Whether bytes lie in the file.
  func holds(_ place: UInt64, byteCount count: Int) -> Bool {
    count >= 0 && place <= UInt64(byteCount) && UInt64(count) <= UInt64(byteCount) - place
  }

  /// Copies bytes; nil where they are not all there.
  func bytes(at place: UInt64, count: Int) -> [UInt8]? {
    holds(place, byteCount: count)
      ? Array(UnsafeRawBufferPointer(start: base + Int(place), count: count)) : nil
  }

  /// Shows bytes where they lie; nil where they are not all there.
  func withBytes<Result>(at place: UInt64, count: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    guard holds(place, byteCount: count) else { return nil }
    let start = (base + Int(place)).assumingMemoryBound(to: UInt8.self)
    return body(Span(_unsafeStart: start, count: count))
  }

  /// Copies numbers, which a place that is a multiple of 8 suits; nil where they are not all there, or cannot
  /// be read.
  func numbers<Number: BitwiseCopyable>(_ type: Number.Type, at place: UInt64, count: Int) -> [Number]? {
    guard place % 8 == 0, holds(place, byteCount: count * MemoryLayout<Number>.stride) else { return nil }
    let start = (base + Int(place)).assumingMemoryBound(to: type)
    let numbers = Array(UnsafeBufferPointer(start: start, count: count))
    return isUnreadable ? nil : numbers
  }

  /// One number of many; nil where it is not there, or cannot be read.
  func number<Number: BitwiseCopyable>(_ type: Number.Type, at place: UInt64, index: Int) -> Number? {
    let size = MemoryLayout<Number>.stride
    guard index >= 0, holds(place, byteCount: (index + 1) * size) else { return nil }
    let number = (base + Int(place) + index * size).loadUnaligned(as: type)
    return isUnreadable ? nil : number
  }

  /// Reads bytes past the mapping, so that they do not count as the process's memory.
  ///
  /// - Returns: Whether all of them were there.
  func read(at place: UInt64, count: Int, into buffer: inout [UInt8]) -> Bool {
    guard holds(place, byteCount: count) else { return false }
    if buffer.count != count { buffer = [UInt8](repeating: 0, count: count) }
    var done = 0
    while done < count {
      let read = buffer.withUnsafeMutableBytes { bytes in
        pread(descriptor, bytes.baseAddress.map { $0 + done }, count - done, off_t(place) + off_t(done))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { return false }
      done += read
    }
    return true
  }

  /// The file as memory of values; it is unmapped when the last of them is gone.
  var memory: SeriesMemory {
    SeriesMemory(base, byteCount: byteCount) { [self] in withExtendedLifetime(self) {} }
  }
}

extension [UInt8] {
  /// Numbers as they stand in memory: least significant byte first, on all machines that Swift has.
  init<Number: BitwiseCopyable>(numbers: Span<Number>) {
    self = numbers.withUnsafeBufferPointer { Array(UnsafeRawBufferPointer($0)) }
  }
}
