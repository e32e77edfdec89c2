// Apps that import this module need no import of WaveKit.
@_exported public import WaveKit
