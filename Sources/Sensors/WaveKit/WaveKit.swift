// One import is enough for who embeds: what the types here are made of comes along.
@_exported public import WaveDisplay
@_exported public import WaveInteraction
@_exported public import WaveSensors
@_exported public import WaveSensorsWire
@_exported public import WaveSignal
@_exported public import WaveStreams
@_exported public import WaveWire
