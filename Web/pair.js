// Pairs this browser with the server. Loaded before all else, so that a code leaves the address bar first.
globalThis.pairing = (() => {
  const mark = "#pair=";
  let code = takeCode();
  let waiting, isOver, isUsed, isPaired = false;

  function takeCode() {
    if (!location.hash.startsWith(mark)) return "";
    const found = location.hash.slice(mark.length);
    history.replaceState(null, "", location.pathname + location.search);
    return found;
  }

  // What it said last is known without it, too.
  let instruments = localStorage.getItem("instruments")?.split(" ");

  /** Notes which instruments the server has something for; it says so to those whom it lets in. */
  function noted(answer) {
    const said = answer.headers.get("Waveglass-Instruments");
    if (said !== null) {
      localStorage.setItem("instruments", said);
      instruments = said.split(" ");
    }
    return answer;
  }

  const ask = () => fetch("pair", { cache: "no-store", signal: AbortSignal.timeout(4000) }).then(noted).catch(() => undefined);

  const post = (tried) => fetch("pair", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code: tried }),
  }).then(noted).catch(() => undefined);

  /** Shows the form with what the server says, until a code is typed. */
  async function typed(message) {
    if (document.readyState === "loading") await new Promise((done) => addEventListener("DOMContentLoaded", done, { once: true }));
    const sheet = document.getElementById("pairing");
    const field = sheet.querySelector("input");
    sheet.querySelector("[role=status]").textContent = message;
    sheet.hidden = false;
    field.value = "";
    field.focus();
    return new Promise((done) => {
      sheet.querySelector("form").onsubmit = (event) => {
        event.preventDefault();
        if (field.value.trim()) done(field.value);
      };
    });
  }

  async function wait() {
    for (;;) {
      let refused;
      if (code) {
        const answer = await post(code);
        code = "";
        if (answer?.ok) {
          isPaired = true;
          break;
        }
        refused = await answer?.text();
      }
      const answer = await ask();
      if (answer) isPaired = answer.headers.get("waveglass-device") === "paired";
      if (answer?.status !== 401) break;
      code = await typed(refused ?? await answer.text());
    }
    const sheet = document.getElementById("pairing");
    if (sheet) sheet.hidden = true;
  }

  function begin() {
    isOver = isUsed = false;
    waiting = wait().finally(() => { isOver = true; });
  }

  /** Ends when the server lets this browser in, or is not there to be asked. What was asked while the page loaded counts once. */
  function ready() {
    if (isOver && isUsed) begin();
    isUsed = true;
    return waiting;
  }

  /** Gives the token back; the server then ends the connection, and asks anew who this is. */
  const unpair = () => fetch("unpair", { method: "POST", headers: { "Content-Type": "application/json" } })
    .then(({ ok }) => ok, () => false);

  // The picture was scanned while the page was open: it begins anew, and takes the code first.
  addEventListener("hashchange", () => {
    if (location.hash.startsWith(mark)) location.reload();
  });

  begin();
  return { ready, unpair, isPaired: () => isPaired, instruments: () => instruments };
})();
