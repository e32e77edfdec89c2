// A sensor of your own, filtered and drawn in this process: no server, no browser.
import WaveKit
