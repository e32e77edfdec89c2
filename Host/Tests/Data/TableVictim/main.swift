// Does what tests end by a signal, and says how far it has come, row by row: TableVictim import CSV SQLITE,
// or TableVictim open DATABASE FOLDER. TableVictim fault FILE cuts a file and reads what is gone: first in a
// mapping that is guarded, which it says, then in one that is not.
import CMappingGuard
import WaveTables

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Says so, and goes on.
func say(_ progress: TableProgress) -> Bool {
  var line = Array("\(progress.rowCount)\n".utf8)
  return write(1, &line, line.count) == line.count
}

/// Maps two pages of a file.
func mapped(_ path: String) -> UnsafeMutablePointer<UInt8>? {
  let descriptor = open(path, O_RDONLY)
  let memory = mmap(nil, 2 * Int(getpagesize()), PROT_READ, MAP_SHARED, descriptor, 0)
  return memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
}

let arguments = CommandLine.arguments
if arguments[1] == "fault" {
  guard let guarded = mapped(arguments[2]), let plain = mapped(arguments[2]) else { exit(2) }
  let page = Int(getpagesize())
  let number = mapping_guard_add(guarded, 2 * page)
  guard truncate(arguments[2], off_t(page)) == 0, guarded[page] == 0, mapping_guard_is_damaged(number) else {
    exit(3)
  }
  _ = write(1, "zeros\n", 6)
  exit(Int32(plain[page]))
}
do throws(TableError) {
  if arguments[1] == "import" {
    _ = try CSVImport.run(path: arguments[2], to: arguments[3], isReplacing: true, progress: say)
  } else {
    let table = try TableFile.open(arguments[2], folder: CacheFolder(path: arguments[3]), progress: say)
    while true { try table.scan([0, 1], progress: say, each: { _ in }) }
  }
} catch {
  var line = Array("\(error)\n".utf8)
  _ = write(2, &line, line.count)
  exit(1)
}
