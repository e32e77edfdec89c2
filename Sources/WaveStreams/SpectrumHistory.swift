import WaveSignal
