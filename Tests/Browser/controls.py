"""Controls of the drawer, found as a person finds them: by role and name.

    screen.click(control("switch", "Max hold"))
    screen.click(choice("View", "Waterfall"))
    screen.enter(field("Frequency"), "433.92 MHz")
    screen.drag_on(control("slider", "Radius").track, way)
    screen.wait(f"{fact('Control')}?.textContent.includes('2 watching')")

A `Screen` accepts them wherever it accepts a selector. Formatted into a text, each is an expression of the page's language: the element, or null
where the drawer has none. Two elements that match are an error.

A name is the whole label that is seen, or a compiled pattern to search the label for. The name of a field is its label without the unit; names of a
range's thumbs end in ", lower edge" and ", upper edge".

In Chromium, what is pressed or typed into is found by Playwright, with the roles and names that a screen reader gets. Expressions, and WebKit, which
Playwright does not drive here, compute both from the elements and attributes that Web/controls.js makes.
"""
import dataclasses
import json
import re

# The functions that expressions call: defined with the page in Chromium, before each expression in WebKit.
FIND = """globalThis.control ??= (() => {
    const roles = { BUTTON: "button", INPUT: "textbox", H2: "heading", H3: "heading" };
    const words = (text) => text.trim().replace(/\\s+/g, " ");
    const roleOf = (node) => node.getAttribute("role") ?? roles[node.tagName];
    const nameOf = (node) => words(node.getAttribute("aria-label") ?? (node.closest("label")?.querySelector("em") ?? node).textContent);
    const only = (found, text) => {
        if (found.length > 1) throw new Error(`${found.length} elements match: ${text}`);
        return found[0] ?? null;
    };
    const fits = (name, wanted) => wanted instanceof RegExp ? wanted.test(name) : name === words(wanted);
    globalThis.fact ??= (name) => only(
        [...document.querySelectorAll("#drawer .fact")].filter((row) => fits(words(row.querySelector("em").textContent), name)), `fact ${name}`);
    return (role, name, group) => {
        const places = group === undefined ? [...document.querySelectorAll("#views, #drawer")] : [control("radiogroup", group)];
        const nodes = places.flatMap((place) => [...place?.querySelectorAll("button, input, h2, h3, [role]") ?? []]);
        return only(nodes.filter((node) => roleOf(node) === role && fits(nameOf(node), name)), `${role} ${name}`);
    };
})();
"""


@dataclasses.dataclass(frozen=True)
class Control:
    """A control, or an element that contains it."""

    role: str
    name: str | re.Pattern
    #: The name of its radio group.
    group: str | None = None
    #: The selector of the element that contains it, if that is meant.
    around: str | None = None

    @property
    def track(self):
        """The track on which a thumb slides."""
        return dataclasses.replace(self, around=".track")

    @property
    def row(self):
        """Its row of the drawer, with label and value."""
        return dataclasses.replace(self, around="#drawer > *")

    def __str__(self):
        given = [self.role, self.name] + ([self.group] if self.group else [])
        found = f"control({', '.join(map(literal, given))})"
        return f"({found}?.closest({literal(self.around)}) ?? null)" if self.around else found

    def on(self, page):
        """Playwright's locator of the control."""
        assert not self.around, f"{self} contains a control"
        drawer = page.locator("#views, #drawer")
        if self.group:
            drawer = drawer.get_by_role("radiogroup", name=self.group, exact=True)
        # The unit of a field follows its label.
        name = re.compile(rf"^{re.escape(self.name)}( \S+)?$") if self.role == "textbox" and isinstance(self.name, str) else self.name
        return drawer.get_by_role(self.role, name=name, exact=True)


@dataclasses.dataclass(frozen=True)
class Fact:
    """A row of the drawer that shows something."""

    name: str

    def __str__(self):
        return f"fact({literal(self.name)})"


def control(role, name):
    """A `button`, `switch`, `slider`, `textbox` or `radiogroup` of the drawer, or a `heading`."""
    return Control(role, name)


def field(name):
    """A text field, by its label without the unit."""
    return Control("textbox", name)


def choice(group, name):
    """One of several choices, by their common label and its own."""
    return Control("radio", name, group)


def fact(name):
    """A row that shows something, by its label."""
    return Fact(name)


def literal(value):
    """A text or a pattern in the page's language."""
    if isinstance(value, re.Pattern):
        return f"new RegExp({literal(value.pattern)})"
    return json.dumps(value, ensure_ascii=False)


def element(selector):
    """The expression of the page's language for an element, by its selector, or for a control or a fact."""
    return f"document.querySelector({literal(selector)})" if isinstance(selector, str) else str(selector)
