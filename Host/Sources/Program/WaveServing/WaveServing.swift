// One import is enough for who serves: a sensor and what it is made of come along.
@_exported public import WaveKit
