import { safeEnd } from './cut-text.ts'
import { foldAnswer } from './fold-answer.ts'

/** No more of one text is read; what matters stands in the first pages. */
const REACH = 20_000
const LINE_REACH = 400
const FINDINGS = 3

/** A full stop inside a word, as in a file name, ends no sentence. */
const QUESTION = /(?:[^.!?。！？\n]|[.!](?!\s)){2,300}[?？]/gu
const SENTENCE = /^.{12,}?(?:[.!?](?=\s|$)|[。！？])/u
const DECISION =
  /\b(?:agreed|conclu\w+|decid\w+|decision|chose|choose|therefore|must|never|recommend\w*|result|because|beschlossen|entschieden|décidé|decidido)\b|决定|決定/iu
const FOLDED = /^\[(?:reasoned|wrote|edited|used)\b[^\]]*\]$/

/** The last question of a message, or how it begins. */
export function questionOf(text: string): string {
  return beginningOf(text).match(QUESTION)?.at(-1)?.trim() ?? openingOf(text)
}

/** The first sentence of the prose, without headings, code and tables. */
export function openingOf(text: string): string {
  const line = proseOf(text)[0] ?? ''
  return SENTENCE.exec(line)?.[0] ?? line
}

/** The lines that say most: decisions before numbers, then in order. */
export function findingsOf(text: string): readonly string[] {
  return proseOf(text)
    .map((line, index) => ({
      line,
      index,
      weight: (DECISION.test(line) ? 2 : 0) + (/\d/.test(line) ? 1 : 0),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight || left.index - right.index)
    .slice(0, FINDINGS)
    .map(({ line }) => line)
}

function proseOf(text: string): readonly string[] {
  const lines: string[] = []
  let code = false
  for (const line of beginningOf(foldAnswer(text)).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) code = !code
    else if (!code && !/^\s*(?:#|\||<)/.test(line) && !FOLDED.test(line.trim())) {
      const prose = line
        .slice(0, LINE_REACH)
        .replace(/^\s*(?:(?:[-*+>]|\d+[.)])\s+)*/, '')
        .trim()
      if (prose !== '') lines.push(prose)
    }
  }
  return lines
}

function beginningOf(text: string): string {
  return text.slice(0, safeEnd(text, Math.min(text.length, REACH)))
}
