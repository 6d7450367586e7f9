import type { Token } from './tokens.ts'

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
  /** What is odd about it: a break of the line inside it, wide gaps between its groups, a letter right at it. */
  readonly oddity?: 'line' | 'gaps' | 'letter'
}

const SEPARATORS: ReadonlySet<string> = new Set(' -./')

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

/** Between groups of one number, beyond a single separator; `~` in shapes. */
const LINE = /^(?:([-./])?[ \t]{0,3}\r?\n[ \t]{0,8}(?:>[ \t]?)?)$/
const GAPS = /^(?:[ \t]{2,5}|\t|[ \t]{0,3}\|[ \t]{0,3}| [-\u2013\u2014\u00b7/.] )$/
const TWO_BLANKS = /^ {2}$/
const LONGEST_GAP = 14
const LETTERS_BEFORE = /(?:^|[^\p{L}\p{N}_-])\p{L}{1,16}$/u
const LETTERS_BEHIND = /^\p{L}{1,16}(?:$|[^\p{L}\p{N}_])/u

interface Group {
  readonly start: number
  readonly end: number
  /** What joins it to the group before: a separator, `line`, `gaps`, `twice` for two blanks, or nothing. */
  readonly joint: string
}

/** Numbers as they look in tables, broken lines and beside letters: none of them is a plain window. */
export function oddWindowsOf(text: string): readonly DigitWindow[] {
  const windows: DigitWindow[] = []
  let run: Group[] = []
  const close = (): void => {
    if (run.length <= LONGEST_RUN) addOddWindows(windows, text, run)
    run = []
  }
  for (const { index, 0: digits } of text.matchAll(/\d+/g)) {
    const last = run.at(-1)
    const joint = last ? jointOf(text.slice(last.end, Math.min(index, last.end + LONGEST_GAP))) : ''
    if (joint === '') close()
    run.push({ start: index, end: index + digits.length, joint })
  }
  close()
  return windows
}

function jointOf(gap: string): string {
  if (gap.length === 1 && SEPARATORS.has(gap)) return gap
  if (TWO_BLANKS.test(gap)) return 'twice'
  if (GAPS.test(gap)) return 'gaps'
  const line = LINE.exec(gap)
  return line ? `line${line[1] ?? ''}` : ''
}

function addOddWindows(windows: DigitWindow[], text: string, run: readonly Group[]): void {
  const isLettered = (place: number): boolean => /\p{L}/u.test(text[place] ?? ' ')
  const hasOddJoint = run.some(({ joint }) => joint.length > 1)
  if (!hasOddJoint && !isLettered((run[0]?.start ?? 0) - 1) && !isLettered(run.at(-1)?.end ?? 0)) return
  for (let first = 0; first < run.length; first += 1) {
    const start = run[first]?.start ?? 0
    const isLetterBefore = isLettered(start - 1)
    if (isLetterBefore && !LETTERS_BEFORE.test(text.slice(Math.max(0, start - 18), start))) continue
    let [digits, shape] = ['', '']
    const joints: string[] = []
    for (let index = first; index < run.length && index < first + MOST_GROUPS; index += 1) {
      const group = run[index]
      if (!group || digits.length + group.end - group.start > MOST_DIGITS) break
      if (index > first) {
        // One line is broken once.
        if (group.joint.startsWith('line') && joints.some((one) => one.startsWith('line'))) break
        joints.push(group.joint)
        shape += signOf(group.joint)
      }
      digits += text.slice(group.start, group.end)
      shape += String(group.end - group.start)
      if (digits.length < LEAST_DIGITS) continue
      const isLetterBehind = isLettered(group.end)
      if (isLetterBehind && !LETTERS_BEHIND.test(text.slice(group.end, group.end + 18))) continue
      const oddity = oddityOf(joints, isLetterBefore || isLetterBehind)
      if (oddity === undefined) continue
      // Cells and columns of numbers form one number only if nothing else is there.
      if (oddity === 'gaps' && index - first + 1 < run.length && !isTypedTwice(joints)) continue
      const [separator = '', ...others] = new Set(joints)
      windows.push({
        start,
        end: group.end,
        digits,
        shape,
        separator: others.length > 0 ? 'mixed' : separator,
        groupsInRun: run.length,
        oddity,
      })
    }
  }
}

function signOf(joint: string): string {
  // Where a word is broken, and a number with it, a dash may be no part of it.
  if (joint === 'line' || joint === 'line-' || isWide(joint)) return '~'
  if (joint.startsWith('line')) return joint.slice(4)
  return joint
}

function oddityOf(joints: readonly string[], isLettered: boolean): DigitWindow['oddity'] | undefined {
  if (joints.some(isWide))
    return joints.every((joint) => isWide(joint) || signOf(joint) === ' ') ? 'gaps' : undefined
  if (joints.some((joint) => joint.length > 1)) return 'line'
  return isLettered ? 'letter' : undefined
}

function isWide(joint: string): boolean {
  return joint === 'gaps' || joint === 'twice'
}

/** `4539 1488 0343  6467`: among single blanks, one was typed twice. */
function isTypedTwice(joints: readonly string[]): boolean {
  return joints.length > 1 && joints.filter((joint) => signOf(joint) !== ' ').join() === 'twice'
}
