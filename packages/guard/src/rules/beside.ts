import { classOf } from '../context/tokens.ts'

/** Units and countable things; numbers before these words are amounts. */
const COUNTED =
  /^ (?:total|usuari[oa]s|utilisateurs|(?:be)?nutzer|utenti|gebruikers|utilizadores|pacientes|patienten|pazienti|travell?ers|passengers|renewals|applications|applicants|holders|clients|kunden|clientes|clienti|klanten|calls|requests|events|transactions|units?|households?|visits?|sales|vues|hours?|heures?|horas?|stunden|seats?|booklets?|tickets?|times|years?|people|families|jobs|cases|files|fichiers|archivos|dateien|paths?|spectators|viewers|listeners|students|patients?|employees|attendees|downloads|clicks|likes|seconds?|segundos|secondes|sekunden|secondi|minutes?|days?|ns|ms|coins|yen|lire|voti|punti|pontos|vistas|towns|villages|yuan|rupees|rands?|reais|kronor|kroner|zlotys?|follower|abonnés|seguidores|volgers|visitantes|visiteurs|besucher|spectateurs|espectadores|abonnenten|punkte|puntos|tore|kb|mb|gb|[kmg]o(?= ?(?:[.,;)\n]|$))|tons?|tonnes?|barrels?|people|persons?|inhabitants|residents|visitors|followers|users|subscribers|members|customers|views|points|pieces|items|copies|votes|shares|rows|records|entries|lines|bytes|frames|steps|words|characters|hectares|acres|lit(?:re|er)s?|gallons|km|kg|kwh|mwh|gwh|miles|met(?:re|er)s?|euros?|dollars|pounds|pesos|francs|habitants|unités|voix|exemplaires|habitantes|toneladas|unidades|personas|votos|einwohner|tonnen|stück|stimmen|abitanti|tonnellate|inwoners|stuks|mieszkańców|sztuk|ton)(?![\p{L}=:_])/iu

/** Whether a unit or countable thing directly follows a number. */
export function isCounted(text: string, end: number): boolean {
  return COUNTED.test(text.slice(end, end + 16))
}

const EXAMPLE =
  /(?:^|[^\p{L}])(?:such as|e\.? ?g\.?|for example|for instance|for example,|looks? like|par exemple|p\. ?ex\.?|comme|por ejemplo|p\. ?ej\.?|zum beispiel|z\. ?b\.?|etwa|ad esempio|per esempio|bijvoorbeeld|bijv\.?|por exemplo|np\.)[\s:,]{1,3}["'`(\u201c\u00ab]?$/iu

/** Whether a value is shown only to say what such values look like. */
export function isExample(text: string, start: number): boolean {
  return EXAMPLE.test(text.slice(Math.max(0, start - 20), start))
}

/** Verbs, prepositions and words such as "number" that lead to a value. */
export const LEADING_WORDS: readonly string[] =
  `wrote gave got sent texted found have has had see mine display displays list lists printed copied entered typed put used
  numbered decir dire lesen är ar ai hai ho habe hab tengo tenho heb mam read reads say says show shows is was are were be to into with as by under on in at of for from and or not then just here
  number no id nr nummer numéro numero número numer y e o et ou und oder est es ist lautet war è é jest als mit con com met
  pod unter sous avec le la el il the de di van von voici hier aquí ecco tiene hat a à steht dice pone indique c'est cest
  ok okay sure yes yeah yep um uh er sí si oui ja claro vale serial ref réf reference document full doc hers his theirs yours ours contain contains containing still already now actually n nº n° num núm nro become became becomes being be i'm im namely via per through using uses it's its that's thats thts bien heres here's replaces replaced`.split(
    /\s+/,
  )
const LED = new RegExp(
  `(?:^|:/|\\d\\)|[\\n:=#([{"'\`,;?–—→|>*-]|(?:^|[^\\p{L}])(?:${LEADING_WORDS.join('|')})[.:]?)\\s{0,3}["'\`(]?$`,
  'iu',
)

/** Whether punctuation, the start of a line, or a word that introduces values comes right before a position. */
export function isLed(text: string, start: number): boolean {
  return LED.test(text.slice(Math.max(0, start - 24), start))
}

/** Letters and digits, or letters and signs that words do not have. */
export function isMixed(value: string): boolean {
  return (
    value.length >= 5 &&
    /\p{L}/u.test(value) &&
    !/:\/\/|\]\(|^[a-z_]{2,}=/.test(value) &&
    /[\d!@#$%^&*?+~]/.test(value) &&
    !/^(?:v?\d+\.\d|\d+(?:st|nd|rd|th|px|mb|gb|ms|s)$)/i.test(value)
  )
}

const HEAD = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){0,7}[ -]?$/u
const LONGEST_HEAD = 44

/** Whether digits follow a country code and check digits, valid or not, as in `DE51 0935 …`. */
export function isRestOfIban(text: string, start: number): boolean {
  const before = text[start - 1] ?? ''
  if (before !== ' ' && before !== '-') return false
  return HEAD.test(text.slice(Math.max(0, start - LONGEST_HEAD), start))
}

/** Documents are often named after whom they are about. */
export const FILE_ENDING =
  /^\.(?:pdf|docx?|xlsx?|odt|ods|rtf|csv|txt|md|eml|msg|jpe?g|png|heic|tiff?|zip)(?![\p{L}\p{N}])/iu

const MONEY = '$€£¥₹'
/** A currency, unless it begins an amount: "account 51010610458 USD 389.02". */
const MONEY_AFTER = /^\s?(?:[$€£¥₹%]|(?:USD|EUR|GBP|CHF|MXN|CAD|PLN|JPY)\b)(?!\s?\d)/

/** Whether digits are a number of their own, and neither an amount of money nor a part of something longer. */
export function standsAlone(text: string, start: number, end: number): boolean {
  const further = classOf(text.charCodeAt(end + 1) || 0)
  if ('-/_@\u2013'.includes(text[end] ?? ' ') && further !== 0) return false
  return isFreeBefore(text, start) && isFreeAfter(text, end) && !isAmount(text, end)
}

/** Whether a unit, a countable thing or a currency directly follows a number. */
export function isAmount(text: string, end: number): boolean {
  return isCounted(text, end) || isMoney(text, end)
}

/** Whether a currency directly follows a number. */
export function isMoney(text: string, end: number): boolean {
  return MONEY_AFTER.test(text.slice(end, end + 8))
}

/** Whether digits begin a number here, and neither an amount of money nor a part of something longer. */
export function isFreeBefore(text: string, start: number): boolean {
  const before = text[start - 1] ?? ' '
  const further = text.charCodeAt(start - 2) || 0
  if (before === '+' || MONEY.includes(before)) return false
  if (before === ' ' && MONEY.includes(text[start - 2] ?? ' ')) return false
  if ('-/\u2013'.includes(before)) return classOf(further) !== 1 && !isPartOfCode(text, start - 2)
  if (before === '.') return classOf(further) !== 1
  return !(before === '_' && classOf(further) === 1)
}

/** A dash behind a token with digits in it, as in a UUID, is no border. */
function isPartOfCode(text: string, last: number): boolean {
  for (let at = last; at > last - 20 && classOf(text.charCodeAt(at) || 0) !== 0; at -= 1)
    if (classOf(text.charCodeAt(at)) === 1) return true
  return false
}

/** Whether a number ends here, without more digits. A word may follow a dash, as in `…-Fax`. */
export function isFreeAfter(text: string, end: number): boolean {
  return !('-/_@.\u2013'.includes(text[end] ?? ' ') && classOf(text.charCodeAt(end + 1) || 0) === 1)
}
