import type { Candidate } from '../finding.ts'
import type { Rule } from './rule.ts'

const NAME = "\\p{L}[\\p{L}'’.-]{0,24}"
const ENGLISH_WAY =
  'Street|St|Avenue|Ave|Av|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Way|Close|Crescent|Cres|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Trail|Trl|Gardens|Grove|Mews|Row|Walk|Hill|Quay|Broadway|Plaza|Alley|Loop|Esplanade'
const NUMBER = '\\d{1,5}(?:[A-Za-z]|[-/]\\d{1,4}[A-Za-z]?)?'

/** Number first, then up to four words and the kind of way. */
const ENGLISH = new RegExp(
  `(?<![\\p{L}\\p{N}_.,$€£-])${NUMBER} (?:(?:${NAME}|\\d{1,3}(?:st|nd|rd|th)) ){1,4}?(?:${ENGLISH_WAY})(?![\\p{L}])\\.?`,
  'gu',
)
const FRENCH = new RegExp(
  `(?<![\\p{L}\\p{N}_.,$€£-])${NUMBER}(?: ?(?:bis|ter|quater))?,? (?:rue|avenue|av\\.|boulevard|bd|place|chemin|impasse|allée|quai|route|cours|passage|square|rua|via|calle)\\b(?: (?:de|du|des|la|le|les|l['’]|d['’]|aux|en))* ?(?:${NAME}[ -]?){1,4}`,
  'giu',
)
/** Kind of way and name first, the number behind: Spanish, Italian, Portuguese, Polish. */
const NUMBER_LAST = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:calle|c\\/|avenida|avda\\.?|av\\.|paseo|plaza|carrera|calzada|camino|via|viale|corso|piazza|largo|rua|travessa|praça|estrada|ul\\.|ulica|al\\.|aleja|os\\.|blvd\\.?|boulevard)\\.? (?:(?:de|del|la|el|los|las|di|della|dei|da|do|dos|das|y|e) )*(?:${NAME} ?){1,5},? ?(?:(?:n[º°o.]|núm\\.?|nr\\.?|no\\.|#|numero|número)\\s?)?(?<![A-Za-z])(?:${NUMBER})(?![\\p{N}])`,
  'giu',
)
/** One word with its kind at the end, and the number: German, Dutch, the north. */
const ONE_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:\\p{Lu}[\\p{L}'’.-]{0,24}[ -]){0,3}(?:\\p{Lu}[\\p{L}-]{0,30}(?:straße|strasse|str\\.|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|plein|gracht|kade|gatan|vägen|gade|vej|veien|katu|tie|utca|út)|Straße|Strasse|Str\\.|Platz|Allee|Weg|Damm|Ring) ${NUMBER}(?![\\p{N}])`,
  'gu',
)
/** Any name and a number, told by the German postcode and town behind it: "Am Hang 12a, 61462 Königstein". */
const BEFORE_TOWN =
  /(?<![\p{L}\p{N}_-])\p{Lu}[\p{L}'’.-]{1,24}(?: (?:\p{Lu}[\p{L}'’.-]{0,24}|de[mnrs]|zum|zur)){0,3} \d{1,3} ?[a-z]?(?=(?:, |,? ?\r?\n)(?:D-)?(?!\d\d000)\d{5} \p{Lu}\p{Ll})/gu
const POST_BOX = /(?<![\p{L}\p{N}_])(?:P\.? ?O\.? Box|Postfach|Apartado|Boîte postale|BP) \d{1,6}(?!\d)/giu
/** What may follow on the line: unit, city, state, code, country; in parts behind commas or dashes. */
const TAIL =
  /^(?:,? ?(?:#|Apt\.?|Apartment|Suite|Ste\.?|Unit|Flat|Floor|Fl\.?|Bldg\.?|Building|Room|Rm\.?|App\.?|Appt\.?|bât\.?|piso|depto\.?|int\.?|escalier|Etage|étage|\d{1,2}[ºª°]|Wohnung|Whg\.?)\s?[\p{L}\p{N}-]{1,8})?(?:(?:, ?| - | )(?:(?:\p{Lu}[\p{L}'’.-]{0,24}|\d{2}-\d{3}|\d{4,6}(?:-\d{3,4})?|[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|C\.?P\.?|de|del|la|sur|sous|am|an der|bei|upon|on|of|CEDEX)(?= |,|\.|;|\)|$|\n|["'|])(?: (?=\p{Lu}|\d|de |del |la |sur |am |upon ))?){1,5}){0,5}/u

/** A code in the tail whose form is sure makes the whole as sure as the code by itself, so that the whole is kept. */
const SURE_CODE =
  /(?<![\p{L}\p{N}])(?:[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{5}-\d{4})(?![\p{L}\p{N}])/u
const USUAL = 0.65
const WITH_SURE_CODE = 0.85

/** A word, and the stop behind it with a capital to follow. */
const STOP = /([\p{L}\p{N}][\p{L}\p{N}'’-]*)(?=\. ["'«„“(]?\p{Lu})/gu
const ABBREVIATION =
  /^(?:\p{L}|.*str|St|Ste|Sta|Sto|Mt|Ft|Pt|Apt|Appt?|Bldg|Fl|Rm|No|Nr|Núm|Ave?|Avda|Blvd|Bd|Rd|Dr|Ln|Sq|Pl|Ct|Cir|Cres|Ter|Trl|Hwy|Pkwy|ul|al|os|pl|Bât|Depto|Int|Ext|Esc|Col|Del|Edo|Prov|Whg|Ont|Que|Alta|Sask|Man|Calif|Mass|Tex|Fla|Ill|Wash|Ore|Ariz|Colo|Conn|Mich|Minn|Tenn|Okla|Wis|Gral|Cnel|Dra|Sra?|Prof|Ing|Lic|Jr)$/iu

export const addressRule: Rule = {
  type: 'ADDRESS',
  version: 4,
  find: (text) => {
    const found: Candidate[] = []
    for (const form of [ENGLISH, FRENCH, NUMBER_LAST, ONE_WORD, BEFORE_TOWN, POST_BOX])
      for (const match of text.matchAll(form)) {
        const body = match[0].trimEnd()
        if (!isStreet(body, form)) continue
        const from = match.index + body.length
        const tail = tailOf(text, body, from)
        const end = endOfSentence(text, match.index, from + tail.length)
        const isSure = SURE_CODE.test(text.slice(from, end))
        found.push({ start: match.index, end, confidence: isSure ? WITH_SURE_CODE : USUAL })
      }
    return found
  },
}

/** In the head of a letter the town has a line of its own. */
const NEXT_LINE =
  /^,?[ \t]{0,2}\r?\n[ \t]{0,4}(?:[A-Z]{1,2}-)?\d{5} \p{Lu}[\p{L}'’.-]{1,24}(?: (?:\p{Lu}[\p{L}'’.-]{0,24}|am|an|der|dem|im|in|bei|ob|vor|sur|sous|les?|la|en)){0,4}(?=[ \t,.]{0,2}(?:\r?\n|$))/u

function tailOnLine(text: string): string {
  return TAIL.exec(text)?.[0].trimEnd() ?? ''
}

function tailOf(text: string, body: string, from: number): string {
  const tail = NEXT_LINE.exec(text.slice(from, from + 120))?.[0] ?? tailOnLine(text.slice(from, from + 120))
  const whole = /[.,;]$/.test(tail) ? tail.slice(0, -1) : tail
  // "12 Main St. Springfield", but "5 Church Rd. Call me": a town has no verb or object behind it.
  const mayBeSentence = body.endsWith('.') && !/[,\d]/.test(whole)
  const rest = text.slice(from + whole.length, from + whole.length + 2)
  return mayBeSentence && /^ \p{Ll}/u.test(rest) ? '' : whole
}

/** Where a stop that is not an abbreviation's ends the sentence, the address ends with it. */
function endOfSentence(text: string, start: number, end: number): number {
  for (const match of text.slice(start, end + 2).matchAll(STOP)) {
    const stop = start + match.index + match[0].length
    if (stop < end && !ABBREVIATION.test(match[1] ?? '')) return stop
  }
  return end
}

/** Names of streets have a capital somewhere; "3 nice ways to place" has none. */
function isStreet(body: string, form: RegExp): boolean {
  const words = body.split(/\s+/).slice(1)
  if (form === FRENCH || form === NUMBER_LAST) return words.some((word) => /^\p{Lu}/u.test(word))
  if (form !== ENGLISH) return true
  return words.slice(0, -1).some((word) => /^(?:\p{Lu}|\d)/u.test(word))
}
