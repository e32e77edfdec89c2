import ArgumentParser
import WaveSystem
import WaveTerrain

/// `waveglass terrain add`: checks tiles and copies them into a folder.
struct TerrainAddCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Check tiles and copy them into a folder.",
    discussion: """
      Damaged tiles are rejected and reported; the others are added. A copy is moved into place once it has \
      been read completely.

      EXAMPLES
        waveglass terrain add n51_w001_1arc.dt2 N51E000.hgt.gz --to tiles
      """)

  @Argument(help: ArgumentHelp("Tiles.", valueName: "file"))
  var files: [String]

  @Option(help: ArgumentHelp("The folder; created if it does not exist.", valueName: "dir"))
  var to: String?

  @Flag(help: "Replace existing files with the same names.")
  var force = false

  func perform() throws(CommandFailure) {
    let folder = try TerrainCommand.madeFolder(to)
    var failure: CommandFailure?
    for file in files {
      do throws(CommandFailure) {
        Output.write([try TerrainFileError.asFailure(add(file, to: folder))])
      } catch {
        if let failure { _ = failure.report() }
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Copies a tile to a folder and returns the path of the copy.
  private func add(_ file: String, to folder: TerrainFolder) throws(TerrainFileError) -> String {
    let entry = try TerrainEntry(path: file)
    if let fault = entry.fault { throw fault }
    let target = folder.path + "/" + entry.name
    try copy(entry, to: target)
    return target
  }

  private func copy(_ entry: TerrainEntry, to target: String) throws(TerrainFileError) {
    let part: PartFile
    do throws(FileError) {
      if FileStamp(path: target)?.identity == FileStamp(path: entry.path)?.identity {
        throw FileError(path: target, cause: .exists)
      }
      let source = try ReadOnlyFile(path: entry.path)
      part = try PartFile(path: target, isReplacing: force)
      var offset = 0
      var piece = [UInt8](repeating: 0, count: FileContent.pieceBytes)
      while true {
        let count = try source.read(into: &piece, at: offset)
        guard count > 0 else { break }
        try part.append(count == piece.count ? piece : Array(piece[..<count]))
        offset += count
      }
      try part.finish()
    } catch { throw .file(error) }
    // The copy is checked, since the source may change during copying.
    let copied = target + FileReplacement.suffix
    do throws(TerrainFileError) { _ = try TerrainEntry(path: copied, name: entry.name).load() } catch {
      // The copy will be removed, so the error must name the source.
      _ = try entry.load()
      throw error
    }
    try TerrainFileError.converting(TerrainFileError.file, part.commit())
  }
}
