import ArgumentParser
import WaveDevices

/// `waveglass info`: what a recording is.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what a recording is: band, length, gaps.",
    discussion: """
      EXAMPLES
        waveglass info recording.csv.gz
        waveglass info band.cu8 --rate 2.4M --frequency 99.5M --json
      """)

  @Argument(help: ArgumentHelp("A recording.", valueName: "file"))
  var file: String

  @OptionGroup var samples: SampleOptions

  @Flag(help: "Write one JSON object.")
  var json = false

  func run() throws {
    do throws(CommandFailure) {
      let analysis: FileAnalysis
      do throws(DeviceError) {
        analysis = try FileAnalysis(path: file, settings: samples.settings)
      } catch {
        throw CommandFailure(error, path: file)
      }
      if json { try Output.write(json: analysis) } else { Output.write(InfoCommand.lines(analysis)) }
    } catch {
      throw error.report()
    }
  }

  static func lines(_ analysis: FileAnalysis) -> [String] {
    Output.table([
      ("file", analysis.path),
      ("kind", analysis.kind + (analysis.compression.map { " in \($0)" } ?? "")),
      ("size", "\(analysis.byteCount) bytes"),
      ("band", "\(Output.frequency(analysis.lowHertz)) to \(Output.frequency(analysis.highHertz))"),
      ("length", "\(Output.number(analysis.durationSeconds, 3)) s"),
      ("from", analysis.firstTime.map { "\($0) (zone unknown)" }),
      ("to", analysis.lastTime.map { "\($0) (zone unknown)" }),
      ("sweeps", analysis.sweepCount.map { "\($0)" }),
      ("each", analysis.sweepSeconds.map { "\(Output.number($0, 3)) s" }),
      ("bins", analysis.binCount.map { "\($0)" }),
      ("bin width", analysis.stepHertz.map(Output.frequency)),
      ("hops", analysis.hopCount.map { "\($0)" }),
      ("missing", analysis.missingSweeps.map { "\($0) sweeps" }),
      ("incomplete", analysis.incompleteSweeps.map { "\($0) sweeps" }),
      ("no numbers", analysis.nonFiniteValues.map { "\($0) levels" }),
      ("samples", analysis.sampleCount.map { "\($0)" }),
      ("encoding", analysis.encoding),
      ("rate", analysis.rateHertz.map { "\(Output.frequency($0)), as given by --rate" }),
      ("frequency", analysis.centerHertz.map { "\(Output.frequency($0)), as given by --frequency" }),
      ("note", analysis.warning),
    ])
  }
}
