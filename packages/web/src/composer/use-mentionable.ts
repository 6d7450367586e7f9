import { useMemo } from 'react'
import { useDefinitions } from '../api/definition-queries.ts'
import { useFiles, useTags } from '../api/file-queries.ts'
import { transcriptTitle } from '../view-model/chats/chat-transcript.ts'
import { listFolders } from '../view-model/files/list-folders.ts'
import type { Mentionable, MentionableChat } from '../view-model/composer/mention-groups.ts'
import { indexFiles } from '../view-model/files/rank-files.ts'

export interface MentionableState {
  /** Prepared when it is first asked for: a large workspace takes a moment. */
  readonly get: () => Mentionable
  readonly isPending: boolean
  readonly error: unknown
}

/** What can be mentioned here; tags are asked for once someone mentions something. */
export function useMentionable(isOpen: boolean): MentionableState {
  const { data: files, error } = useFiles()
  const { data: tags } = useTags(isOpen)
  const { data: definitions } = useDefinitions(isOpen)
  const getFiles = useMemo(() => onceAsked(() => prepare(files ?? [])), [files])
  const get = useMemo(
    () => onceAsked(() => ({ ...getFiles(), tags: tags ?? [], definitions: definitions ?? [] })),
    [getFiles, tags, definitions],
  )
  return { get, isPending: files === undefined && !error, error: files ? undefined : error }
}

function prepare(all: Mentionable['files']): Omit<Mentionable, 'tags' | 'definitions'> {
  const chats = all.flatMap((file) => {
    const title = transcriptTitle(file.path)
    return title === undefined ? [] : [{ title, file }]
  })
  const files = all.filter(({ path }) => transcriptTitle(path) === undefined)
  return {
    files,
    index: indexFiles(files),
    notes: indexFiles(files.filter(({ kind }) => kind === 'note')),
    chats: chats.toSorted(newestFirst),
    folders: listFolders(all),
  }
}

/** Of the same time in the order of their paths, as they come. */
function newestFirst(a: MentionableChat, b: MentionableChat): number {
  return b.file.modified - a.file.modified
}

function onceAsked<T>(make: () => T): () => T {
  let made: { readonly thing: T } | undefined
  return () => (made ??= { thing: make() }).thing
}
