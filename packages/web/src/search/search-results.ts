import type { ChatHitView, ChatSummaryView, FileView, SearchHitView } from '@varve/contract'
import { type Command, type CommandGroup, RECENTLY_USED } from './commands.ts'
import type { Spot } from '../workbench/place.ts'
import { isTranscriptOf } from '../view-model/chats/chats.ts'
import { t } from '../i18n/t.ts'
import { lineLabel } from '../view-model/files/file-names.ts'

/** One line of the results, in order. */
export type SearchResult =
  | { readonly kind: 'hit'; readonly hit: SearchHitView }
  | { readonly kind: 'file'; readonly file: FileView }
  | { readonly kind: 'chat'; readonly found: ChatHitView }
  | { readonly kind: 'ask'; readonly text: string }
  | { readonly kind: 'command'; readonly command: Command }

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
  /** Those used last. */
  readonly chats: readonly ChatSummaryView[]
  /** Those that hold the words. */
  readonly foundChats: readonly ChatHitView[]
  /** Those that the words mean, those used last first. */
  readonly commands?: readonly CommandGroup[]
}

/** What a search shows: what was found, else what was used last; never an empty group. */
export function groupResults(found: Found): readonly SearchGroup[] {
  const { query, hits, recent, chats, foundChats } = found
  const commands = (found.commands ?? []).map(
    ({ label, commands: all }): SearchGroup => ({
      label,
      results: all.map((command) => ({ kind: 'command', command })),
    }),
  )
  if (query.startsWith('>')) return commands
  const [first, ...others] = commands
  // The note that a chat is kept in says the same once more.
  const shown = foundChats.slice(0, CHATS_SHOWN)
  const files = hits.filter(({ path }) => !shown.some(({ chat }) => isTranscriptOf(path, chat.id)))
  const groups: readonly SearchGroup[] =
    query === ''
      ? [
          ...(first?.label === RECENTLY_USED ? [first] : []),
          {
            label: t('Recently changed'),
            results: recent.slice(0, RECENT_SHOWN).map((file) => ({ kind: 'file', file })),
          },
          {
            label: t('Chats'),
            results: chatsOf(chats.map((chat) => ({ chat, titleHighlights: [], passages: [] }))),
          },
          ...(first?.label === RECENTLY_USED ? others : commands),
        ]
      : [
          ...commands,
          { label: t('Notes and files'), results: hitsOf(files.filter(({ linked }) => !linked)) },
          { label: t('Linked from these'), results: hitsOf(files.filter(({ linked }) => linked)) },
          { label: t('Chats'), results: chatsOf(foundChats) },
          { label: t('Actions'), results: [{ kind: 'ask', text: query }] },
        ]
  return groups.filter(({ results }) => results.length > 0)
}

function hitsOf(hits: readonly SearchHitView[]): readonly SearchResult[] {
  return hits.map((hit) => ({ kind: 'hit', hit }))
}

function chatsOf(found: readonly ChatHitView[]): readonly SearchResult[] {
  return found.slice(0, CHATS_SHOWN).map((each) => ({ kind: 'chat', found: each }))
}

/** The place of a hit in its file: `line 14`, or `p. 9` of a PDF. */
export function hitPlace({ kind, unit, lines: [first, last], line }: SearchHitView): string {
  if (unit === 'page') return t('p. {page}', { page: first })
  if (kind === 'image') return ''
  return lineLabel(line === undefined ? [first, last] : [line, line])
}

/** Where a hit opens: at the line that holds what was found, else at the first line or page of its passage. */
export function hitSpot({ lines: [first], line, unit }: SearchHitView): Spot {
  return unit === 'page' ? { kind: 'page', page: first } : { kind: 'line', line: line ?? first }
}

/** The file that a result is, by its path; undefined for a chat or an action. */
export function resultPath(result: SearchResult | undefined): string | undefined {
  if (result?.kind === 'hit') return result.hit.path
  return result?.kind === 'file' ? result.file.path : undefined
}
