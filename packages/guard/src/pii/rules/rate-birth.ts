import type { Owner, ScanTools } from '../text-index/scan-tools.ts'
import { speaksOf } from '../text-index/weigh-context.ts'
import { isExample } from './is-example.ts'

interface Span {
  readonly start: number
  readonly end: number
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
/** What is said to be born, and is nobody. */
const THINGS =
  /(?:^|[^\p{L}])(?:idea|project|company|firm|startup|start-up|club|movement|party|band|brand|product|magazine|newspaper|festival|app|website|tradition|league|union|organi[sz]ation|association|agency|institution|nation|republic|state|star|language|genre|campaign|initiative|service|school|museum|church|town|city|village|network|platform|model|design|concept|plan|business|label|podcast|blog|programme|program|euro|peso|monnaie|moneda|république|república|republik|repubblica|alliance|alianza|internet|web|team|equipo|équipe|equipe|squadra|mannschaft|projet|idée|entreprise|société|mouvement|parti|groupe|marque|journal|collectif|syndicat|festival|revue|ville|école|radio|proyecto|empresa|partido|movimiento|marca|banda|grupo|revista|periódico|sociedad|asociación|sindicato|projekt|idee|firma|verein|partei|bewegung|marke|zeitschrift|unternehmen|initiative|stadt|progetto|azienda|partito|movimento|gruppo|società|rivista|associazione|bedrijf|partij|beweging|vereniging|tijdschrift|projeto|ideia|associação|jornal|library|bibliothèque|biblioteca|bibliothek|park|pub|shop|store|theatre|theater|hospital|software|website|charity|foundation)(?:['’]s)?(?:\s(?:[\p{L}'’-]{1,14}\s){0,4}|,\s)$/iu
/** The same, in a text in which nobody is. */
const BORN_THING =
  /(?:^|[^\p{L}])(?:idea|project|company|firm|startup|band|club|movement|product|brand|app|website|tradition|festival|league|campaign|tool|concept|plan|business|library|network|platform|city|town)\s(?:was|is|were)\sborn(?!\p{L})/iu
/** Whoever has a birthday that is kept was born before the day of the party. */
const LAST_YEAR = 2021
const VERBS = /born|geboren|nacid|naci|nascid|nasceu|nat[oai]|urodz|fodd|född/i
/** Of anything, unless a sign makes it a heading: "naissance : …". */
const WEAK = /^(?:nacimientos?|geburt|geburten|naissances?|nascit[ae]|geboortes?|nascimentos?|births?)$/i
/** "Born blind and …", "né en France, il …": a date behind this belongs to what came later. */
const NEXT_CLAUSE =
  /(?:\s(?:and|et|und|y)\s(?!raised|brought)\p{L}{2,}|[,;]\s(?:he|she|they|it|we|i|but|il|elle|ils|mais|él|ella|pero|er|sie|aber|lui|lei|ma|hij|zij|maar|ele|ela|mas)\s\p{L}+)\s.{0,60}$/iu

const PLURAL = /^(?:dates of birth|dobs|birth ?dates)$/i
/** "the birth date on her passport is …". */
const ON_PAPER =
  /(?:birth date|date of birth|dob|birthdate)\s(?:on|in|per)\s(?:the|my|his|her|your|their)\s[\p{L}'’ ]{3,24}\s(?:is|was|says|reads|shows)\s$|(?:birth date|date of birth|dob|birthdate)\s(?:as )?(?:per|on|in)\s(?:(?:the|my|his|her|your|their)\s)?(?:passport|id|licence|license|visa|card|record|file|chart|certificate)\s?:?\s$/iu
/** A field left blank, and below or behind it that of another day: "DOB: ____ Date of issue: …". */
const NEXT_FIELD =
  /^["'*]{0,2}\s?[:=]?["'*]{0,2}\s{0,3}(?:[_.…-]{2,}|\n|null|none|n\/a|-)[^\d]{0,24}?(?:dat[eau]|datum|fecha|issu|d[ée]livr|[ée]mis|rilasc|ausgest|ausstell|expir|valid|g[uü]ltig|sign|firm|hire|afgi|wydan|creat|updat|start|entry|eintritt|embauche|ingreso|alta|admi|since|joined)[^\d\n]{0,32}$/iu
/** What is done with papers, right before its day. */
const LATER =
  /[^\p{L}](?:issued|expires|expired|valid|filed|created|updated|seen|joined|opened)(?:\s(?:on|at|from))?:?\s$/iu

/** What happened on a day, right before it. */
const EVENT =
  /(?:^|[^\p{L}])(?:created|updated|modified|opened|filed|expires|expired|valid|effective|printed|received|closed|due|starts?|ends|revised|retired|died|dead|passed away|joined|hired|issued|married|graduated|founded|signed|dated|admitted|discharged|moved|emigrated|arrived|enlisted|registered|baptis\p{L}{2,3}|baptiz\p{L}{2,3}|christened|divorced|employed|started|began|ended|since|décédée?|mort|morte|mariée?|marié|retraite|délivrée?|gestorben|verstorben|verheiratet|geheiratet|ausgestellt|eingetreten|fallecid[oa]|falleció|murió|casad[oa]|expedid[oa]|morto|morta|sposat[oa]|rilasciat[oa]|overleden|getrouwd|falecid[oa]|morreu|until|till|through|bis|jusqu['’]au|hasta|migrat\p{L}{2,4}|schema|version|revision|released?|changelog|added|removed|dropped|introduced|amended|replaced|published|adopted|ajoutée?|supprimée?|añadid[oa]|hinzugefügt|(?:policy|wording|law|act|agreement|contract|decree|regulation|directive|edition|memo|minutes|report|letter|stand|fassung|gesetz|vertrag|loi|décret|accord|contrat|ley|acuerdo|contrato|legge|accordo|contratto|one)\s(?:of|from|dated|vom|du|de|del|di))[,:]?(?:\s(?:on|in|le|el|am|il|op|em|the|au|du|to|of))?\s$/iu

/** German and Dutch say it behind the day. */
const EVENT_BEHIND =
  /^\s(?:\p{L}{2,14}\s)?(?:geheiratet|gestorben|verstorben|getauft|eingetreten|ausgestellt|gegründet|eingestellt|entlassen|overleden|getrouwd|gedoopt)/iu

/** What a paper says of a birth. */
const CERTIFIED =
  /(?:birth|naissance|nacimiento|geburts?|nascita|geboorte|nascimento)\p{L}{0,8}[^.!?\n\d]{0,40}\s(?:shows?|says|gives|has|reads|states|lists|indique|dice|pone|zeigt|nennt|riporta)\s$/iu

/** Between two days of the same kind: "DOB is …; spouse's is …", "from … to …". */
const ANOTHER =
  /(?:[;,=:]|(?:^|[^\p{L}])(?:and|or|to|not|und|oder|y|o|et|ou|e|en|of|zu|auf|a|à|is|was|ist|est|es|said|says|gave|wrote|got|vs\.?|versus|against|now|then|from|instead of)|['’]s)\s{0,2}(?:on\s|the\s|le\s|el\s|am\s)?["'(]?$/iu

/** How sure it is that a date is somebody's date of birth; 0 where nothing speaks for it. */
export function rateBirth(text: string, span: Span, tools: ScanTools): number {
  const { start, end } = span
  const before = text.slice(Math.max(0, start - 72), start)
  if (
    isExample(text, start) ||
    NO_DAY.test(before) ||
    /^1900-01-01|^01[-/.]01[-/.]1900/.test(text.slice(start, end))
  )
    return 0
  const born = BORN.exec(before)
  if (born) return THINGS.test(before.slice(0, born.index + 1)) ? 0.3 : 0.85
  const label = tools.labelOf(start, end)
  const value = text.slice(start, end)
  if (ON_PAPER.test(before)) return 0.85
  if (isContrasted(before) && tools.mentionedBefore(start, 'birth')) return 0.85
  if (label?.about.includes('birthday')) {
    if (THINGS.test(text.slice(Math.max(0, label.start - 60), label.start)) || isOfThing(text, label.start))
      return 0.4
    const year = Number(/\d{4}/.exec(value)?.[0] ?? 0)
    const isLed = label.isBeside || LED.test(before) || (isLongAgo(value) && isNamely(text, label, start))
    return year >= LAST_YEAR || !isLed ? 0.4 : 0.85
  }
  if (label && PLURAL.test(text.slice(label.start, label.end)) && /(?:and|or|y|et|und|,)\s$/.test(before))
    return 0.85
  const isPast = isLongAgo(value) && !EVENT.test(before) && !EVENT_BEHIND.test(text.slice(end, end + 24))
  if (label?.about.includes('birth')) {
    if (EVENT_BEHIND.test(text.slice(end, end + 24)) || (label.how === 'behind' && EVENT.test(before)))
      return 0.4
    if (label.how === 'before' && NEXT_FIELD.test(text.slice(label.end, start))) return 0.4
    if (!isOther(text, label, start)) return Math.max(rateLabel(label, before), isPast ? 0.6 : 0)
    return isPast && ANOTHER.test(before) && !isThings(text, label, start) ? 0.6 : 0.4
  }
  if (SIGNED.test(text.slice(Math.max(0, start - 5), start)) && /\d{4}/.test(value)) return 0.7
  if (/(?:^|\n)\*\s$/.test(before) && /^\s(?:in|zu|à|a|en|te)\s\p{Lu}/u.test(text.slice(end, end + 6)))
    return 0.7
  if (isPast && CERTIFIED.test(before)) return 0.7
  const isSpokenOf =
    isPast &&
    (LED.test(before) || /(?:^|\n)\s*$/.test(before)) &&
    !COMMENT.test(before) &&
    isTold(text, span, tools)
  // Not the whole text: with many days in it that would be looked through for each of them.
  const around = isSpokenOf ? text.slice(Math.max(0, start - NEAR), end + NEAR) : ''
  return isSpokenOf && !BORN_THING.test(around) && !tools.isTaken(span, 'birth', 'birthday') ? 0.6 : 0
}

const NEAR = 400

/** Behind a statement or a line of code. */
const COMMENT = /(?:--|\/\/|\/\*|[;)}]\s{0,4}#)\s?$/

/** Whether somebody's birth is spoken of, and not birth as such: "covered from birth". */
function isTold(text: string, span: Span, { labels, reach }: ScanTools): boolean {
  return speaksOf({ labels, reach }, span, ({ start, end, about }) => {
    const isBirth = about.some((one) => one === 'birth' || one === 'birthday')
    return isBirth && !(WEAK.test(text.slice(start, end)) && !isSomebodys(text, start))
  })
}

/** "Birthdays: Ana 4 May 1990, Tom …": names, and other days. */
function isNamely(text: string, label: Owner, start: number): boolean {
  return (
    label.how === 'before' && /^\s?[:–-][\p{L}\p{N}\s,;.:/'’()-]{0,80}$/u.test(text.slice(label.end, start))
  )
}

/** Days that texts are about are mostly recent ones; births mostly are not. */
function isLongAgo(value: string): boolean {
  const year = /(?:^|\D)((?:18|19|20)\d\d)(?!\d)/.exec(value)?.[1]
  if (year !== undefined) return Number(year) < LAST_YEAR - 2
  const short = Number(/(\d\d)$/.exec(value)?.[1] ?? 0)
  return short > 30
}

/** "… is her date of birth, while the passport says …", "born on …, not …": another day for the same birth. */
function isContrasted(before: string): boolean {
  return /\d{2,4}[^.!?\n]{0,40}(?:,?\s(?:and |et |y |und )?(?:not|instead of|rather than|non|no|nicht|statt)|\s(?:while|but|whereas|though|tandis que|alors que|mais|mientras que|pero|während|aber)\s[^.!?\d\n]{1,40}\s(?:says|shows|has|reads|gives|states|records|lists|dit|indique|porte|dice|pone|indica|sagt|zeigt|steht))\s(?:on |le |el |am |the )?$/iu.test(
    before,
  )
}

/** "its birthday". */
function isOfThing(text: string, labelStart: number): boolean {
  return /(?:^|[^\p{L}])its\s(?:\d+\p{L}{0,3}\s)?$/iu.test(
    text.slice(Math.max(0, labelStart - 16), labelStart),
  )
}

function rateLabel(label: Owner, before: string): number {
  return label.isBeside || label.how !== 'before' || LED.test(before) ? 0.9 : 0.45
}

function isThings(text: string, label: Owner, start: number): boolean {
  // Only people have a date of birth; parties and ideas are born.
  const name = text.slice(label.start, label.end)
  if (!VERBS.test(name) && !WEAK.test(name)) return false
  const subject = label.how === 'before' ? label.start : start
  return THINGS.test(text.slice(Math.max(0, subject - 60), subject))
}

/** Whether the label speaks of a thing's beginning, or the date of something that came after. */
function isOther(text: string, label: Owner, start: number): boolean {
  if (label.how === 'header') return false
  if (isThings(text, label, start)) return true
  if (label.how !== 'before') return false
  const name = text.slice(label.start, label.end)
  const gap = text.slice(label.end, start)
  // "Born in 1958, she retired on …": the year of birth is told already.
  if ((/(?:19|20)\d\d/.test(gap) && !PLURAL.test(name)) || LATER.test(gap)) return true
  return (
    (WEAK.test(name) && !label.isTight && !/^\s?[-–—]\s?$/.test(gap) && !isSomebodys(text, label.start)) ||
    (VERBS.test(name) && NEXT_CLAUSE.test(gap))
  )
}

/** "sa naissance, le …". */
function isSomebodys(text: string, labelStart: number): boolean {
  return /(?:^|[^\p{L}])(?:my|her|his|ma|ta|sa|son|mi|su|meine[rn]?|seine[rn]?|ihre[rn]?|mia|sua|minha|mijn)\s$/iu.test(
    text.slice(Math.max(0, labelStart - 9), labelStart),
  )
}
