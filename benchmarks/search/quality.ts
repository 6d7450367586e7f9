import type { Section } from '../report.ts'
import { measureConversations } from './quality/measure-conversations.ts'
import { measureKnownItems } from './quality/measure-known-items.ts'
import { measureLinks } from './quality/measure-links.ts'
import { hasSearchData, notesIn, vaultNamed } from './quality/read-data.ts'

export interface QualityOptions {
  /** Conversations with embeddings as well, which takes minutes: the built-in ones, or those of a model file. */
  readonly embeddings: string | undefined
}

/** How good the answers are over somebody's own notes, beside a plain BM25 of the same run. */
export async function measureOwnNotes(folder: string): Promise<Section> {
  const title = 'Quality of search'
  const notes = notesIn(folder)
  if (typeof notes === 'string') return { title, notes: [`Skipped: ${notes}`], tables: [], goals: [] }
  return {
    title,
    notes: [HALVES, LINKS, PLAIN],
    ...(await measureLinks(notes)),
  }
}

const HALVES =
  'Halves by the first bit of SHA-256 of the query or task id: weights were chosen by the tuning half only.'
const LINKS =
  'Links: the query is a line of a note with its link taken out; wanted is where it led. The source is excluded from answers and from link evidence; “copies left out” also excludes every other note that holds the line, for plain BM25 alike: the goal is judged there, the harder of the two.'
const PLAIN =
  'Plain BM25: FTS5’s bm25 over title and text with default weights, any word, by an implementation that shares nothing with Varve’s search. Varve: openIndex over the folder.'

/** How good the answers are, beside a plain BM25 of the same run. */
export async function measureSearchQuality(options: QualityOptions): Promise<Section> {
  const title = 'Quality of search'
  if (!hasSearchData())
    return {
      title,
      notes: ['Skipped: the data is not beside the repository (../shared/data).'],
      tables: [],
      goals: [],
    }
  const parts = [
    await measureLinks(vaultNamed('blue-book')),
    await measureLinks(vaultNamed('obsidian-garden')),
    await measureConversations(options),
  ]
  const known = await measureKnownItems()
  return {
    title,
    notes: [
      HALVES,
      `${LINKS} Many lines of blue-book stand in its newsletters as well, link included.`,
      'Conversations: one file for each passage, the last turn as text and all turns before it as conversation. Among all 1,488 passages is harder than within a collection: the goal is judged there.',
      PLAIN,
      'Known notes: a sample of titles, of headings that stand in one note only, and of three longer words in a row; newsletters are not asked for.',
    ],
    tables: [...parts.flatMap((part) => part.tables), ...known],
    goals: parts.flatMap((part) => part.goals),
  }
}
