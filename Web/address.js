// The page's address: behind its `#` an instrument's name, a colon, and the state that its client keeps there.

/** One client for each instrument; the page holds the one that it shows. */
export const instruments = ["waveglass.wasm", "sensors.wasm", "data.wasm", "coverage.wasm", "home.wasm"];
export const home = instruments.indexOf("home.wasm");

/** The names of the instruments in the address. */
export const names = instruments.map((file) => file.replace(".wasm", ""));

/** The instrument's name and the state in the address; empty if there are none. */
export const addressParts = () => location.hash.match(/^#(\w+):(.*)$/s)?.slice(1) ?? [];

/** The address with another hash. */
export const address = (hash) => location.pathname + location.search + hash;

/** Replaces the hash of the address, within the same entry of the history. */
export const write = (hash, state = history.state) => history.replaceState(state, "", address(hash));

/** The hash of an instrument without a state. */
export const first = (number) => `#${names[number]}:`;
