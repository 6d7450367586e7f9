import type { Artifact } from '@varve/engine'
import { restoreText } from '@varve/guard'
import {
  decodeText,
  type IndexedFile,
  type ParsedNote,
  parseNote,
  type Privacy,
  privacyOf,
  type PrivacyRules,
  privacyRulesOf,
  strictestPrivacy,
  WorkspaceError,
} from '@varve/workspace'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { loadPlaceholders } from '../guard/load-redaction.ts'
import { originalOf } from '../guard/original-of.ts'
import { cloudModels } from '../models/cloud-models.ts'
import { observeFiles, type SeenFiles } from '../chat/observe-files.ts'
import type { LostSource } from './lost-source.ts'
import type { ChatSources } from './chat-sources.ts'
import { sourcesOfChat } from './sources-of-chat.ts'
import { isKept, isNote, markOfLost } from './mark-of-lost.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import type { OpenedWorkspace } from './workspace-files.ts'

/** What a file or a chat is marked with that may not go everywhere. */
export type Mark = Exclude<Privacy, 'open'>

/** What may not go everywhere of all that a chat was given, by its key. */
export async function marksOf(
  context: AppContext,
  workspaceId: string,
  drawn: ChatSources,
  files: SeenFiles = new Map(),
): Promise<ReadonlyMap<string, Mark>> {
  return marksBut(context, workspaceId, { drawn, seen: new Set([drawn.chatId]), files })
}

interface Unseen {
  readonly drawn: ChatSources
  /** Chats that were looked into already. */
  readonly seen: Set<string>
  readonly files: SeenFiles
}

async function marksBut(
  context: AppContext,
  workspaceId: string,
  { drawn, seen, files }: Unseen,
): Promise<ReadonlyMap<string, Mark>> {
  const marks = new Map(await marksOfFiles(context, workspaceId, drawn, files))
  const chats = new Map([
    ...drawn.artifacts.flatMap(({ kind, key, source }) =>
      kind === 'chat' ? [[source.name ?? '', key] as const] : [],
    ),
    ...drawn.lost.flatMap((source) =>
      source.kind === 'chat' ? [[source.id, `chat:${source.id}`] as const] : [],
    ),
    ...drawn.chats.map((id) => [id, `chat:${id}`] as const),
  ])
  // What another chat has drawn on has come along with it, however short.
  for (const [chatId, key] of chats) {
    if (seen.has(chatId)) continue
    seen.add(chatId)
    if (!(await isKept(context, workspaceId, chatId))) {
      if (!(await wasSent(context, drawn, chatId))) marks.set(key, 'local-only')
      continue
    }
    const below = await marksBut(context, workspaceId, {
      drawn: await sourcesOfChat(context, { workspaceId, chatId }),
      seen,
      files,
    })
    const mark = strictestPrivacy([...below.values()])
    if (mark !== 'open') marks.set(key, mark)
  }
  return marks
}

/** The sources of a deleted chat are unknown; if a cloud model received it, none was marked. */
async function wasSent(
  context: AppContext,
  { lost, readers }: ChatSources,
  chatId: string,
): Promise<boolean> {
  if (lost.some((source) => source.kind === 'chat' && source.id === chatId && source.wasSent)) return true
  const isCloud = await cloudModels(context)
  return (readers.get(chatId) ?? []).some(isCloud)
}

async function marksOfFiles(
  context: AppContext,
  workspaceId: string,
  drawn: ChatSources,
  seen: SeenFiles,
): Promise<ReadonlyMap<string, Mark>> {
  const { artifacts, paths, hashes, listed, lost } = await withNames(context, workspaceId, drawn)
  const files = artifacts.filter(({ source }) => source.path !== undefined)
  const uploads = artifacts.filter(({ kind, source }) => kind === 'upload' && isNote(source.name ?? ''))
  const marks = new Map<string, Mark>()
  if (files.length + uploads.length + paths.length + listed.length + lost.length === 0) return marks
  const opened = await openedIfThere(context, workspaceId)
  const rules = await rulesNow(opened)
  const add = (key: string, privacy: Privacy): void => {
    const strictest = strictestPrivacy([privacy, marks.get(key) ?? 'open'])
    if (strictest !== 'open') marks.set(key, strictest)
  }
  const observed = new Map(
    (await observeFiles(context, workspaceId, files, seen)).map(({ artifact, now }) => [artifact, now.kind]),
  )
  const movedFrom = moveFinder(opened)
  // Kept attachments are also in the turn that added them.
  for (const artifact of new Set(files)) {
    if (marks.get(artifact.key) === 'private') continue
    const { path, hash } = originalOf(artifact)
    const { kind } = artifact
    // A passage doesn't carry its note's marks: read the note, and if it is gone the mark is unknown.
    const parsed = kind === 'note' ? parsedOf(artifact) : await noteAt(opened, path)
    add(artifact.key, privacyOf(path, parsed, rules))
    // What was read of it then says nothing of the marks that it has now, and where it is by now.
    const now = observed.get(artifact)
    if (now === 'changed' && kind === 'note')
      add(artifact.key, privacyOf(path, await noteAt(opened, path), rules))
    if (now === 'missing' && rules.problems.length === 0)
      for (const { path: place, note } of await movedFrom(path, hash))
        add(artifact.key, privacyOf(place, note, rules))
    for (const picture of picturesOf(artifact)) {
      add(artifact.key, privacyOf(picture.path, undefined, rules))
      for (const copy of await pictureCopies(opened, picture))
        add(artifact.key, privacyOf(copy, undefined, rules))
    }
    // A query shows more than the note that it is in.
    if (artifact.metadata['localOnly'] === true) add(artifact.key, 'local-only')
  }
  for (const { key, source, content } of uploads)
    add(key, privacyOf(source.name ?? '', parseNote(content), rules))
  for (const path of paths) {
    const note = await noteAt(opened, path)
    // For missing files found by tools only the folder and the last version are known; otherwise each renamed
    // note would end a chat.
    add(path, privacyOf(path, note ?? (await lastVersion(opened, path)), rules))
    if (!note && isNote(path) && rules.problems.length === 0)
      for (const moved of await movedFrom(path, hashes.get(path)))
        add(path, privacyOf(moved.path, moved.note, rules))
  }
  for (const [path, parsed] of await indexedNotes(opened, listed)) add(path, privacyOf(path, parsed, rules))
  for (const source of lost)
    add(nameOf(source), await markOfLost(context, { workspaceId, opened, rules }, source))
  return marks
}

const picturesSchema = z.array(z.object({ path: z.string(), hash: z.string(), bytes: z.number() })).catch([])

type ShownPicture = z.infer<typeof picturesSchema>[number]

/** The files of the pictures that a note showed when it was attached. */
function picturesOf({ metadata }: Artifact): readonly ShownPicture[] {
  return picturesSchema.parse(metadata['pictures'])
}

/** Current places of a missing picture: files with the same bytes. */
async function pictureCopies(
  opened: OpenedWorkspace | undefined,
  { path, hash, bytes }: ShownPicture,
): Promise<readonly string[]> {
  if (!opened || (await opened.files.stat(path))) return []
  const { files } = await opened.files.list()
  const alike = files.filter((file) => file.kind === 'image' && file.bytes === bytes)
  const read = await Promise.all(alike.map((file) => opened.files.read(file.path)))
  return read.filter((file) => file.contentHash === hash).map((file) => file.path)
}

/** A chat keeps its notes for long, and asks with each message how far they may go. */
const parsedNotes = new WeakMap<Artifact, ParsedNote>()

function parsedOf(artifact: Artifact): ParsedNote {
  const known = parsedNotes.get(artifact)
  if (known) return known
  const parsed = parseNote(artifact.content)
  parsedNotes.set(artifact, parsed)
  return parsed
}

interface PlacedNote {
  readonly path: string
  /** Undefined for a file that is no note, or cannot be read. */
  readonly note: ParsedNote | undefined
}

/** What tools said has placeholders for what is private in the name of a file. */
async function withNames(context: AppContext, workspaceId: string, drawn: ChatSources): Promise<ChatSources> {
  const { chatId, paths, hashes, listed } = drawn
  if (![...paths, ...listed].some((path) => path.includes('<<'))) return drawn
  const turns = await context.store.turns.list(workspaceId, chatId)
  const goneOn = new Set(turns.map(({ parentId }) => parentId))
  const known = await Promise.all(
    turns
      .filter(({ id }) => !goneOn.has(id))
      .map(({ id }) => loadPlaceholders(context, { workspaceId, chatId }, id)),
  )
  // A placeholder may have another value in each branch.
  const named = (path: string): readonly string[] => [
    ...new Set([path, ...known.map((values) => restoreText(path, values))]),
  ]
  return {
    ...drawn,
    paths: paths.flatMap(named),
    listed: listed.flatMap(named),
    hashes: new Map([...hashes].flatMap(([path, hash]) => named(path).map((name) => [name, hash]))),
  }
}

/** A note as it was when Varve last changed or removed it: a tool may have taken it away. */
async function lastVersion(opened: OpenedWorkspace | undefined, path: string): Promise<ParsedNote> {
  if (!opened || !isNote(path)) return SILENT
  try {
    const [last] = await opened.files.versions(path)
    return last ? parseNote(decodeText(await opened.files.readVersion(last.id))) : SILENT
  } catch (error) {
    if (error instanceof WorkspaceError) return SILENT
    throw error
  }
}

/** Current places of a missing file: by its text, else by its name. */
function moveFinder(
  opened: OpenedWorkspace | undefined,
): (path: string, hash?: string) => Promise<readonly PlacedNote[]> {
  let listing: Promise<readonly IndexedFile[]> | undefined
  const list = async (): Promise<readonly IndexedFile[]> => {
    const index = await opened?.index()
    // It may have been moved a moment ago.
    await index?.refresh()
    return (await index?.files()) ?? []
  }
  return async (path, hash) => {
    listing ??= list()
    const others = (await listing).filter((file) => file.path !== path)
    const same = others.filter(({ contentHash }) => hash !== undefined && contentHash.startsWith(hash))
    const named = others.filter((file) => baseName(file.path) === baseName(path))
    return Promise.all(
      (same.length > 0 ? same : named).map(async (file) => ({
        path: file.path,
        note: await noteAt(opened, file.path),
      })),
    )
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

/** What the index knows of files that were only named: there may be hundreds, and none of them was shown. */
async function indexedNotes(
  opened: OpenedWorkspace | undefined,
  listed: readonly string[],
): Promise<readonly (readonly [path: string, parsed: ParsedNote])[]> {
  const index = listed.length === 0 ? undefined : await opened?.index()
  return Promise.all(listed.map(async (path) => [path, (await index?.file(path))?.parsed ?? SILENT] as const))
}

function nameOf(source: LostSource): string {
  switch (source.kind) {
    case 'file':
    case 'instructions':
      return source.path
    case 'upload':
    case 'chat':
      return `${source.kind}:${source.id}`
    case 'unknown':
      return source.name
    default:
      return source satisfies never
  }
}

/** Where a workspace is not there, neither are its rules: what was taken from it may be marked by any of them. */
async function rulesNow(opened: OpenedWorkspace | undefined): Promise<PrivacyRules> {
  if (!opened) return unknownRules('The folder of this workspace is not there.')
  if (await opened.isEmptied())
    return unknownRules(
      'The folder of this workspace had files and is now empty, as if its drive were not mounted. If it should be empty, put any file into it.',
    )
  return privacyRulesOf(opened.files)
}

function unknownRules(problem: string): PrivacyRules {
  return { localOnly: [], private: [], problems: [problem] }
}

/** Why a workspace's privacy rules can't be read, in a sentence; undefined if they can. */
export async function whyUnknown(context: AppContext, workspaceId: string): Promise<string | undefined> {
  const opened = await openedIfThere(context, workspaceId)
  const { problems } = await rulesNow(opened)
  return problems[0]
}

/** A note that says nothing about itself. */
const SILENT = parseNote('')

async function noteAt(opened: OpenedWorkspace | undefined, path: string): Promise<ParsedNote | undefined> {
  if (!isNote(path)) return undefined
  try {
    const file = await opened?.files.read(path)
    return file && parseNote(decodeText(file))
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
