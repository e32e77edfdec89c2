// Does what tests end by a signal, and says how far it has come, row by row: TableVictim import CSV SQLITE, or TableVictim open DATABASE FOLDER.
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

let arguments = CommandLine.arguments
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
