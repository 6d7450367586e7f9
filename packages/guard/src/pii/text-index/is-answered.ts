import type { Label } from './find-labels.ts'

/** In a chat: "what is your SIN?", and on the next line somebody's answer. */
export const ANSWER =
  /^(?:[^\n?]{0,60}\?+|\s(?:please|pls|plz|s['’]il vous plaît|s['’]il te plaît|svp|stp|por favor|porfa|bitte|per favore|per piacere|alstublieft|aub)[.!]?)[^\n\d]{0,32}\n[^\n]{0,40}$/i
/** In a sheet: "Driver license number?  A: …". */
export const ANSWER_BEHIND =
  /^["')]?\s?\?+\s{1,4}(?:(?:a|r|ans|answer|antwort|r[eé]ponse|respuesta|risposta|resposta|antwoord|svar|odp\p{L}{0,7})\s?[:.)>-]{1,2}\s{0,3})?["'`]?$/iu
/** Who speaks at the beginning of a line: "Rashid: ", "[10:22] bob> ", "<mia> ", "**Ana**: ", "— ". */
const SPEAKER =
  /^\s?(?:[[(]?(?:\p{L}{2,4}\.?\s)?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]m)?[\])]?\s?[-–]?\s?)?(?:<[^<>\n]{1,24}>|[*_]{0,2}\p{L}[\p{L}\p{N} ._'’-]{0,23}(?:\s?\([^()\n]{1,20}\))?[*_]{0,2}\s?[:>»]|[-–—>•])\s/u
const LONGEST_LINE = 160
/** Lines between a question and its answer: "check the app". */
const MOST_BETWEEN = 1
/** Characters in an answer before the value. */
const LONGEST_LEAD = 48

/** Whether one speaker names a thing and tells no number, and another gives one, in this or the line after the next. */
export function isAnswered(text: string, label: Label, to: number): boolean {
  const gap = text.slice(label.end, to)
  if (!gap.includes('\n') || gap.length > 3 * LONGEST_LINE) return false
  const [rest = '', ...lines] = gap.split('\n')
  const last = lines.at(-1) ?? ''
  if (lines.length > 1 + MOST_BETWEEN || /\d{4}/.test(gap)) return false
  const spoken = SPEAKER.exec(last)
  const lineStart = text.lastIndexOf('\n', label.start - 1) + 1
  if (label.start - lineStart > LONGEST_LINE || rest.length > LONGEST_LINE) return false
  if (!spoken || last.length - spoken[0].length > LONGEST_LEAD) return false
  const asked = SPEAKER.exec(text.slice(lineStart, lineStart + LONGEST_LINE))
  return asked !== null && lineStart + asked[0].length <= label.start
}
