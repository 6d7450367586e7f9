import { foldWord } from '../text-index/fold-word.ts'
import { isPlainGap } from '../text-index/is-plain-gap.ts'
import { FIRST_NAMES } from './first-names.ts'
import { PLACES } from './licence-modifiers.ts'
import { LEADING_WORDS } from './is-led.ts'
import { ROLES, TELLING } from './telling-words.ts'

/** How far before a value its name is looked for. */
const REACH = 72
/** Where the words about one value end, and those about the next begin. */
const BORDER =
  /[,;!?\n|([{}\])]|(?<=\p{L}{3}|\d|\))\.(?=\s)|\s[–—-](?=\s)|\s{3,}|\s(?:and|y|et|und|oraz|och|og|plus|sowie)(?=\s)/giu

/** "licence number and expiry: …". */
const ALONG = /^\s(?:and|y|et|und|oraz|och|og|plus|sowie)$/iu

/** Small words that name papers or parts of them, and so name a number. */
const NAMING: ReadonlySet<string> = new Set(
  'check scan band wristband bracelet code file ref cheque cheques tax card class serial reference patient string'.split(
    ' ',
  ),
)
const LEADING: ReadonlySet<string> = new Set(LEADING_WORDS.map(foldWord))
const NUMBER_WORD = /^(?:id|ids|no|nr|num|nummer|number|numero|code|ref|numer|n)$/

const CLASS =
  /(?<=[,(]\s)(?:class|cat|category|klasse|kat|clase|classe|categor[ií]a|catégorie|type|tipo)\.?\s[A-Z0-9+]{1,3},/giu
const NUMBER_ONLY = /^\s?(?:n|no|nr|num|nro|number)[.°º]{0,2}\s?:?\s?$/iu

const VALUE = /^(?:values?|valor|valeur|valore|wert|waarde)$/iu

const ENDS_NUMBERED = /(?<!\p{L})(?:id|no|nr|num|nummer|number|num[eé]ro|n[uú]mero|code|ref|numer)\.?,$/iu

const SERIAL = /(?<!\p{L})[SP]\/N[\s:#.]{0,3}$/iu

/** Licences and papers, whatever they are called. */
const LICENCE_STEM =
  /^(?:licen|lisen|lisc|lic$|permi[st]|fuhrersch|fuehrersch|fuhreraus|fahrerl|patente|rijbewij|condu|carteir|carta$|carn|prawo$|prawa$|jazdy|korkort|korekort|forerkort|driv|guida|mane[jg]|dl$|dln$|cdl$|dlno|cnh|habilit|photocard|provisional|odl$|dokument|document|ausweis)/

function isOpen(word: string): boolean {
  const folded = foldWord(word)
  if (LICENCE_STEM.test(folded)) return true
  if (NAMING.has(folded)) return false
  return (
    PLACES.has(folded) ||
    TELLING.has(folded) ||
    ROLES.has(folded) ||
    LEADING.has(folded) ||
    isPlainGap(folded)
  )
}

/** Whether the words right before a value, back to the last border or to its label, name some other thing. */
export function isNamedOtherwise(text: string, start: number, labelEnd: number): boolean {
  const from = Math.max(0, start - REACH)
  // "Illinois, Class A, no. …": of the same paper.
  const before = text.slice(from, start).replace(CLASS, (said) => ' '.repeat(said.length))
  let border = borderBefore(before, before.length)
  // "carte professionnelle (0756…": the thing is named before the bracket.
  if (/^[(["“„«]?\s*$/.test(before.slice(border)) && before[border - 1] === '(')
    border = borderBefore(before, border - 1)
  // "your candidate ID, C-61…"
  if (/^\s*$/.test(before.slice(border)) && ENDS_NUMBERED.test(before.slice(0, border)))
    border = borderBefore(before, border - 1)
  // "the toll notice number (yours is 70…".
  const aside = /\((?:yours|mine|it|this one|hers|his)\s(?:is|was)\s$/iu.exec(before)
  if (aside) border = borderBefore(before, aside.index)
  // "in a tracked letter, no. 2K…"
  if (NUMBER_ONLY.test(before.slice(border)) && before[border - 1] === ',')
    border = borderBefore(before, border - 1)
  if (SERIAL.test(before)) return true
  const first = Math.max(border, labelEnd - from)
  if (labelEnd - from > border) {
    const gap = before.slice(labelEnd - from)
    return isNumbered(gap) || isOfLaterNoun(gap)
  }
  if (labelEnd > from && ALONG.test(before.slice(labelEnd - from, border))) return false
  const short = /(\p{L}{1,6})\.\s?$/u.exec(before.slice(first))?.[1]
  if (short !== undefined && !NUMBER_WORD.test(foldWord(short)) && !isOpen(short)) return true
  const words = before.slice(first).match(/[\p{L}\p{M}]+(?:['’]s)?/gu) ?? []
  const isSentence = /[.!?\n]\s*$/.test(before.slice(0, border)) || (border === 0 && from === 0)
  return isOther(words, isSentence, /#\s?$/.test(before))
}

/** "licence no. ____ employee no. 12": behind its label, but numbered as something else. */
function isNumbered(gap: string): boolean {
  if (FOR_THING.test(gap)) return true
  const role = OF_ROLE.exec(gap)?.[1]
  if (role !== undefined && !LICENCE_STEM.test(foldWord(role))) return true
  const [, noun = '', number = ''] = /(\p{L}+)[ _-](\p{L}+)[^\p{L}]{0,4}$/u.exec(gap) ?? []
  if (!NUMBER_WORD.test(foldWord(number))) return false
  return ROLES.has(foldWord(noun)) || (/^\p{Ll}{3}/u.test(noun) && !isOpen(noun) && !LEFT_OPEN.test(gap))
}

/** "la licencia presente el comprobante de pago Y20…": a noun right before the value, words behind the label. */
function isOfLaterNoun(gap: string): boolean {
  const words = gap.match(/[\p{L}\p{M}]+/gu) ?? []
  const last = words.at(-1) ?? ''
  return (
    words.length > MOST_ADJECTIVES && /^\p{Ll}{3}/u.test(last) && gap.endsWith(`${last} `) && !isOpen(last)
  )
}

const MOST_ADJECTIVES = 2

/** "licence for the van no. …", "permis délivré en Isère n° …". */
const LEFT_OPEN =
  /(?<!\p{L})(?:for|of|from|in|by|with|per|de|du|des|par|en|à|au|von|vom|aus|für|di|da|del|della|van|voor|z|w|från|do|para|por)\s/iu

function borderBefore(before: string, to: number): number {
  let last = 0
  for (const { 0: sign, index } of before.slice(0, to).matchAll(BORDER)) last = index + sign.length
  return last
}

/** "your license for reference AB-99…". */
const FOR_THING =
  /^\s(?:for|pour|para|für|per)\s(?:(?:the|your|our|this|la|le|votre|su|el|die|den|das)\s)?(?:reference|certificate|agreement|contract|file|case|request|application|demande|dossier|contrat|solicitud|contrato|antrag|vertrag|vorgang)\s$/iu

const CAPITAL = /^\p{Lu}/u
const OF_ROLE =
  /(?:^| )(?:id|n[uú]mero|num[eé]ro|numero|c[oó]digo|code|codice) (?:de|di|du|del|do|da) (\p{L}{4,24})(?: (?:es|est|è|é|is))?(?: (?:el|la|le|il|o|a))?\s?$/iu

/** Somebody's, or a place's: German writes things so as well, and sentences begin so. */
function isName(words: readonly string[], at: number, isSentence: boolean): boolean {
  const word = words[at] ?? ''
  if (!CAPITAL.test(word)) return false
  const folded = foldWord(word)
  if (FIRST_NAMES.has(folded) || /^\p{Lu}{1,3}$/u.test(word)) return true
  const isPair = CAPITAL.test(words[at - 1] ?? '') || CAPITAL.test(words[at + 1] ?? '')
  return isPair && !(isSentence && words.length < 3) && !THING.test(word)
}

/** How German ends what is no name. */
const THING =
  /(?:ung|schein|karte|bescheid|antrag|zeichen|vertrag|nachweis|police|akte|termin|gebühr|plakette|beleg|tion|heit|keit|stelle)$/u

function isOther(words: readonly string[], isSentence: boolean, isSigned: boolean): boolean {
  let numbered = isSigned
  // "tu ID de repartidor es …": the other way round.
  if (OF_ROLE.test(words.join(' ')) && ROLES.has(foldWord(OF_ROLE.exec(words.join(' '))?.[1] ?? '')))
    return true
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] ?? ''
    if (NUMBER_WORD.test(foldWord(word))) numbered = true
    else if (numbered && ROLES.has(foldWord(word))) return true
    else if (/['’]s$/.test(word)) return false
    else if (!isOpen(word)) {
      if (!isName(words, at, isSentence)) return true
      // "Dasher ID 2917…"
      if (numbered) return true
    }
    if (LICENCE_STEM.test(foldWord(word)) || VALUE.test(word)) return false
  }
  return false
}
