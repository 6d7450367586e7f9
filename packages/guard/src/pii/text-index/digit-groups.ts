import type { Token } from './split-tokens.ts'

/** Groups of digits with one separator between each two, such as `4111 1111 1111 1111`. */
export interface DigitRun {
  readonly groups: readonly Token[]
  /** The character before each group but the first. */
  readonly separators: readonly string[]
}

/** Part of a run, or all of it. */
export interface DigitWindow {
  readonly start: number
  readonly end: number
  readonly digits: string
  /** The lengths of its groups, such as `3-2-4`. */
  readonly shape: string
  /** The one separator between its groups; empty for a single group, `mixed` where they differ. */
  readonly separator: string
}

const SEPARATORS: ReadonlySet<string> = new Set([
  ' ',
  '\u00a0',
  '\u202f',
  '-',
  '\u2010',
  '\u2011',
  '\u2013',
  '.',
  '/',
])

/** The digit runs of a text: what is tied together by single separators. */
export function splitDigitRuns(text: string, tokens: readonly Token[]): readonly DigitRun[] {
  const runs: DigitRun[] = []
  let groups: Token[] = []
  let separators: string[] = []
  const close = (): void => {
    if (groups.length > 0) runs.push({ groups, separators })
    groups = []
    separators = []
  }
  for (const token of tokens) {
    if (token.kind !== 'digits') continue
    const last = groups.at(-1)
    const separator = text[token.start - 1] ?? ''
    if (last && last.end === token.start - 1 && SEPARATORS.has(separator)) separators.push(separator)
    else close()
    groups.push(token)
  }
  close()
  return runs
}

/** Every part of the run with a number of digits between the bounds; at most `most` of them begin at one group. */
export function* windowsOf(text: string, run: DigitRun, least: number, most: number): Generator<DigitWindow> {
  for (let first = 0; first < run.groups.length; first += 1) {
    let count = 0
    for (let last = first; last < run.groups.length; last += 1) {
      const group = run.groups[last]
      if (!group) break
      count += group.end - group.start
      if (count > most) break
      if (count >= least) yield windowOf(text, run, first, last)
    }
  }
}

function windowOf(text: string, { groups, separators }: DigitRun, first: number, last: number): DigitWindow {
  const part = groups.slice(first, last + 1)
  const between = separators.slice(first, last)
  const separator = between[0] ?? ''
  return {
    start: part[0]?.start ?? 0,
    end: part.at(-1)?.end ?? 0,
    digits: part.map(({ start, end }) => text.slice(start, end)).join(''),
    shape: part.map(({ start, end }) => end - start).join('-'),
    separator: between.every((one) => one === separator) ? separator : 'mixed',
  }
}
