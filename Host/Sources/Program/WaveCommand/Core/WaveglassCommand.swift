import ArgumentParser
import WaveOperations

/// The `waveglass` command: serves sources to browsers, and reads recordings.
struct WaveglassCommand: AsyncParsableCommand {
  /// The name, help text and subcommands.
  static let configuration = CommandConfiguration(
    commandName: "waveglass",
    abstract: "View radio spectra, sensor streams, tables and radio coverage in the browser.",
    discussion: """
      EXAMPLES
        waveglass serve demo:                      a simulated receiver
        waveglass open recording.csv.gz            look at a recording
        waveglass serve file:fm.csv.gz?speed=20    play it 20 times as fast
        waveglass info recording.csv.gz            describe it
        waveglass measure band.cu8 --rate 2.4M     noise, band power, peaks
        waveglass render fm.csv.gz --mode waterfall -o fm.png
        waveglass record demo: -o band.sigmf-data  samples into a file
        waveglass convert 100.hea 100.edf          signals of sensors in another format
        waveglass import log.csv                   make a table from a text
        waveglass columns log.sqlite               what a table's columns hold
        waveglass terrain list                     tiles that coverage is computed over
        waveglass path --profile ridge.csv         the loss along a path
        waveglass simulate rtltcp                  a receiver for other programs
        waveglass testbed                          how many streams this machine can draw
        waveglass devices                          list paired phones
        waveglass doctor                           check for problems and suggest fixes
      """,
    version: ProgramVersion.text,
    subcommands: [
      ServeCommand.self, OpenCommand.self, InfoCommand.self, MeasureCommand.self, RenderCommand.self,
      RecordCommand.self, ConvertCommand.self, ImportCommand.self, ColumnsCommand.self,
      DownsampleCommand.self, CacheCommand.self,
      TerrainCommand.self, PathCommand.self, CoverCommand.self,
      SimulateCommand.self, TestbedCommand.self, DevicesCommand.self, DoctorCommand.self,
    ])
}

/// The entry point of the program.
public enum Waveglass {
  /// Runs the command line and ends the process.
  public static func main() async {
    // The parser would treat `-?format=cu8` as an option.
    let arguments = CommandLine.arguments.dropFirst().map {
      $0.hasPrefix("-?") ? "stdin:" + $0.dropFirst() : $0
    }
    await WaveglassCommand.main(Array(arguments))
  }
}
