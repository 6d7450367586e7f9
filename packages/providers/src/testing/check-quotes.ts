import type { OfflineSource } from '../offline/compose-answer.ts'
import { SENTENCES } from '../offline/sentences.ts'

/** What an answer may begin with. */
function isFixed(opening: string): boolean {
  return Object.values(SENTENCES).some(
    (say) =>
      [say.nothingMatches, say.whoItIs, say.asksNothing, say.cannotCalculate].includes(opening) ||
      opening.startsWith(say.notInNotes('`').split('`')[0] ?? '') ||
      [1, 2].some((quotes) =>
        [true, false].some((isOverview) =>
          [1, 2].some((sources) =>
            [true, false].some((areNotes) => {
              const wanted = say.opening({ quotes, isOverview, sources, areNotes })
              return wanted.replace(/\d/g, '') === opening.replace(/\d/g, '')
            }),
          ),
        ),
      ),
  )
}

export interface CheckedAnswer {
  readonly text: string
  readonly sources: readonly OfflineSource[]
}

/**
 * Every way in which an answer breaks its promise: one fixed sentence, then quotes with gapless citations,
 * the words of each standing in that order at exactly the lines that its source names.
 */
export function checkQuotes(answer: CheckedAnswer, textOf: (path: string) => string): string[] {
  const [opening = '', ...quotes] = answer.text.split(/\n\n(?=> )/)
  const problems: string[] = []
  if (!isFixed(opening)) problems.push(`unknown opening: ${opening}`)
  if (opening.includes('\n')) problems.push('the opening has more than one line')
  if (quotes.length !== answer.sources.length)
    problems.push(`${quotes.length} quotes, ${answer.sources.length} sources`)
  const citations = withoutCode(answer.text).match(/\[\^/g) ?? []
  if (citations.length !== quotes.length) problems.push(`${citations.length} citations`)
  for (const [index, source] of answer.sources.entries()) {
    const quote = quotes[index] ?? ''
    if (source.number !== index + 1) problems.push(`source ${index + 1} has number ${source.number}`)
    if (!quote.endsWith(`[^${source.number}]`)) problems.push(`quote ${source.number} has no citation`)
    if (quote.split('\n').some((line) => !line.startsWith('>')))
      problems.push(`quote ${source.number} is left`)
    const lines = textOf(source.path).split('\n')
    const [from, to] = source.lines
    if (from < 1 || to < from || to > lines.length) problems.push(`lines ${from} to ${to} of ${lines.length}`)
    const spoken = wordsIn(quote.replace(/\[\^\d+\]$/, ''))
    if (!standsIn(spoken, wordsIn(lines.slice(from - 1, to).join('\n'))))
      problems.push(`quote ${source.number} is not at ${source.path}:${from}-${to}: ${quote}`)
  }
  return problems
}

/** Code is shown as it is: what looks like a citation in it is none. */
function withoutCode(text: string): string {
  return text.replace(/^> (`{3,})\n[^]*?^> \1$/gm, '')
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

/** The words in the same order, perhaps with others between. */
function standsIn(words: readonly string[], whole: readonly string[]): boolean {
  let next = 0
  for (const word of whole) if (word === words[next]) next++
  return next === words.length
}
