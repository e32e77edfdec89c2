import CMappingGuard
import WaveSeries
import WaveSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of the cache, mapped into memory that the system fills when it is read, and reclaims when it is
/// short of memory.
///
/// No program should change such a file: it is written under another name, renamed, and removed, by its user
/// alone. If another program truncates or writes it nevertheless, or its disk fails, reading returns zeros or
/// other values instead of ending the process, and `isDamaged` is true. So a reader checks `isDamaged` after
/// it has read data, and before it uses them. A copy of the file would cost the memory that mapping saves,
/// and checking the length first is not enough, since it can change a moment later.
final class MappedFile: @unchecked Sendable {
  /// The path as given.
  let path: String
  let byteCount: Int
  private let base: UnsafeRawPointer
  private let descriptor: Int32
  /// The file's number in the guard against unreadable pages.
  private let guardNumber: Int32
  /// The file's stamp when it was mapped.
  private let stamp: FileStamp

  /// Maps a file; nil if it does not exist or is empty.
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

  /// Whether a page could not be read so far.
  ///
  /// - Complexity: O(1), without a system call.
  var isUnreadable: Bool { mapping_guard_is_damaged(guardNumber) }

  /// Whether data read so far may be wrong, since the file was changed or could not be read.
  ///
  /// - Complexity: O(1), one system call.
  var isDamaged: Bool { isUnreadable || FileStamp(descriptor: descriptor) != stamp }

  /// Whether a range of bytes lies in the file.
  func holds(_ place: UInt64, byteCount count: Int) -> Bool {
    count >= 0 && place <= UInt64(byteCount) && UInt64(count) <= UInt64(byteCount) - place
  }

  /// Copies bytes; nil if they are not all in the file.
  func bytes(at place: UInt64, count: Int) -> [UInt8]? {
    holds(place, byteCount: count)
      ? Array(UnsafeRawBufferPointer(start: base + Int(place), count: count)) : nil
  }

  /// Calls a function with mapped bytes; nil if they are not all in the file.
  func withBytes<Result>(at place: UInt64, count: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    guard holds(place, byteCount: count) else { return nil }
    let start = (base + Int(place)).assumingMemoryBound(to: UInt8.self)
    return body(Span(_unsafeStart: start, count: count))
  }

  /// Copies numbers from a place that is a multiple of 8; nil if they are not all in the file, or cannot be
  /// read.
  func numbers<Number: BitwiseCopyable>(_ type: Number.Type, at place: UInt64, count: Int) -> [Number]? {
    guard place % 8 == 0, holds(place, byteCount: count * MemoryLayout<Number>.stride) else { return nil }
    let start = (base + Int(place)).assumingMemoryBound(to: type)
    let numbers = Array(UnsafeBufferPointer(start: start, count: count))
    return isUnreadable ? nil : numbers
  }

  /// Returns one number of an array; nil if it is not in the file, or cannot be read.
  func number<Number: BitwiseCopyable>(_ type: Number.Type, at place: UInt64, index: Int) -> Number? {
    let size = MemoryLayout<Number>.stride
    guard index >= 0, holds(place, byteCount: (index + 1) * size) else { return nil }
    let number = (base + Int(place) + index * size).loadUnaligned(as: type)
    return isUnreadable ? nil : number
  }

  /// Reads bytes from the file, past the mapping, so that they do not count as the process's memory.
  ///
  /// - Returns: Whether all of them could be read.
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

  /// The mapping as memory for values; the file is unmapped when the last of these is released.
  var memory: SeriesMemory {
    SeriesMemory(base, byteCount: byteCount) { [self] in withExtendedLifetime(self) {} }
  }
}

extension [UInt8] {
  /// Encodes numbers as they lie in memory: little-endian on all machines that Swift supports.
  init<Number: BitwiseCopyable>(numbers: Span<Number>) {
    self = numbers.withUnsafeBufferPointer { Array(UnsafeRawBufferPointer($0)) }
  }
}
