import { type KeyboardEvent, useMemo, useState } from 'react'
import type { ChatSummaryView } from '@varve/contract'
import { useChats, useFoundChats } from '../api/chat-lists.ts'
import { useDefinitions, useFileContent, useFiles, useTags, useWorkspace } from '../api/queries.ts'
import { findMention, type Mention } from '../view-model/composer/find-mention.ts'
import {
  type Mentionable,
  type MentionableChat,
  type MentionGroup,
  mentionGroups,
  type MentionOption,
} from '../view-model/composer/mention-groups.ts'
import { moveIn } from '../view-model/text/rows.ts'
import { foldText } from '../view-model/text/text.ts'
import { atGroup, isNamed } from '../view-model/composer/word-groups.ts'
import { type FileIndex, indexFiles, rankFiles, rankNames } from '../view-model/files/rank-files.ts'
import { listFolders, splitPath } from '../view-model/files/file-names.ts'
import { transcriptTitle } from '../view-model/chats/chats.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { t } from '../i18n/t.ts'

/** More than these are found by typing on. */
const SHOWN = 9

/** What would end a link early, or begin something else in it. */
const MARKS_OF_LINKS = /[[\]|#^\n]+/g

const LONGEST = 80

export interface MentionPicker {
  readonly mention: Mention | undefined
  readonly groups: readonly MentionGroup[]
  readonly mentionable: MentionableState
  /** Counted through all groups. */
  readonly active: number
  readonly setActive: (index: number) => void
  /** Returns whether the key was meant for the picker. */
  readonly onKey: (event: KeyboardEvent, pick: (option: MentionOption) => void) => boolean
}

/** The list behind `@`, `[[` and `/`: what matches, which entry is active, and the keys that move in it. No caret, no list. */
export function useMentionPicker(text: string, caret: number | undefined): MentionPicker {
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<number>()
  const typed = caret === undefined ? undefined : findMention(text, caret)
  const mentionable = useMentionable(typed)
  const { get } = mentionable
  const standing = typed ?? (caret === undefined ? undefined : findSpacedMention(text, caret, get))
  const mention = standing && standing.start !== dismissed ? standing : undefined
  const { sign, query } = mention ?? {}
  const headed = useMemo(
    () => (sign === '[[' && query?.includes('#') ? headedNote(query, get().notes) : undefined),
    [sign, query, get],
  )
  const { data: note } = useFileContent(headed ?? '', headed !== undefined)
  const groups = useMemo(() => {
    if (sign === undefined || query === undefined) return []
    if (headed === undefined) return mentionGroups({ sign, query, start: 0, end: 0 }, get())
    const group = headingGroup(query, headed, note?.headings?.map(({ text: words }) => words) ?? [])
    return group.options.length === 0 ? [] : [group]
  }, [sign, query, get, headed, note])
  const options = groups.flatMap((group) => group.options)
  // A dismissed `@` stays dismissed only while it is in the text.
  if (dismissed !== undefined && !standing && !/[@[/]/.test(text.charAt(dismissed))) setDismissed(undefined)
  const [lastQuery, setLastQuery] = useState(query)
  if (lastQuery !== query) {
    setLastQuery(query)
    setActive(0)
  }

  const onKey = (event: KeyboardEvent, pick: (option: MentionOption) => void): boolean => {
    if (!mention) return false
    const option = options[active]
    const moved = moveIn(options.length, active, event.key)
    if (event.key === 'Escape') setDismissed(mention.start)
    else if (moved !== undefined) setActive(moved)
    else if ((event.key === 'Enter' || event.key === 'Tab') && option && !event.shiftKey) pick(option)
    else return false
    return true
  }
  return { mention, groups, mentionable, active, setActive, onKey }
}

/**
 * The `@query` at the caret, with blanks: a blank ends a mention unless a file or folder name continues after
 * it. A blank at the end always does.
 */
export function findSpacedMention(
  text: string,
  caret: number,
  get: () => Pick<Mentionable, 'index' | 'chats' | 'folders' | 'definitions' | 'searchesWeb'>,
): Mention | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret)
  const [, query] = /(?:^|[\s([{"'])@([^\s@#]+(?:[^\S\n]+[^\s@]+)+)$/u.exec(before) ?? []
  if (query === undefined) return undefined
  const [word = ''] = query.split(/\s/u, 1)
  const { index, chats, folders, definitions, searchesWeb } = get()
  // A mention by full name stays in the text, and the text continues after it.
  if (isNamed(atGroup(word, { definitions, searchesWeb }), word)) return undefined
  const wanted = foldText(query)
  const isKnown =
    index.files.some(({ foldedName, foldedTitle, foldedAliases }) =>
      [foldedName, foldedTitle, ...foldedAliases].some((name) => name.includes(wanted)),
    ) ||
    chats.some(({ title }) => foldText(title).includes(wanted)) ||
    folders.some(({ path }) => foldText(path).includes(wanted))
  return isKnown ? { sign: '@', start: caret - query.length - 1, end: caret, query } : undefined
}

/** The note whose headings are asked for behind `#`, as in `[[Plan#Ne`; undefined where none is. */
export function headedNote(query: string, notes: FileIndex): string | undefined {
  const hash = query.indexOf('#')
  const name = query.slice(0, hash).trim()
  if (hash < 0 || name === '') return undefined
  return rankFiles(notes, name, 1).matches[0]?.file.path
}

/** The headings of a note that match the text after `#`, each once; in document order while nothing is typed. */
export function headingGroup(query: string, path: string, headings: readonly string[]): MentionGroup {
  const { name: note } = splitPath(path)
  const wanted = query.slice(query.indexOf('#') + 1).trim()
  const names = [...new Set(headings.map(asLinked).filter((heading) => heading !== ''))]
  const { matches, found } = rankNames(names, { query: wanted, limit: SHOWN, nameOf: (name) => name })
  return {
    title: t('Headings of {note}', { note }),
    found,
    options: matches.map(({ name, marks }) => ({
      kind: 'heading',
      item: `${path}#${name}`,
      path,
      name,
      marks,
    })),
  }
}

function asLinked(heading: string): string {
  return heading.replaceAll(MARKS_OF_LINKS, ' ').replaceAll(/\s+/g, ' ').trim()
}

interface MentionableState {
  /** Prepared when it is first asked for: a large workspace takes a moment. */
  readonly get: () => Mentionable
  readonly isPending: boolean
  readonly error: unknown
}

/** What can be mentioned here; tags are asked for once someone mentions something. */
function useMentionable(typed: Mention | undefined): MentionableState {
  const isOpen = typed !== undefined
  const { chatId } = useWorkbench()
  const { data: files, error } = useFiles()
  const { data: tags } = useTags(isOpen)
  const { data: definitions } = useDefinitions(isOpen)
  const searchesWeb = useWorkspace().data?.searchesWeb === true
  const { chats } = useChats()
  const { hits } = useFoundChats(typed?.sign === '@' ? typed.query : '', 'current')
  const getFiles = useMemo(() => onceAsked(() => prepare(files ?? [])), [files])
  const get = useMemo(
    () =>
      onceAsked(() => ({
        ...getFiles(),
        tags: tags ?? [],
        definitions: definitions ?? [],
        searchesWeb,
        chats: otherChats(chats ?? [], chatId),
        foundChats: otherChats(
          hits.map(({ chat }) => chat),
          chatId,
        ),
      })),
    [getFiles, tags, definitions, searchesWeb, chats, hits, chatId],
  )
  return { get, isPending: files === undefined && !error, error: files ? undefined : error }
}

function otherChats(chats: readonly ChatSummaryView[], open: string | undefined): readonly MentionableChat[] {
  return chats.filter(({ id }) => id !== open).map(({ id, title }) => ({ title, item: `chat:${id}` }))
}

function prepare(
  all: Mentionable['files'],
): Omit<Mentionable, 'tags' | 'definitions' | 'searchesWeb' | 'chats' | 'foundChats'> {
  const transcripts = all
    .flatMap((file) => {
      const title = transcriptTitle(file.path)
      return title === undefined ? [] : [{ title, item: file.path, file }]
    })
    // Of the same time in the order of their paths, as they come.
    .toSorted((a, b) => b.file.modified - a.file.modified)
  const files = all.filter(({ path }) => transcriptTitle(path) === undefined)
  return {
    files,
    index: indexFiles(files),
    notes: indexFiles(files.filter(({ kind }) => kind === 'note')),
    transcripts,
    folders: listFolders(all),
  }
}

function onceAsked<T>(make: () => T): () => T {
  let made: { readonly thing: T } | undefined
  return () => (made ??= { thing: make() }).thing
}
