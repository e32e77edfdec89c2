// Keeps bytes under names on this device, as many as a limit allows: those that were not used for the longest time go first. It decides nothing.

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Shelf {
  /** The database, and for each name how many bytes there are and when they were used; nothing where the browser allows none. */
  open() {
    this.opening ??= this.begin().catch(() => undefined);
    return this.opening;
  }

  async begin() {
    const request = indexedDB.open("waveglass-shelf", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("bytes");
      request.result.createObjectStore("uses", { keyPath: "name" });
    };
    const base = await done(request);
    const uses = await done(base.transaction("uses").objectStore("uses").getAll());
    this.uses = new Map(uses.map((use) => [use.name, use]));
    this.total = uses.reduce((sum, { size }) => sum + size, 0);
    return base;
  }

  /** Puts bytes under a name. */
  async put(name, bytes, limit) {
    const base = await this.open();
    if (!base) return;
    const gone = [];
    this.count({ name, size: bytes.length, used: Date.now() });
    if (this.total > limit) {
      // A tenth at once, so that not every one that comes has to look for another that goes.
      for (const use of [...this.uses.values()].sort((a, b) => a.used - b.used)) {
        if (this.total <= 0.9 * limit || use.name === name) break;
        this.uses.delete(use.name);
        this.total -= use.size;
        gone.push(use.name);
      }
    }
    this.write(base, (store, uses) => {
      store.put(bytes, name);
      uses.put(this.uses.get(name));
      for (const other of gone) {
        store.delete(other);
        uses.delete(other);
      }
    });
  }

  /** The bytes under a name, if there are any. */
  async get(name) {
    const base = await this.open();
    try {
      const bytes = base && await done(base.transaction("bytes").objectStore("bytes").get(name));
      if (bytes && this.uses.has(name)) {
        this.count({ ...this.uses.get(name), used: Date.now() });
        this.write(base, (_, uses) => uses.put(this.uses.get(name)));
      }
      return bytes;
    } catch {
      return undefined;
    }
  }

  count(use) {
    this.total += use.size - (this.uses.get(use.name)?.size ?? 0);
    this.uses.set(use.name, use);
  }

  /** A full disk keeps nothing more, and all else works. */
  write(base, change) {
    try {
      const transaction = base.transaction(["bytes", "uses"], "readwrite");
      transaction.onerror = transaction.onabort = (event) => event.preventDefault();
      change(transaction.objectStore("bytes"), transaction.objectStore("uses"));
    } catch {
      this.opening = Promise.resolve(undefined);
    }
  }
}
