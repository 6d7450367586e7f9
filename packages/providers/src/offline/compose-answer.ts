import type { PlaceUnit } from '@varve/engine'
import { type Choice, choosePassages } from './choose-passages.ts'
import type { OfflineRequest } from './context-document.ts'
import { isSmallTalk } from './is-small-talk.ts'
import { type Quote, quotePassage } from './quote-passage.ts'
import type { Passage } from './split-passages.ts'

/** Where a quoted passage stands; `number` is that of its citation `[^n]`. */
export interface OfflineSource {
  readonly number: number
  readonly path: string
  /** First and last line in the current text of the source, counted from 1. */
  readonly lines: readonly [from: number, to: number]
  /** What these are, where they are no lines. */
  readonly unit?: PlaceUnit
}

export interface OfflineAnswer {
  readonly text: string
  readonly sources: readonly OfflineSource[]
}

interface Quoted {
  readonly passage: Passage
  readonly quote: Quote
}

const ABOUT_ITSELF =
  /^\W*(?:who|what) are you\b|\bwhat can you do\b|\bare you (?:an? )?(?:ai|llm|bot|human|model)\b/i
const MOST_NAMED = 5

/** An answer made of quotations: beside them it has only the few sentences written in this file. */
export function composeAnswer(request: OfflineRequest): OfflineAnswer {
  if (ABOUT_ITSELF.test(request.question))
    return plain('Offline: it quotes what fits best from the attached notes. It is no language model.')
  if (isSmallTalk(request.question))
    return plain(
      'This is the offline model, and no language model. It can look things up in what is attached: ask about it, or attach a note with @.',
    )
  const attached = [...request.documents.map(({ path }) => path), ...request.shortened]
  if (attached.length === 0)
    return plain('The offline model can only quote what is attached. Attach a note with @.')
  const choice = choosePassages(request)
  const quoted = quoteAll(choice)
  if (quoted.length === 0) return plain(`Not in your notes. Attached: ${nameAll(attached)}.`)
  return {
    text: [opening(quoted, choice), ...quoted.map(({ quote }) => quote.text)].join('\n\n'),
    sources: quoted.map(({ passage, quote }, index) => ({
      number: index + 1,
      path: passage.document.path,
      ...placeOf(passage, quote),
    })),
  }
}

function placeOf({ document: { place } }: Passage, { lines }: Quote): Pick<OfflineSource, 'lines' | 'unit'> {
  return place ? { lines: place.range, unit: place.unit } : { lines }
}

function quoteAll({ passages, facets }: Choice): Quoted[] {
  const quoted: Quoted[] = []
  for (const passage of passages) {
    const quote = quotePassage(passage, facets, `[^${quoted.length + 1}]`)
    if (quote !== undefined) quoted.push({ passage, quote })
  }
  return quoted
}

function opening(quoted: readonly Quoted[], { isOverview }: Choice): string {
  const documents = new Set(quoted.map(({ passage }) => passage.document.path)).size
  const source = quoted.every(({ passage }) => passage.document.isNote) ? 'note' : 'source'
  const from = `${documents} ${source}${documents === 1 ? '' : 's'}`
  const what = isOverview ? 'opening' : 'passage'
  return quoted.length === 1
    ? `1 ${what} from ${from}, quoted as it stands; no language model wrote this.`
    : `${quoted.length} ${what}s from ${from}, quoted as they stand; no language model wrote this.`
}

function nameAll(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMED).map((path) => `\`${oneLine(path)}\``)
  const more = paths.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** A path cannot break out of the line or of its code span. */
function oneLine(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\u2028\u2029`]/gu, '').slice(0, 200)
}

function plain(text: string): OfflineAnswer {
  return { text, sources: [] }
}
