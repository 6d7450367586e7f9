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
  /** How many groups the whole run has. */
  readonly groupsInRun: number
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

/** The shortest and longest numbers that any rule looks for. */
const LEAST_DIGITS = 6
const MOST_DIGITS = 26
/** No number is written in more groups; a run of more than so many is a row of data. */
const MOST_GROUPS = 8
const LONGEST_RUN = 24

/** Every part of every run that is long enough for some rule; those with the same start grow. */
export function windowsOf(text: string, runs: readonly DigitRun[]): readonly DigitWindow[] {
  const windows: DigitWindow[] = []
  for (const run of runs) {
    const mostGroups = run.groups.length > LONGEST_RUN ? 1 : MOST_GROUPS
    for (let first = 0; first < run.groups.length; first += 1)
      addWindows(windows, { text, run, first, mostGroups })
  }
  return windows
}

interface WindowStart {
  readonly text: string
  readonly run: DigitRun
  /** The group that they begin with. */
  readonly first: number
  readonly mostGroups: number
}

function addWindows(windows: DigitWindow[], { text, run, first, mostGroups }: WindowStart): void {
  const start = run.groups[first]?.start ?? 0
  let [digits, shape, separator] = ['', '', '']
  for (let index = first; index < run.groups.length && index < first + mostGroups; index += 1) {
    const group = run.groups[index]
    if (!group || digits.length + group.end - group.start > MOST_DIGITS) break
    digits += text.slice(group.start, group.end)
    shape += index === first ? String(group.end - group.start) : `-${group.end - group.start}`
    const before = index === first ? '' : (run.separators[index - 1] ?? '')
    separator = index <= first + 1 || separator === before ? before : 'mixed'
    if (digits.length >= LEAST_DIGITS)
      windows.push({ start, end: group.end, digits, shape, separator, groupsInRun: run.groups.length })
  }
}
