import type { ContextDocument, OfflineRequest } from './context-document.ts'
import { indexPassages } from './index-passages.ts'
import { type Facet, questionTerms } from './question-terms.ts'
import { rankPassages } from './rank-passages.ts'
import { type Passage, splitPassages } from './split-passages.ts'
import { splitQuestion } from './split-question.ts'

export interface Choice {
  readonly passages: readonly Passage[]
  /** What the question asks for; a long passage is clipped around it. */
  readonly facets: readonly Facet[]
  /** Nothing in particular was asked for: the passages are the beginnings of the documents. */
  readonly isOverview: boolean
}

const MOST_PASSAGES = 4

/** The passages to quote: for each part of the question its best, then the next best of each in turn. */
export function choosePassages(request: OfflineRequest): Choice {
  const { documents, question } = request
  const texts = documents.filter(({ isListing }) => isListing !== true)
  if (texts.length === documents.length || ASKS_FOR_FILES.test(question))
    return chooseFrom(documents, request)
  const choice = chooseFrom(texts, request)
  return choice.passages.length > 0 ? choice : chooseFrom(documents, request)
}

/** What a folder holds is no answer to a question about anything else, however often its names hold the words. */
const ASKS_FOR_FILES =
  /\b(?:files?|folders?|(?:which|what|list)(?: all)?(?: the)? notes?|dateien|ordner|fichiers?|dossiers?|archivos?|carpetas?)\b/i

function chooseFrom(documents: readonly ContextDocument[], request: OfflineRequest): Choice {
  const passages = withoutRepeats(documents.flatMap(splitPassages))
  const parts = splitQuestion(request.question)
  const terms = parts.map((part, index) => questionTerms(part, parts[index - 1] ?? request.previousQuestion))
  const facets = terms.flatMap((each) => each.facets)
  if (facets.length === 0) return { passages: openings(passages), facets, isOverview: true }
  const indexed = indexPassages(passages)
  const ranked = terms.map((each) => (each.facets.length === 0 ? [] : rankPassages(indexed, each)))
  const most = Math.ceil(MOST_PASSAGES / parts.length)
  const chosen = new Set<Passage>()
  for (let rank = 0; rank < most; rank++)
    for (const list of ranked) {
      const passage = list[rank]
      if (passage !== undefined && chosen.size < MOST_PASSAGES) chosen.add(passage)
    }
  return { passages: [...chosen], facets, isOverview: false }
}

/** A note and a section of it that another note embeds hold the same lines: they are quoted once. */
function withoutRepeats(passages: readonly Passage[]): readonly Passage[] {
  const known = new Map<string, Passage>()
  for (const passage of passages) {
    const { path, firstLine } = passage.document
    const name = JSON.stringify([path, passage.from + firstLine - 1, passage.lines])
    // What was attached now is what the question is about.
    if (!known.has(name) || passage.document.attachedNow) known.set(name, passage)
  }
  return [...known.values()]
}

/** How each document begins, then how its sections do: of what is attached now, or of everything. */
function openings(passages: readonly Passage[]): Passage[] {
  const now = passages.filter((passage) => passage.document.attachedNow)
  const from = now.length > 0 ? now : passages
  const leads = from.filter((passage) => passage.isLead)
  const sections = from.filter((passage) => !passage.isLead && passage.headingLine !== undefined)
  return [...leads, ...sections].slice(0, MOST_PASSAGES)
}
