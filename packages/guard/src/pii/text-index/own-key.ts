/** The name that a value is given to. */
export interface OwnKey {
  readonly start: number
  readonly end: number
  /** `value`, `number` and the like say nothing: what stands further before does. */
  readonly isGeneric: boolean
}

const LONGEST_KEY = 64
const ASSIGNED =
  /([\p{L}_$][\p{L}\p{N}_.:-]{0,63})(?:\((?:num|number|val|value|[dmyjta/. -]{4,12})\)|\[\d{1,3}\])?\s?(?:[:+]?=|={2,3})\s?["'`]?$/u
const QUOTED =
  /["']([\p{L}_][\p{L}\p{N}_ .-]{0,40})["']\s?:\s?(?:\[\s?(?:["'][^"'\n]{0,40}["'],\s?){0,4})?["']?$/u
/** `<JoinDate>…`: what a tag is called, without attributes that would say more. */
const TAGGED = /<([\p{L}_][\p{L}\p{N}_.:-]{0,63})>\s?$/u
/** `load(limit: 100000`, `{ min: "1900-01-01"`: what a call or a record gives names to. */
const NAMED = /(?:[\p{L}\p{N}_]\(|[{[]\s?)(?:[^(){}\n]{0,60}?,\s?)?([\p{L}_]\w{0,40}):\s?["'`]?$/u
const OF_SOMEBODY = /\s(?:of|du|de|del|della|von|vom|des|der|van|do|da)\s\p{L}{2,24}\s=\s$/u
const COMPARED = /[^\n][^\S\n]?[)\]]?(?:(?<=[^\S\n]|[)\]]))[<>]=?\s["']?$/
const CALLED = /(?<!\((?:num|number|val|value|[dmyjta/. -]{4,12}))\)\s?={1,3}\s?["'`]?$/
const GENERIC_WORD =
  /^(?:value|val|v|valor|valeur|valore|wert|waarde|number|no|nr|nro|num|nummer|numero|número|numéro|numer|id|code|data|doc|document|identifier|extension|content|text|field|input|raw|string|str|payload|body|row|result|got|expected|actual|new|old|x|key|to|from|with|ref|given|received|provided|supplied|entered|submitted|found|original|stored|sample|match|was|now|before|after|left|right|answer|response|reply)$/i

/** Of pages: they say how a value looks, and not what it is. */
const PAGE_TAG =
  /^(?:td|th|tr|p|br|b|i|u|em|a|li|dd|dt|h[1-6]?|[1-6]|div|span|strong|code|pre|small|tt|kbd|mark|label|font|cell|c|item|entry|element|string|int|integer)$/i

/** The key right before a value, as in `mrn=…` and `"mrn": …`; undefined where there is none. */
export function ownKeyOf(text: string, start: number): OwnKey | undefined {
  const sign = signBefore(text, start)
  if (sign === '' || !'=:<>[,'.includes(sign)) return undefined
  const before = text.slice(Math.max(0, start - LONGEST_KEY - 6), start)
  // "numéro de permis du salarié = …": words, and no name.
  if (sign === '=' && OF_SOMEBODY.test(before)) return undefined
  // A number that something is compared with is nobody's.
  if (COMPARED.test(before)) return { start, end: start, isGeneric: false }
  if (sign === '<') return undefined
  // `len(mrn) == 8`: what a call returns is no more what was put in.
  if (sign === '=' && CALLED.test(before)) return { start, end: start, isGeneric: false }
  const form = sign === '=' ? ASSIGNED : sign === '>' ? TAGGED : QUOTED
  const match = form.exec(before) ?? (sign === ':' ? NAMED.exec(before) : null)
  const key = match?.[1]
  if (!match || key === undefined) return undefined
  const from = start - before.length + match.index + match[0].indexOf(key)
  const words = key.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word !== '')
  return {
    start: from,
    end: from + key.length,
    isGeneric: words.every((word) => GENERIC_WORD.test(word) || (sign === '>' && PAGE_TAG.test(word))),
  }
}

/** The nearest sign before a value, behind blanks and quotes. */
function signBefore(text: string, start: number): string {
  for (let at = start - 1; at >= start - 4; at -= 1) {
    const character = text[at] ?? ''
    if (character !== ' ' && character !== '"' && character !== "'" && character !== '`') return character
  }
  return ''
}
