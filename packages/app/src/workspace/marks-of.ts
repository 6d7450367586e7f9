import type { Artifact, State } from '@varve/engine'
import {
  decodeText,
  type ParsedNote,
  parseNote,
  type Privacy,
  privacyOf,
  type PrivacyRules,
  privacyRulesOf,
  strictestPrivacy,
  WorkspaceError,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { originalOf } from '../guard/original-of.ts'
import { broughtPaths, broughtResults } from '../runner/brought-paths.ts'
import { loadState } from '../turn/load-state.ts'
import type { LostSource } from '../turn/lost-source.ts'
import { lostSources } from '../turn/lost-sources.ts'
import { isNote, markOfLost } from './mark-of-lost.ts'
import { type OpenedWorkspace, openedIfThere } from './opened-workspace.ts'

/** What a file or a chat is marked with that may not go everywhere. */
export type Mark = Exclude<Privacy, 'open'>

/** What a chat was given, in whatever way. */
export interface Drawn {
  readonly chatId: string
  readonly artifacts: readonly Artifact[]
  /** Files that tools have read or found. */
  readonly paths: readonly string[]
  /** What is no longer there to be looked at. */
  readonly lost: readonly LostSource[]
}

/** A state, and what it does not tell of what its chat was given. */
export interface Told {
  readonly state: State
  readonly lost: readonly LostSource[]
}

type TurnRecord = NonNullable<State['open']>

/** All that the turns of a chat up to a state have drawn on, and what was kept of it. */
export function drawnFrom({ state, lost }: Told): Drawn {
  const { conversationId, history, library, open } = state
  // What a model read on its way to an answer goes no further than that answer, and an open turn has none yet.
  const asked = open ? [{ ...open, steps: {} }] : []
  const { artifacts, paths } = drawnByTurns(conversationId, [...history, ...asked])
  return { chatId: conversationId, artifacts: [...artifacts, ...[...library].map(artifactOf)], paths, lost }
}

export function drawnByTurns(chatId: string, turns: readonly TurnRecord[]): Drawn {
  return {
    chatId,
    artifacts: turns.flatMap(({ attached }) => attached.map(artifactOf)),
    paths: [...new Set(turns.flatMap(broughtResults).flatMap(broughtPaths))],
    lost: [],
  }
}

const artifactOf = ({ artifact }: { readonly artifact: Artifact }): Artifact => artifact

/** What may not go everywhere of all that a chat was given, by its key. */
export async function marksOf(
  context: AppContext,
  workspaceId: string,
  drawn: Drawn,
): Promise<ReadonlyMap<string, Mark>> {
  return marksBut(context, workspaceId, { drawn, seen: new Set([drawn.chatId]) })
}

interface Unseen {
  readonly drawn: Drawn
  /** Chats that were looked into already. */
  readonly seen: Set<string>
}

async function marksBut(
  context: AppContext,
  workspaceId: string,
  { drawn, seen }: Unseen,
): Promise<ReadonlyMap<string, Mark>> {
  const marks = new Map(await marksOfFiles(context, workspaceId, drawn))
  const chats = new Map([
    ...drawn.artifacts.flatMap(({ kind, key, source }) =>
      kind === 'chat' ? [[source.name ?? '', key] as const] : [],
    ),
    ...drawn.lost.flatMap((source) =>
      source.kind === 'chat' ? [[source.id, `chat:${source.id}`] as const] : [],
    ),
  ])
  // What another chat has drawn on has come along with it, however short.
  for (const [chatId, key] of chats) {
    if (seen.has(chatId)) continue
    seen.add(chatId)
    const loaded = await loadState(context, { workspaceId, chatId })
    const lost = await lostSources(context, loaded)
    const below = await marksBut(context, workspaceId, { drawn: drawnFrom({ ...loaded, lost }), seen })
    const mark = strictestPrivacy([...below.values()])
    if (mark !== 'open') marks.set(key, mark)
  }
  return marks
}

async function marksOfFiles(
  context: AppContext,
  workspaceId: string,
  { artifacts, paths, lost }: Drawn,
): Promise<ReadonlyMap<string, Mark>> {
  const files = artifacts.filter(({ source }) => source.path !== undefined)
  const uploads = artifacts.filter(({ kind, source }) => kind === 'upload' && isNote(source.name ?? ''))
  const marks = new Map<string, Mark>()
  if (files.length + uploads.length + paths.length + lost.length === 0) return marks
  const opened = await openedIfThere(context, workspaceId)
  const rules = opened ? await privacyRulesOf(opened.files) : RULES_AWAY
  const add = (key: string, privacy: Privacy): void => {
    const strictest = strictestPrivacy([privacy, marks.get(key) ?? 'open'])
    if (strictest !== 'open') marks.set(key, strictest)
  }
  for (const artifact of files) {
    if (marks.get(artifact.key) === 'private') continue
    const { path } = originalOf(artifact)
    const { kind, content } = artifact
    // A passage does not say what its note is marked with: the note itself is asked, and if it is gone, nobody knows.
    const parsed = kind === 'note' ? parseNote(content) : await noteAt(opened, path)
    add(artifact.key, privacyOf(path, parsed, rules))
  }
  for (const { key, source, content } of uploads)
    add(key, privacyOf(source.name ?? '', parseNote(content), rules))
  // Of what a tool has found and is gone, only the folder is known: else each note that is renamed would end a chat.
  for (const path of paths) add(path, privacyOf(path, (await noteAt(opened, path)) ?? SILENT, rules))
  for (const source of lost)
    add(nameOf(source), await markOfLost(context, { workspaceId, opened, rules }, source))
  return marks
}

function nameOf(source: LostSource): string {
  switch (source.kind) {
    case 'file':
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
const RULES_AWAY: PrivacyRules = {
  localOnly: [],
  private: [],
  problems: ['The folder of this workspace is not there.'],
}

/** Why nobody can say what a workspace keeps on this machine, as a sentence; undefined where its rules can be read. */
export async function whyUnknown(context: AppContext, workspaceId: string): Promise<string | undefined> {
  const opened = await openedIfThere(context, workspaceId)
  const { problems } = opened ? await privacyRulesOf(opened.files) : RULES_AWAY
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
