public import WaveInteraction

extension CoverageModel: ByteKeeping, FileReading, FileWriting, PictureLoading, Computing {}
