import ArgumentParser
import Foundation

/// Options of `waveglass cover` for multiple transmitters.
struct SiteOptions: ParsableArguments {
  /// The maximum number of threads, which exceeds the processor count of current machines.
  private static let jobLimit = 4096

  @Option(
    help: ArgumentHelp(
      "A table of transmitters; writes a map for each to the folder given by -o.", valueName: "csv"))
  var sites: String?

  @Option(
    help: ArgumentHelp("With --sites, the part that this process computes, such as 2/5.", valueName: "k/n"))
  var part: PartArgument?

  @Option(help: ArgumentHelp("With --sites, number of parallel jobs; default one per core.", valueName: "n"))
  var jobs: Int?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Merge maps of --sites folders into one GeoTIFF: the strongest at each post.", valueName: "folder"))
  var merge: [String] = []

  /// Throws an error if mutually exclusive options are given.
  func validate(with command: CoverCommand) throws {
    try require(
      sites == nil || merge.isEmpty, "--sites computes maps, --merge combines them: give one of them.")
    try require(
      command.at == nil || (sites == nil && merge.isEmpty),
      "--at is for one map; --sites and --merge have their own places.")
    try require(sites != nil || (part == nil && jobs == nil), "--part and --jobs require --sites.")
    try require((1...Self.jobLimit).contains(jobs ?? 1), "--jobs must be from 1 to \(Self.jobLimit).")
    try require(
      merge.isEmpty || ["tif", "tiff"].contains(command.ending),
      "--merge writes a GeoTIFF: the name after -o must end in tif.")
  }

  /// Computes or merges the maps of multiple transmitters, if requested.
  ///
  /// - Returns: Whether maps were computed or merged.
  func run(_ command: CoverCommand) throws(CommandFailure) -> Bool {
    if let sites {
      try SiteRun(
        command, table: sites, part: part ?? PartArgument.whole,
        jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount
      ).run()
      return true
    }
    guard !merge.isEmpty else { return false }
    try SiteMerge(folders: merge).write(to: command)
    return true
  }
}

/// One of several equal parts of a site table, as a command-line argument such as `2/5`.
struct PartArgument: Equatable {
  /// The entire table as a single part.
  static let whole = PartArgument(number: 1, count: 1)
  private static let countLimit = 100_000

  /// The number of the part, starting at 1.
  let number: Int
  let count: Int

  /// Returns whether the site at an index of the table belongs to this part.
  ///
  /// Adjacent sites in the table belong to different parts, which distributes groups of time-consuming sites.
  func holds(_ index: Int) -> Bool { index % count == number - 1 }

  /// The file name of this part's manifest.
  var manifestName: String { "part-\(number)-of-\(count).json" }
}

extension PartArgument: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, argument.utf8.allSatisfy({ (0x2F...0x39).contains($0) }),
      let number = Int(parts[0]), let count = Int(parts[1]), (1...Self.countLimit).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }
}
