import type { CustomFindingType, Finding, Severity } from '../finding.ts'
import { GuardError } from '../guard-error.ts'
import { normalise } from '../normalise.ts'
import { parsePattern } from './parse-pattern.ts'
import { findMatches } from './run-pattern.ts'

/** A rule of the user. Its findings have the type `CUSTOM_` and the name in capitals. */
export interface CustomRule {
  readonly name: string
  /** Found as it is, however it is spaced. A rule has either a text or a pattern. */
  readonly text?: string
  /** A regular expression that runs in time linear in the text. */
  readonly pattern?: string
  readonly severity?: Severity
  readonly ignoreCase?: boolean
  /** Whether a match inside a longer word counts; by default it does not. */
  readonly insideWords?: boolean
  readonly advice?: string
}

const NAME = /^\p{Script=Latin}[\p{Script=Latin}\p{M}0-9_ -]{0,39}$/u
const WORD = /[\p{L}\p{N}_]/u

/** Makes a rule ready to run on normal text. A pattern that cannot be run in linear time is refused, with the reason. */
export function compileCustomRule(rule: CustomRule): (text: string) => readonly Finding[] {
  const type = customType(rule.name)
  if (!NAME.test(rule.name) || type === 'CUSTOM_')
    throw new GuardError(
      'name-invalid',
      `The rule "${rule.name}" needs a name of letters from A to Z, with or without accents, digits, blanks or dashes, 40 at most.`,
    )
  const { text: literal = '', pattern: source = '' } = rule
  if ((literal === '') === (source === ''))
    throw new GuardError('pattern-invalid', `The rule "${rule.name}" needs either a text or a pattern.`)
  const ignoreCase = rule.ignoreCase ?? true
  const pattern =
    literal === ''
      ? parsePattern(source.normalize(), 'pattern', ignoreCase)
      : parsePattern(literal.normalize(), 'literal', ignoreCase)
  const { severity = 'high', advice = `Your own rule "${rule.name}" found this.`, insideWords = false } = rule
  return (text) =>
    findMatches(pattern, text)
      .filter(({ start, end }) => insideWords || standsFree(text, start, end))
      .map(({ start, end }) => ({ type, start, end, severity, confidence: 0.95, advice }))
}

/** What a rule finds by itself in a text, as a scan does. */
export function tryCustomRule(rule: CustomRule, text: string): readonly Finding[] {
  const { text: plain, toOriginal } = normalise(text)
  return compileCustomRule(rule)(plain).map((finding) => ({ ...finding, ...toOriginal(finding) }))
}

/** What the findings of a rule are called. Placeholders are of plain capitals, so that models keep them as they are. */
export function customType(name: string): CustomFindingType {
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '')
  const words = plain.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  return `CUSTOM_${words.join('_')}`
}

function standsFree(text: string, start: number, end: number): boolean {
  const isTorn = (at: number): boolean => WORD.test(text[at - 1] ?? ' ') && WORD.test(text[at] ?? ' ')
  return !isTorn(start) && !isTorn(end)
}
