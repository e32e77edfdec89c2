// Re-exported so that apps need not import WaveKit as well.
@_exported public import WaveKit
