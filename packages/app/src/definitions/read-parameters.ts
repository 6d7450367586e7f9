/** What is behind the name of a template or a skill. */
export interface GivenParameters {
  /** By the names that are known, as they are spelt there. */
  readonly values: Readonly<Record<string, string>>
  /** Where the text continues behind them. */
  readonly to: number
}

const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y
const BARE = /[^\s"]+/y

/**
 * Reads `name=value` and `name="several words"` behind a name, as long as they follow each other. Only known names
 * count, so that a formula in a sentence stays a formula.
 */
export function readParameters(text: string, from: number, known: readonly string[]): GivenParameters {
  const names = known.toSorted((a, b) => b.length - a.length)
  const values: Record<string, string> = {}
  let to = from
  for (;;) {
    const start = skipBlanks(text, to)
    const name = start > to ? names.find((one) => standsAt(text, start, one)) : undefined
    const value = name === undefined ? undefined : readValue(text, start + name.length + 1)
    if (name === undefined || value === undefined) return { values, to }
    values[name] = value.text
    to = value.to
  }
}

function standsAt(text: string, start: number, name: string): boolean {
  const end = start + name.length
  return text.slice(start, end).toLowerCase() === name.toLowerCase() && text[end] === '='
}

function readValue(text: string, from: number): { readonly text: string; readonly to: number } | undefined {
  const quoted = matchAt(QUOTED, text, from)
  if (quoted) return { text: unescape(quoted[1] ?? ''), to: from + quoted[0].length }
  const bare = matchAt(BARE, text, from)
  return bare ? { text: bare[0], to: from + bare[0].length } : undefined
}

function unescape(quoted: string): string {
  return quoted.replace(/\\([\s\S])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}

function matchAt(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  // Set for every match, so that none depends on the one before.
  pattern.lastIndex = from
  return pattern.exec(text)
}
