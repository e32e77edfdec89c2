import WaveSystem

/// The operations that a writer of stores needs of a file.
protocol StoreOutput: Sendable {
  func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?)
  func cut(toByteCount byteCount: Int) throws(FileError)
  func synchronize() throws(FileError)
}

extension AppendedFile: StoreOutput {}
