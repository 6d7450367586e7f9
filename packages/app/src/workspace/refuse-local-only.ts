import type { Artifact, State } from '@varve/engine'
import {
  decodeText,
  fileKind,
  type ParsedNote,
  parseNote,
  privacyOf,
  privacyRulesOf,
  WorkspaceError,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { originalOf } from '../guard/original-of.ts'
import { loadState } from '../turn/load-state.ts'
import { openedIfThere } from './opened-workspace.ts'

/**
 * Fails where a chat has drawn on a file that may not leave this machine. Forgetting it does not help: the
 * answers that were given from it are part of what a model elsewhere would be sent.
 */
export async function refuseLocalOnly(context: AppContext, workspaceId: string, state: State): Promise<void> {
  const names = await localOnlyKeys(context, workspaceId, state)
  if (names.length === 0) return
  throw new AppError(
    'local-only',
    `This chat has drawn on files that stay on this machine: ${names.join(', ')}. Ask a model on this machine, or begin another chat. Nothing has been sent.`,
  )
}

/** Keys of all that a chat was ever given and that its workspace keeps on this machine, each once. */
export async function localOnlyKeys(
  context: AppContext,
  workspaceId: string,
  state: State,
): Promise<readonly string[]> {
  const given = [...state.history].flatMap(({ attached }) => attached.map(({ artifact }) => artifact))
  const kept = [...state.library].map(({ artifact }) => artifact)
  const all = [...given, ...kept]
  const chats = await localOnlyChats(context, workspaceId, { all, conversationId: state.conversationId })
  return [...(await localOnlyFiles(context, workspaceId, all)), ...chats]
}

/** What another chat has drawn on has come along with it, however short. */
async function localOnlyChats(
  context: AppContext,
  workspaceId: string,
  { all, conversationId }: { readonly all: readonly Artifact[]; readonly conversationId: string },
): Promise<readonly string[]> {
  const chats = new Map(all.flatMap(({ kind, key, source }) => (kind === 'chat' ? [[source.name, key]] : [])))
  const seen = new Set([conversationId])
  const held: string[] = []
  const isHeld = async (chatId: string): Promise<boolean> => {
    if (seen.has(chatId)) return false
    seen.add(chatId)
    const { state } = await loadState(context, { workspaceId, chatId })
    const pieces = [...state.library, ...[...state.history].flatMap(({ attached }) => attached)]
    const artifacts = pieces.map(({ artifact }) => artifact)
    if ((await localOnlyFiles(context, workspaceId, artifacts)).length > 0) return true
    for (const { kind, source } of artifacts)
      if (kind === 'chat' && (await isHeld(source.name ?? ''))) return true
    return false
  }
  for (const [chatId = '', key = ''] of chats) if (await isHeld(chatId)) held.push(key)
  return held
}

async function localOnlyFiles(
  context: AppContext,
  workspaceId: string,
  all: readonly Artifact[],
): Promise<readonly string[]> {
  const files = all.filter(({ source }) => source.path !== undefined)
  if (files.length === 0) return []
  const opened = await openedIfThere(context, workspaceId)
  // Where the workspace is not there, neither are its rules.
  const rules = opened ? await privacyRulesOf(opened.files) : { localOnly: [], private: [], problems: [] }
  const held = new Set<string>()
  for (const artifact of files) {
    const { key } = artifact
    const { path } = originalOf(artifact)
    if (held.has(key)) continue
    const parsed = await noteBehind(context, workspaceId, artifact)
    if (privacyOf(path, parsed, rules) !== 'open') held.add(key)
  }
  return [...held]
}

/** A passage does not say what its note is marked with: the note itself is asked, and if it is gone, nobody knows. */
async function noteBehind(
  context: AppContext,
  workspaceId: string,
  artifact: Artifact,
): Promise<ParsedNote | undefined> {
  const { kind, content } = artifact
  const { path } = originalOf(artifact)
  if (kind === 'note') return parseNote(content)
  if (fileKind(path.slice(path.lastIndexOf('/') + 1)) !== 'note') return undefined
  try {
    const file = await (await openedIfThere(context, workspaceId))?.files.read(path)
    return file && parseNote(decodeText(file))
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
