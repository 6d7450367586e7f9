import type { ChatSummaryView, FileView, SearchHitView } from '@varve/server/types'

/** One line of the search, in the order in which it stands. */
export type SearchResult =
  | { readonly kind: 'hit'; readonly hit: SearchHitView }
  | { readonly kind: 'file'; readonly file: FileView }
  | { readonly kind: 'chat'; readonly chat: ChatSummaryView }
  | { readonly kind: 'ask'; readonly text: string }

export interface SearchGroup {
  readonly label: string
  readonly results: readonly SearchResult[]
}

const CHATS_SHOWN = 4
const RECENT_SHOWN = 6

interface Found {
  readonly query: string
  readonly hits: readonly SearchHitView[]
  readonly recent: readonly FileView[]
  readonly chats: readonly ChatSummaryView[]
}

/** What a search shows: what was found, else what was used last; never an empty group. */
export function groupResults({ query, hits, recent, chats }: Found): readonly SearchGroup[] {
  const groups: readonly SearchGroup[] =
    query === ''
      ? [
          {
            label: 'Changed last',
            results: recent.slice(0, RECENT_SHOWN).map((file) => ({ kind: 'file', file })),
          },
          { label: 'Chats', results: chats.slice(0, CHATS_SHOWN).map((chat) => ({ kind: 'chat', chat })) },
        ]
      : [
          { label: 'Notes and files', results: hitsOf(hits.filter(({ linked }) => !linked)) },
          { label: 'Linked from these', results: hitsOf(hits.filter(({ linked }) => linked)) },
          { label: 'Chats', results: chatsCalled(chats, query).map((chat) => ({ kind: 'chat', chat })) },
          { label: 'Actions', results: [{ kind: 'ask', text: query }] },
        ]
  return groups.filter(({ results }) => results.length > 0)
}

function hitsOf(hits: readonly SearchHitView[]): readonly SearchResult[] {
  return hits.map((hit) => ({ kind: 'hit', hit }))
}

/** Chats whose title holds every word, the newest first as they are listed. */
function chatsCalled(chats: readonly ChatSummaryView[], query: string): readonly ChatSummaryView[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  return chats
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .slice(0, CHATS_SHOWN)
}

/** Where in its file a hit stands: `line 14`, of a PDF `p. 9`. */
export function hitPlace({ kind, lines: [first, last], line }: SearchHitView): string {
  if (kind === 'pdf') return `p. ${first}`
  if (kind === 'image') return ''
  if (line !== undefined) return `line ${line}`
  return first === last ? `line ${first}` : `lines ${first}–${last}`
}

/** The line that a hit opens at: the one that holds what was found, else the first of its passage; of a PDF the page. */
export function hitLine({ lines: [first], line }: SearchHitView): number {
  return line ?? first
}

/** The file that a result is, by its path; undefined for a chat or an action. */
export function resultPath(result: SearchResult | undefined): string | undefined {
  if (result?.kind === 'hit') return result.hit.path
  return result?.kind === 'file' ? result.file.path : undefined
}
