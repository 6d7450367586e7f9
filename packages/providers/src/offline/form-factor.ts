import type { QuestionCues } from './question-cues.ts'
import type { Passage } from './split-passages.ts'

const DATE =
  /\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d|\d{4}-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2}/i
const REASON = /\b(?:because|since|therefore|so that|due to)\b/i
const MONEY = /\p{Sc}\s?\d|\d\s?\p{Sc}/u
const LINK = /\[\[[^[\]]{1,200}\]\]|\]\([^()]{1,500}\)/g
/** Form is judged by the beginning of a passage; a longer one is a single long line. */
const JUDGED = 2_000

/** A note says first what matters most. */
const LEAD_FACTOR = 1.15
const SIGNPOST_FACTOR = 0.5

/** How well a passage's form suits the question; 1 is neutral. */
export function formFactor(passage: Passage, cues: QuestionCues): number {
  const text = passage.lines.join('\n').slice(0, JUDGED)
  let factor = KIND_FACTOR[passage.kind]
  if (cues.wantsDate && DATE.test(text)) factor *= 1.5
  if (cues.wantsAmount && /\p{N}/u.test(text)) factor *= 1.2
  if (cues.wantsMoney && MONEY.test(text)) factor *= 1.6
  if (cues.wantsReason && REASON.test(text)) factor *= 1.3
  if (cues.wantsReason && /\b(?:why|reasons?)\b/i.test(passage.headings.at(-1) ?? '')) factor *= 1.4
  if (cues.wantsList && (passage.kind === 'list' || passage.kind === 'table')) factor *= 1.2
  if (cues.wantsTable && passage.kind === 'table') factor *= 1.8
  if (passage.isLead) factor *= LEAD_FACTOR
  return isSignpost(text) ? factor * SIGNPOST_FACTOR : factor
}

const KIND_FACTOR: { readonly [kind in Passage['kind']]: number } = {
  heading: 0,
  paragraph: 1,
  list: 1,
  table: 1,
  code: 0.7,
  'front-matter': 0.45,
}

/** It names the places where answers stand and is none itself: several links, and little beside them. */
function isSignpost(text: string): boolean {
  const links = [...text.matchAll(LINK)].map(([link]) => link.length)
  return links.length > 1 && links.reduce((sum, length) => sum + length, 0) > 0.25 * text.length
}
