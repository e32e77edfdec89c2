import WaveCommand

// Must run before any file is opened.
StandardFiles.hold()
await Waveglass.main()
