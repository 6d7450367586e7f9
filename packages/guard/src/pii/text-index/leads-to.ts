import { isDerailed } from './derailing-words.ts'
import type { Label } from './find-labels.ts'
import { ANSWER, ANSWER_BEHIND, isAnswered } from './is-answered.ts'
import { isPlainGap } from './is-plain-gap.ts'

/** A word of some length, so that `No. 12` and `Nr. X` do not end a sentence. */
const SENTENCE_END = /\p{L}{3}[.!?]["')\]]?(?:\s+\p{Lu}|\s*\n)/gu
const ENDS_AT_ONCE = /^[.!?]["')\]]?\s+\p{Lu}/u
/** In a chat: a value, and on the next line "that's my …". */
export const SAID_NEXT =
  /^["'`]?[.!]?\n(?:[^\s:]{1,16}:\s)?(?:that['’]?s|that is|it['’]?s|this is|c['’]est|es|ese es|esa es|das ist)\s(?:(?:my|the|her|his|our|mon|ma|le|la|mi|el|su|mein|meine|die|der)\s)?$/iu
/** "…, my passport number, is wrong on the ticket". */
const APPOSED = /^["'`]?,\s(?:my|her|his|our|their|mon|ma|son|sa|mi|su|mein|meine|seine|ihre)\s$/iu

/** Whether a label behind a value is said of it alone. */
export function isApposed(text: string, from: number, label: Label): boolean {
  return (
    APPOSED.test(text.slice(from, label.start)) &&
    /^\s?(?:[,;.?)\n]|$)/.test(text.slice(label.end, label.end + 2))
  )
}

const STILL_SPEAKS =
  /^(?:it['’]?s|it is|here|this is|that['’]?s|the number|c['’]est|le voici|la voici|es ist|sie lautet|er lautet|hier|es el|es la|aquí|ecco|ours is|mine is|hers is|his is|it (?:should|must|reads|says|was|has)|(?:the )?(?:old|new|other|right|correct|current|real|actual|proper) one|le mien|la mienne|el mío|la mía|mein\p{L}{0,2} ist|il mio|la mia)(?!\p{L})/iu
const ABBREVIATION =
  /(?:^|[^\p{L}])(?:no|nos|nr|num|núm|n|nro|tel|acct|acc|geb|ur|cod|fisc|lic|pass|pas|kto|cta|pat|ref|reg|perm|nac|c|p|cat|kat|cl|exp|ext|dept|approx|incl|iss|doc|ident|mr|mrs|ms|dr|sr|sra|st|mme|mlle|frau|hr|prof|med|gen|ser|aprox|tél|prov|univ|clin|hosp|serv)$/iu

/** Whether a label speaks of what follows: near enough, in the same sentence, at most a line above it. */
export function leadsTo(text: string, label: Label, to: number, most: number): boolean {
  const from = label.end
  if (to - from > most) return false
  // The point of "routing no.", at the end of a line.
  const gap = text.slice(from, to).replace(/^[.?#](?=\s*\n)/, '')
  if (isLongerName(gap) || isDerailed(text, label)) return false
  if (ANSWER_BEHIND.test(gap)) return true
  const line = gap.indexOf('\n')
  if (line >= 0 && (ANSWER.test(gap) || isAnswered(text, label, to))) return true
  // What a comment behind a statement says is of another kind.
  if (/[;})]\s{0,4}(?:--|\/\/|\/\*|#)/.test(gap)) return false
  if (line >= 0 && /[^\s:|*_>"'`)\]-]/.test(gap.slice(0, line))) return false
  if (line >= 0 && /\n\s*\n\s*\n/.test(gap)) return false
  const isAtOnce = ENDS_AT_ONCE.test(gap) && !STILL_SPEAKS.test(gap.slice(1).trimStart())
  if (isAtOnce && !ABBREVIATION.test(text.slice(Math.max(0, from - 8), from))) return false
  return !endsSentence(`${gap}${text[to] ?? ''}`)
}

/** Whether another sentence begins in a gap: not behind "cat.", nor where it still speaks of it, as "It is …" does. */
function endsSentence(gap: string): boolean {
  for (const { 0: end, index } of gap.matchAll(SENTENCE_END)) {
    const isShort = end[3] === '.' && ABBREVIATION.test(gap.slice(Math.max(0, index - 8), index + 3))
    if (!isShort && !STILL_SPEAKS.test(gap.slice(index + 4).trimStart())) return true
  }
  return false
}

/** `passport_expiry`, `phoneModel` and `Konto-Inhaber` are other things than what they begin with. */
function isLongerName(gap: string): boolean {
  const rest = /^[_.-]?(\p{L}+)/u.exec(gap)?.[1]
  return rest !== undefined && (!isPlainGap(rest) || /^_(?:at|on)(?!\p{L})/u.test(gap))
}
