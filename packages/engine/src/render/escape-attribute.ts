const NAMED: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
const CHARACTERS: ReadonlyMap<string, string> = new Map([...NAMED].map(([char, entity]) => [entity, char]))

/** Markup, everything that could break a line, and halves of surrogate pairs, which no encoding would carry. */
const UNSAFE = /[&<>"\p{Cc}\p{Cs}\u2028\u2029]/gu

/** Any text as an attribute value on one line; `unescapeAttribute` undoes it exactly. */
export function escapeAttribute(text: string): string {
  return text.replace(UNSAFE, (char) => NAMED.get(char) ?? numericEntity(char))
}

/** The exact inverse of `escapeAttribute` and of `escapeLine`. */
export function unescapeAttribute(text: string): string {
  return text.replace(
    /&(?:amp|lt|gt|quot|#\d{1,5});/g,
    (entity) => CHARACTERS.get(entity) ?? String.fromCharCode(Number(entity.slice(2, -1))),
  )
}

/** One UTF-16 code unit as a decimal entity. */
export function numericEntity(unit: string): string {
  return `&#${unit.charCodeAt(0)};`
}

/** Any text on one line, with no blank at either end that an editor could cut; exactly reversible. [L-1] */
export function escapeLine(text: string): string {
  return escapeAttribute(text).replace(/^\s|\s$/g, numericEntity)
}

/** The exact inverse of `escapeLine`. */
export function unescapeLine(text: string): string {
  return unescapeAttribute(text)
}
