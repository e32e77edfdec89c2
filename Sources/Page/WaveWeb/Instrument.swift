// One client for each instrument, of the same files: a page loads the one that it shows, and no more.
import WaveWire

#if SENSORS
  import WaveSensors
  import WaveSensorsWire

  typealias Instrument = SensorsModel
  typealias ServerReader = StreamMessageReader
#elseif DATA
  import WaveData
  import WaveDataWire

  typealias Instrument = DataModel
  typealias ServerReader = TableMessageReader
#elseif COVERAGE
  import WaveCoverage
  import WaveCoverageWire

  typealias Instrument = CoverageModel
  typealias ServerReader = TerrainMessageReader
#else
  import WaveSpectrum
  import WaveSpectrumWire

  typealias Instrument = SpectrumModel
  typealias ServerReader = MessageReader
#endif
