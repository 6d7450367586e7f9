import { ANY_PLACEHOLDER, type RedactionMap } from './placeholders.ts'

const PLACEHOLDER = /<<([A-Z][A-Z0-9_]{0,63})>>/g

/**
 * What stands behind the placeholders of a redacted text, told by the text as it was: what is between two of them
 * stands there as well, and the value fills the gap. One that could be several things is left out. Undefined where
 * the one text does not come of the other.
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
  /** What stands before, between and behind them. */
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

/** The same from behind: where a value holds what stands around it as well, this gives another one. */
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
