// Apps that embed Waveglass need only one import: the modules that define the types used here are
// re-exported.
@_exported public import WaveDisplay
@_exported public import WaveInteraction
@_exported public import WaveSensors
@_exported public import WaveSensorsWire
@_exported public import WaveSignal
@_exported public import WaveStreams
@_exported public import WaveWire
