public import WaveInteraction

extension SensorsModel: NumberKeeping, FrameTiming {}
