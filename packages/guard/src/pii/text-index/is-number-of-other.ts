import { isPlainGap } from './is-plain-gap.ts'
import { classOf } from './split-tokens.ts'

/** "appointment id 69402675", "cheque no. 426134": the number of something that no vocabulary has. */
const NUMBERED =
  /(?<![\p{L}\p{N}'’-])(\p{Ll}{3,24})[ _-](?:number|no|nr|num|id|code|ref)[.]?["'`]?(?:\s?[:=#]|\sis|\swas)?\s?["'`#]?$/u

/** What says nothing of whose number it is, besides the words that say nothing at all. */
const OPEN =
  /^(?:doc|docs|document|documents|identity|identification|booklet|book|holder|card|registration|reg|official|government|gov|govt|issuing|issuer|own|full|actual|correct|right|wrong|same|following|attached|latest|updated|previous|former|only|ident|unique|person|customer|client|member|user|guest|traveller|traveler|passenger|employee|worker|owner|subscriber)$/

/** Whether a value is called the number of some other thing, in words that begin at or behind a place. */
export function isNumberOfOther(text: string, start: number, from: number): boolean {
  if (!endsInWord(text, start)) return false
  const offset = Math.max(from, start - 48, 0)
  const match = NUMBERED.exec(text.slice(offset, start))
  const noun = match?.[1]
  // "passeport biométrique no 23XS28570": what follows a label at once says more of the same.
  if (match && from > 0 && offset === from && match.index <= 1) return false
  return noun !== undefined && !OPEN.test(noun) && !isPlainGap(noun)
}

/** Whether a word stands right before a place, behind blanks and signs: a look at few characters. */
function endsInWord(text: string, start: number): boolean {
  for (let at = start - 1; at >= start - 4; at -= 1) {
    const character = text.charCodeAt(at)
    if (classOf(character) === 2) return true
    if (!' .:=#"\'`'.includes(text[at] ?? '')) return false
  }
  return false
}
