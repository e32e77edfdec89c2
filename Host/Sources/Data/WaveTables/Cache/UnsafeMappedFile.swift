import CMappingGuard
import WaveSeries
import WaveSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A cache file mapped into memory, whose pages the system loads when they are read and reclaims when memory
/// is short.
///
/// Cache files should not be modified: each file is written under a temporary name and then renamed. If a
/// program truncates or overwrites a file anyway, or the disk fails, reading returns zeros or other wrong
/// values instead of crashing the process, and `isDamaged` becomes true. Readers therefore check `isDamaged`
/// after reading data and before using it. A copy of the file would cost the memory that mapping saves.
/// Checking the length in advance is not enough, since the length can change at any time.
final class MappedFile: @unchecked Sendable {
  /// The path as given.
  let path: String
  let byteCount: Int
  private let base: UnsafeRawPointer
  private let descriptor: Int32
  /// The number of this file in the guard that handles reads of pages that cannot be loaded.
  private let guardNumber: Int32
  /// The identity, length and modification time of the file when it was mapped.
  private let stamp: FileStamp

  /// Maps a file, or returns nil if it does not exist or is empty.
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

  /// Whether reading any page of the file has failed so far.
  ///
  /// - Complexity: O(1), without a system call.
  var isUnreadable: Bool { mapping_guard_is_damaged(guardNumber) }

  /// Whether data read so far may be wrong, because the file was changed or could not be read.
  ///
  /// - Complexity: O(1), with one system call.
  var isDamaged: Bool { isUnreadable || FileStamp(descriptor: descriptor) != stamp }

  /// Returns whether a range of bytes lies within the file.
  func holds(_ place: UInt64, byteCount count: Int) -> Bool {
    count >= 0 && place <= UInt64(byteCount) && UInt64(count) <= UInt64(byteCount) - place
  }

  /// Returns a copy of a range of bytes, or nil if they are not all in the file.
  func bytes(at place: UInt64, count: Int) -> [UInt8]? {
    holds(place, byteCount: count)
      ? Array(UnsafeRawBufferPointer(start: base + Int(place), count: count)) : nil
  }

  /// Calls a closure with mapped bytes, or returns nil if they are not all in the file.
  func withBytes<Result>(at place: UInt64, count: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    guard holds(place, byteCount: count) else { return nil }
    let start = (base + Int(place)).assumingMemoryBound(to: UInt8.self)
    return body(Span(_unsafeStart: start, count: count))
  }

  /// Returns a copy of numbers at an offset that is a multiple of 8, or nil if they are not all in the file
  /// or cannot be read.
  func numbers<Number: BitwiseCopyable>(_ type: Number.Type, at place: UInt64, count: Int) -> [Number]? {
    guard place % 8 == 0, holds(place, byteCount: count * MemoryLayout<Number>.stride) else { return nil }
    let start = (base + Int(place)).assumingMemoryBound(to: type)
    let numbers = Array(UnsafeBufferPointer(start: start, count: count))
    return isUnreadable ? nil : numbers
  }

  /// Returns one element of an array of numbers, or nil if it is not in the file or cannot be read.
  func number<Number: BitwiseCopyable>(_ type: Number.Type, at place: UInt64, index: Int) -> Number? {
    let size = MemoryLayout<Number>.stride
    guard index >= 0, holds(place, byteCount: (index + 1) * size) else { return nil }
    let number = (base + Int(place) + index * size).loadUnaligned(as: type)
    return isUnreadable ? nil : number
  }

  /// Reads bytes directly from the file, so that they do not count toward the process's memory.
  ///
  /// - Returns: Whether all bytes could be read.
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

  /// The mapped file as memory for values; the file is unmapped when the last reference to it is released.
  var memory: SeriesMemory {
    SeriesMemory(base, byteCount: byteCount) { [self] in withExtendedLifetime(self) {} }
  }
}

extension [UInt8] {
  /// Encodes numbers as they are stored in memory, which is little-endian on all machines that Swift
  /// supports.
  init<Number: BitwiseCopyable>(numbers: Span<Number>) {
    self = numbers.withUnsafeBufferPointer { Array(UnsafeRawBufferPointer($0)) }
  }
}
