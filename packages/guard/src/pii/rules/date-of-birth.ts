import { isRealDate } from '../checksum/is-real-date.ts'
import type { Candidate } from '../finding.ts'
import type { ScanTools } from '../text-index/scan-tools.ts'
import { isExample } from './is-example.ts'
import type { Rule } from './rule.ts'

/** The first letters by which months are known, folded, in the languages of the labels. */
const MONTHS =
  'jan|feb|fev|fevr|mar|mär|mrz|marz|mars|apr|avr|abr|may|mai|mag|maj|mei|jun|juin|giu|jul|juil|lug|aug|aou|aoû|ago|sep|set|sept|oct|okt|out|ott|nov|dec|déc|dez|dic|gen|ene|sty|lut|kwi|cze|lip|sie|wrz|paź|paz|lis|gru|februar|januar|hel|tam|maa|huh|tou|kes|hei|elo|syy|lok|mar|jou|led|úno|bře|dub|kvě|čer|srp|zář|říj|pro'
const MONTH = `(?:${MONTHS})\\p{L}{0,9}\\.?`
const YEAR = "(?:(?:19|20)\\d{2}|['’]?\\d{2})(?!\\d)"
const NUMERIC =
  /(?<![\p{L}\p{N}_/.-])(\d{1,4})([-/.]|\. ?| )(\d{1,2})\2(\d{1,4})(?![\p{L}\p{N}_]|[-/]\d|\.\d| \d\d)/gu
const DAY_FIRST = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:\\d{1,2})(?:st|nd|rd|th|er|º|°|\\.|e)?[\\s-]{1,2}(?:of |de |d['’])?${MONTH}(?:,? | de | del |-|\\s)${YEAR}`,
  'giu',
)
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}\\p{N}_])${MONTH}[\\s-](?:the )?\\d{1,2}(?:st|nd|rd|th)?,?[\\s-]${YEAR}`,
  'giu',
)
const COMPACT =
  /(?<![\p{L}\p{N}_.-])(?:(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?![\p{L}\p{N}_]|[.-]\d)/gu

/** "(b. 4 May 1971)" and the star of registers. */
const SIGN_OF_BIRTH = /[(,;\s](?:b\.|\*)\s?\d/
/** Not at the beginning of a line, where a star makes a list. */
const SIGNED = /(?:[(,;][^\S\n]?|\p{L}[^\S\n])(?:b\.|\*)\s?$/u

/** "née Girard le …", "né à Lille le …", which without their accents would be other words. */
const BORN = /(?:^|[^\p{L}])n(?:é|É)(?:e|s|es|\(e\)|·e|\.e)?(?!\p{L})[^.;:!?\d\n]{0,40}\sle\s?:?\s?$/iu
/** Right before a date: a sign, or the word for "on". */
const LED =
  /(?:[:=([|>"'`,;?–—→*-]|(?:^|[^\p{L}])(?:on|día|dia|jour|day|giorno|dag|le|el|am|il|op|em|a|à|den|the|is|was|was on|says|be|as|est|es|ist|è|é|era|war|of|de|del|in|to|dnia|born|dob|birth|birthdate|geboren|geb|nac|né|née|ne|nee|nacido|nacida|nato|nata|nascido|nascida|nasceu|date|datum|data|fecha))[.:]?\s{0,3}["'`(]?$/iu
/** Of anything, unless a sign makes it a heading: "naissance : …". */
const WEAK = /^(?:nacimiento|geburt|naissance|nascita|geboorte|nascimento|birth)$/i
/** What is said to be born, and is nobody. */
const THINGS =
  /(?:^|[^\p{L}])(?:idea|project|company|firm|startup|start-up|club|movement|party|band|brand|product|magazine|newspaper|festival|app|website|tradition|league|union|organi[sz]ation|association|agency|institution|nation|republic|state|star|language|genre|campaign|initiative|service|school|museum|church|town|city|village|network|platform|model|design|concept|plan|business|label|podcast|blog|programme|program|projet|idée|entreprise|société|mouvement|parti|groupe|marque|journal|collectif|syndicat|festival|revue|ville|école|radio|proyecto|empresa|partido|movimiento|marca|banda|grupo|revista|periódico|sociedad|asociación|sindicato|projekt|idee|firma|verein|partei|bewegung|marke|zeitschrift|unternehmen|initiative|stadt|progetto|azienda|partito|movimento|gruppo|società|rivista|associazione|bedrijf|partij|beweging|vereniging|tijdschrift|projeto|ideia|associação|jornal)\s(?:[\p{L}'’-]{1,14}\s){0,4}$/iu
/** Whoever has a birthday that is kept was born before the day of the party. */
const LAST_YEAR = 2021

export const dateOfBirthRule: Rule = {
  type: 'DATE_OF_BIRTH',
  version: 3,
  find: (text, tools) => {
    // Most texts speak of nobody's birth: the dates are looked for only where one does.
    const speaksOfBirth = tools.labels.some(({ about }) => about.some((one) => one.startsWith('birth')))
    if (!speaksOfBirth && !SIGN_OF_BIRTH.test(text) && !/n[éÉ]/i.test(text)) return []
    const found: Candidate[] = []
    for (const form of [NUMERIC, DAY_FIRST, MONTH_FIRST, COMPACT])
      for (const match of text.matchAll(form)) {
        const span = { start: match.index, end: match.index + match[0].length }
        if (form === NUMERIC && !isNumericDate(match)) continue
        const confidence = rate(text, span, tools)
        if (confidence > 0) found.push({ ...span, confidence })
      }
    return found
  },
}

function rate(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  tools: ScanTools,
): number {
  const before = text.slice(Math.max(0, start - 72), start)
  const value = text.slice(start, end)
  if (isExample(text, start)) return 0
  if (BORN.test(before))
    return THINGS.test(
      before.slice(0, before.search(/n(?:é|É)(?:e|s|es|\(e\)|·e|\.e)?(?!\p{L})[^.;:!?\d\n]{0,40}$/iu)),
    )
      ? 0.3
      : 0.85
  const label = tools.labelOf(start, end)
  if (label?.about.includes('birthday')) {
    const year = Number(/\d{4}/.exec(value)?.[0] ?? 0)
    return year >= LAST_YEAR || !(label.isBeside || LED.test(before)) ? 0.4 : 0.85
  }
  if (label?.about.includes('birth')) {
    if (label.how === 'before' && THINGS.test(text.slice(Math.max(0, label.start - 60), label.start)))
      return 0.3
    // "Born in 1958, she retired on …": the year of birth is told already.
    if (label.how === 'before' && /(?:19|20)\d\d/.test(text.slice(label.end, start))) return 0.4
    if (WEAK.test(text.slice(label.start, label.end)) && !label.isTight) return 0.4
    return label.isBeside || label.how !== 'before' || LED.test(before) ? 0.9 : 0.45
  }
  return SIGNED.test(text.slice(Math.max(0, start - 5), start)) && /\d{4}/.test(value) ? 0.7 : 0
}

function isNumericDate([, first = '', separator = '', second = '', third = '']: RegExpExecArray): boolean {
  // With blanks between, only a full year makes it a date.
  if (separator === ' ' && first.length !== 4 && third.length !== 4) return false
  const [a, b, c] = [Number(first), Number(second), Number(third)]
  if (first.length === 4) return isYear(first) && third.length <= 2 && (isRealDate(b, c) || isRealDate(c, b))
  if (first.length === 3 || third.length === 3 || third.length === 1) return false
  return isYear(third) && (isRealDate(b, a) || isRealDate(a, b))
}

function isYear(text: string): boolean {
  return text.length === 2 || (text.length === 4 && /^(?:18[5-9]|19|20)/.test(text))
}
