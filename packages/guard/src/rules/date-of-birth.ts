import { isRealDate } from '../checksum/check-digits.ts'
import type { Candidate } from '../finding.ts'
import { isExample } from './beside.ts'
import type { Rule } from './rule.ts'
import type { Owner, ScanTools } from '../context/scan-tools.ts'
import type { Span } from '../context/tokens.ts'

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
    // Most texts mention no birth, so dates are checked only if one does.
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

/** Confidence that a date is a date of birth; 0 if nothing supports it. */
function rateBirth(text: string, { start, end }: Span, tools: ScanTools): number {
  const before = text.slice(Math.max(0, start - 72), start)
  const value = text.slice(start, end)
  if (isExample(text, start) || NO_DAY.test(before) || /^1900-01-01|^01[-/.]01[-/.]1900/.test(value)) return 0
  const born = BORN.exec(before)
  if (born) return THINGS.test(before.slice(0, born.index + 1)) ? UNLIKELY : 0.85
  const isPast = isLongAgo(value) && !EVENT.test(before)
  const label = tools.labelOf(start, end)
  if (label?.about.includes('birthday')) {
    const isOther = THINGS.test(text.slice(Math.max(0, label.start - 60), label.start)) || !isLongAgo(value)
    return !isOther && (label.isBeside || LED.test(before)) ? 0.85 : UNLIKELY
  }
  if (label?.about.includes('birth')) {
    if (label.how === 'behind' && EVENT.test(before)) return UNLIKELY
    if (isOtherDay(text, label, start)) return isPast && AND.test(before) ? 0.6 : UNLIKELY
    const isSure = label.isBeside || label.how !== 'before' || LED.test(before)
    return isSure ? 0.9 : isPast ? 0.6 : UNLIKELY
  }
  if (SIGNED.test(text.slice(Math.max(0, start - 5), start)) && /\d{4}/.test(value)) return 0.7
  const isTold = isPast && LED.test(before) && tools.speaksOf({ start, end }, 'birth', 'birthday')
  return isTold && !tools.isTaken({ start, end }, 'birth', 'birthday') ? 0.6 : 0
}

const UNLIKELY = 0.4

/** Between two days of the same kind: "DOB is …; spouse's is …". */
const AND =
  /(?:[;,]|(?:^|[^\p{L}])(?:and|or|to|not|und|oder|y|o|et|ou|e|en|vs\.?|now|then|from)|['’]s\sis)\s{0,2}["'(]?$/iu

/** Whether the label speaks of a thing's beginning, or the date is of something that came after. */
function isOtherDay(text: string, label: Owner, start: number): boolean {
  if (label.how !== 'before') return false
  const name = text.slice(label.start, label.end)
  const gap = text.slice(label.end, start)
  if (
    (VERBS.test(name) || WEAK.test(name)) &&
    THINGS.test(text.slice(Math.max(0, label.start - 60), label.start))
  )
    return true
  // "Born in 1958, she retired on …": the year of birth is already given.
  if ((/(?:19|20)\d\d/.test(gap) && !PLURAL.test(name)) || NEXT_FIELD.test(gap)) return true
  return EVENT.test(gap) || (WEAK.test(name) && !label.isTight)
}

/** Days that texts are about are mostly recent ones; births mostly are not. */
function isLongAgo(value: string): boolean {
  const year = /(?:^|\D)((?:18|19|20)\d\d)(?!\d)/.exec(value)?.[1]
  return year !== undefined ? Number(year) < LAST_YEAR - 2 : Number(/(\d\d)$/.exec(value)?.[1] ?? 0) > 30
}

/** Days by which, since which and between which something holds, and of what a law is. */
const NO_DAY =
  /(?:^|[^\p{L}])(?:between|before|by|after|(?:hire|issue|start|entry|expiry|join|joining|signature|admission|visit|due|invoice|order) date:?|minutes of|vor dem|avant le|antes del|prima del|(?:required|mandatory|obligatoire|obligatori[oa]|pflicht)\s(?:from|since|as of|depuis|desde|desde el|ab|ab dem|à partir du|a partir del)|in force(?:\ssince)?|(?:fait|signé|done|signed)\s(?:à|at|in)\s\p{Lu}[\p{L}-]{1,20},?\s(?:le|on)|(?:fecha|date|datum|data)\s(?:de|d['’]|of|di|da|del)\s?(?:alta|ingreso|expedici[oó]n|emisi[oó]n|entr[ée]e|embauche|issue|hire|entry|admission|rilascio|emissione|firma|signature|afgifte|emissão|caducidad|validez|expiry)\s?:)\s["'(]{0,2}$/iu
/** "(b. 4 May 1971)" and the star of registers; at the beginning of a line a star makes a list. */
const SIGNED = /(?:[(,;:][^\S\n]?|\p{L}[^\S\n])(?:b\.|\*)\s?$|(?:^|\n)b\.\s?$/u
/** "née Girard le …", "né à Lille le …", which without their accents would be other words. */
const BORN = /(?:^|[^\p{L}])n(?:é|É)(?:e|s|es|\(e\)|·e|\.e)?(?!\p{L})[^.,;:!?\d\n]{0,40},?\sle\s?:?\s?$/iu
/** Right before a date: a sign, or the word for "on". */
const LED =
  /(?:[:=([|>"'`,;?–—→*-]|(?:^|[^\p{L}])(?:on|día|dia|jour|day|giorno|dag|le|el|am|il|op|em|a|à|den|the|is|was|was on|says|said|gave|from|got|vs|as|be|as|est|es|ist|è|é|era|war|of|de|del|in|to|dnia|born|dob|birth|birthdate|(?:mon|tues|wednes|thurs|fri|satur|sun)day|geboren|geb|nac|né|née|ne|nee|nacido|nacida|nato|nata|nascido|nascida|nasceu|date|datum|data|fecha))[.:]?\s{0,3}["'`(]?$/iu
/** Things that are "born" without being people. */
const THINGS =
  /(?:^|[^\p{L}])(?:idea|project|company|firm|startup|start-up|club|movement|party|band|brand|product|magazine|newspaper|festival|app|website|tradition|league|union|organi[sz]ation|association|agency|institution|nation|republic|state|star|language|genre|campaign|initiative|service|school|museum|church|town|city|village|network|platform|model|design|concept|plan|business|label|podcast|blog|programme|program|euro|peso|monnaie|moneda|république|república|republik|repubblica|alliance|alianza|internet|web|team|equipo|équipe|equipe|squadra|mannschaft|projet|idée|entreprise|société|mouvement|parti|groupe|marque|journal|collectif|syndicat|festival|revue|ville|école|radio|proyecto|empresa|partido|movimiento|marca|banda|grupo|revista|periódico|sociedad|asociación|sindicato|projekt|idee|firma|verein|partei|bewegung|marke|zeitschrift|unternehmen|initiative|stadt|progetto|azienda|partito|movimento|gruppo|società|rivista|associazione|bedrijf|partij|beweging|vereniging|tijdschrift|projeto|ideia|associação|jornal|library|bibliothèque|biblioteca|bibliothek|park|pub|shop|store|theatre|theater|hospital|software|website|charity|foundation)(?:['’]s)?(?:\s(?:[\p{L}'’-]{1,14}\s){0,4}|,\s)$/iu
/** Whoever has a birthday that is kept was born before the day of the party. */
const LAST_YEAR = 2021
const VERBS = /born|geboren|nacid|naci|nascid|nasceu|nat[oai]|urodz|fodd|född/i
/** Of anything, unless a sign makes it a heading: "naissance : …". */
const WEAK = /^(?:nacimientos?|geburt|geburten|naissances?|nascit[ae]|geboortes?|nascimentos?|births?)$/i
const PLURAL = /^(?:dates of birth|dobs|birth ?dates)$/i
/** A field left blank, and below or behind it that of another day: "DOB: ____ Date of issue: …". */
const NEXT_FIELD =
  /^["'*]{0,2}\s?[:=]?["'*]{0,2}\s{0,3}(?:[_.…-]{2,}|\n|null|none|n\/a|-)[^\d]{0,24}?(?:dat[eau]|datum|fecha|issu|d[ée]livr|[ée]mis|rilasc|ausgest|ausstell|expir|valid|g[uü]ltig|sign|firm|hire|afgi|wydan|creat|updat|start|entry|eintritt|embauche|ingreso|alta|admi|since|joined)[^\d\n]{0,32}$/iu
/** What happened on a day, right before it. */
const EVENT =
  /(?:^|[^\p{L}])(?:created|updated|modified|opened|filed|expires|expired|valid|effective|printed|received|closed|due|starts?|ends|revised|retired|died|dead|passed away|joined|hired|issued|married|graduated|founded|signed|dated|admitted|discharged|moved|emigrated|arrived|enlisted|registered|baptis\p{L}{2,3}|baptiz\p{L}{2,3}|christened|divorced|employed|started|began|ended|since|décédée?|mort|morte|mariée?|marié|retraite|délivrée?|gestorben|verstorben|verheiratet|geheiratet|ausgestellt|eingetreten|fallecid[oa]|falleció|murió|casad[oa]|expedid[oa]|morto|morta|sposat[oa]|rilasciat[oa]|overleden|getrouwd|falecid[oa]|morreu|until|till|through|bis|jusqu['’]au|hasta|migrat\p{L}{2,4}|schema|version|revision|released?|changelog|added|removed|dropped|introduced|amended|replaced|published|adopted|ajoutée?|supprimée?|añadid[oa]|hinzugefügt|(?:policy|wording|law|act|agreement|contract|decree|regulation|directive|edition|memo|minutes|report|letter|stand|fassung|gesetz|vertrag|loi|décret|accord|contrat|ley|acuerdo|contrato|legge|accordo|contratto|one)\s(?:of|from|dated|vom|du|de|del|di))[,:]?(?:\s(?:on|in|le|el|am|il|op|em|the|au|du|to|of))?\s$/iu
