import { ANY_PLACEHOLDER, type RedactionMap } from './placeholders.ts'

const PLACEHOLDER = /<<([A-Z][A-Z0-9_]{0,63})>>/g

/**
 * Recovers the values of a redacted text from the original: the text between two placeholders is the same in
 * both, so the value fills the gap. Ambiguous ones are left out. Undefined if one text isn't a redaction of
 * the other.
 */
export function valuesBehind(redacted: string, original: string): RedactionMap | undefined {
  const { names, between } = split(redacted)
  const gaps = fromTheStart(original, between)
  if (!gaps) return undefined
  const others = fromTheEnd(original, between)
  const values = new Map<string, string>()
  const unclear = new Set<string>()
  for (const [index, name] of names.entries()) {
    const value = gaps[index] ?? ''
    if (value !== others?.[index] || (values.get(name) ?? value) !== value) unclear.add(name)
    values.set(name, value)
  }
  return Object.fromEntries([...values].filter(([name]) => !unclear.has(name)))
}

interface Split {
  readonly names: readonly string[]
  /** The text before, between and after them. */
  readonly between: readonly string[]
}

function split(text: string): Split {
  const names: string[] = []
  const between: string[] = []
  let from = 0
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (!ANY_PLACEHOLDER.has(match[1] ?? '')) continue
    names.push(match[0])
    between.push(text.slice(from, match.index))
    from = match.index + match[0].length
  }
  return { names, between: [...between, text.slice(from)] }
}

/** The values, each as short as it can be; none of them is empty. */
function fromTheStart(original: string, [first = '', ...rest]: readonly string[]): string[] | undefined {
  if (!original.startsWith(first)) return undefined
  const gaps: string[] = []
  let at = first.length
  for (const [index, literal] of rest.entries()) {
    const isLast = index === rest.length - 1
    const next = isLast ? original.length - literal.length : original.indexOf(literal, at + 1)
    if (next <= at || !original.startsWith(literal, next)) return undefined
    gaps.push(original.slice(at, next))
    at = next + literal.length
  }
  return at === original.length ? gaps : undefined
}

/** The same from the end: gives another result if a value also contains its surrounding text. */
function fromTheEnd(original: string, between: readonly string[]): string[] | undefined {
  const backwards = [...between].reverse().map(reverse)
  return fromTheStart(reverse(original), backwards)?.reverse().map(reverse)
}

/** By code units: what is turned twice is as it was. */
function reverse(text: string): string {
  let turned = ''
  for (let at = text.length - 1; at >= 0; at -= 1) turned += text[at] ?? ''
  return turned
}
