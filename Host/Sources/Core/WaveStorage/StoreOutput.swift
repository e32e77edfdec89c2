import WaveSystem

/// The file operations required to write a store.
protocol StoreOutput: Sendable {
  func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?)
  func cut(toByteCount byteCount: Int) throws(FileError)
  func synchronize() throws(FileError)
}

extension AppendedFile: StoreOutput {}
