import { isRealDate } from '../checksum/is-real-date.ts'
import type { Candidate } from '../finding.ts'
import { rateBirth } from './rate-birth.ts'
import type { Rule } from './rule.ts'

/** The first letters by which months are known, folded, in the languages of the labels. */
const MONTHS =
  'jan|feb|fev|fév|fevr|mar|mär|mrz|marz|mars|apr|avr|abr|may|mai|mag|maj|mei|jun|juin|giu|jul|juil|lug|aug|aou|aoû|ago|sep|set|sept|oct|okt|out|ott|nov|dec|déc|dez|dic|gen|ene|sty|lut|kwi|cze|lip|sie|wrz|paź|paz|lis|gru|februar|januar|hel|tam|maa|huh|tou|kes|hei|elo|syy|lok|mar|jou|led|úno|bře|dub|kvě|čer|srp|zář|říj|pro'
const MONTH = `(?:${MONTHS})\\p{L}{0,9}\\.?`
const YEAR = "(?:(?:19|20)\\d{2}|['’]?\\d{2})(?!\\d)"
const NUMERIC =
  /(?<![\p{L}\p{N}_.]|(?<!\p{L})[-/])(\d{1,4})([-/.]|\. ?| \/ | - | )(\d{1,2})\2(\d{1,4})(?!(?!T\d\d:?\d)[\p{L}\p{N}_]|[-/]\d|\.\d| \d\d(?!:))/gu
const DAY_FIRST = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:\\d{1,2})(?:st|nd|rd|th|er|º|°|\\.|e)?[\\s/-]{0,2}(?:of |de |d['’])?${MONTH}(?:,? | de | del |-|/|\\s|)${YEAR}`,
  'giu',
)
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}\\p{N}_])${MONTH}[\\s-](?:the )?\\d{1,2}(?:st|nd|rd|th)?,?[\\s-]${YEAR}`,
  'giu',
)
const YEAR_FIRST = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:19|20)\\d{2}[\\s,-]{1,2}${MONTH}[\\s-]\\d{1,2}(?![\\p{L}\\p{N}_])`,
  'giu',
)
/** Months as clerks in Poland and Hungary number them. */
const ROMAN =
  /(?<![\p{L}\p{N}_])\d{1,2}[. -]{1,2}(?:I{1,3}|IV|VI{0,3}|IX|XI{0,2})[. -]{1,2}(?:19|20)\d{2}(?![\p{L}\p{N}_])/gu
const COMPACT =
  /(?<![\p{L}\p{N}_.-])(?:(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?![\p{L}\p{N}_]|[.-]\d)/gu
/** The same with the year last, which only a label right before it makes a date. */
const YEAR_LAST = /(?<![\p{L}\p{N}_.-])(\d{2})(\d{2})(?:19|20)\d{2}(?![\p{L}\p{N}_]|[.-]\d)/gu
/** The patient's segment of an HL7 message, up to the seventh field. */
const SEGMENT = /^PID\|(?:[^|\n]{0,120}\|){6}(?=(?:19|20)\d{6})/gm

/** "(b. 4 May 1971)" and the star of registers. */
const SIGN_OF_BIRTH = /(?:^|[(,;:\s])(?:b\.|\*)\s?(?:\d|\p{Lu}\p{Ll}{2})/u

const BIRTHS = /n[éÉ]|birth|nacim|geburt|nascit|geboorte|nascim/i

export const dateOfBirthRule: Rule = {
  type: 'DATE_OF_BIRTH',
  version: 5,
  find: (text, tools) => {
    // Most texts speak of nobody's birth: the dates are looked for only where one does.
    const speaksOfBirth = tools.labels.some(({ about }) => about.some((one) => one.startsWith('birth')))
    if (!speaksOfBirth && !SIGN_OF_BIRTH.test(text) && !BIRTHS.test(text)) return findSegments(text)
    const found: Candidate[] = [...findSegments(text)]
    for (const form of [NUMERIC, DAY_FIRST, MONTH_FIRST, YEAR_FIRST, ROMAN, COMPACT, YEAR_LAST])
      for (const match of text.matchAll(form)) {
        const span = { start: match.index, end: match.index + match[0].length }
        if (form === NUMERIC && !isNumericDate(match)) continue
        if (form === YEAR_LAST && !(isDayAndMonth(match) && tools.labelOf(span.start, span.end)?.isTight))
          continue
        const confidence = rateBirth(text, span, tools)
        if (confidence > 0) found.push({ ...span, confidence })
      }
    return found
  },
}

function findSegments(text: string): readonly Candidate[] {
  if (!text.includes('PID|')) return []
  return [...text.matchAll(SEGMENT)].map(({ 0: { length }, index }) => {
    const start = index + length
    return { start, end: start + 8, confidence: 0.9 }
  })
}

function isDayAndMonth([, first = '', second = '']: RegExpExecArray): boolean {
  return isRealDate(Number(second), Number(first)) || isRealDate(Number(first), Number(second))
}

function isNumericDate([, first = '', separator = '', second = '', third = '']: RegExpExecArray): boolean {
  // With blanks between, only a full year makes it a date.
  if (separator === ' ' && first.length !== 4 && third.length !== 4) return false
  const [a, b, c] = [Number(first), Number(second), Number(third)]
  if (first.length === 4) return isYear(first) && third.length <= 2 && (isRealDate(b, c) || isRealDate(c, b))
  if (first.length === 3 || third.length === 3 || third.length === 1) return false
  // `80-05-04` has its year first.
  const isReversed = first.length === 2 && third.length === 2 && a > 31 && isRealDate(b, c)
  return isReversed || (isYear(third) && (isRealDate(b, a) || isRealDate(a, b)))
}

function isYear(text: string): boolean {
  return text.length === 2 || (text.length === 4 && /^(?:18[5-9]|19|20)/.test(text))
}
