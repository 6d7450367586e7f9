import {
  decodeText,
  fileKind,
  type ParsedNote,
  parseNote,
  type Privacy,
  privacyOf,
  type PrivacyRules,
  strictestPrivacy,
  WorkspaceError,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { baseName } from './named-context.ts'
import type { LostSource } from './lost-source.ts'
import type { OpenedWorkspace } from './workspace-files.ts'

export interface LostPlace {
  readonly workspaceId: string
  readonly opened: OpenedWorkspace | undefined
  readonly rules: PrivacyRules
}

/**
 * The privacy mark of a source whose text is lost: as its file says today. If the file is gone too, the mark
 * is unknown and it stays local, unless it was sent to a cloud model before.
 */
export async function markOfLost(
  context: AppContext,
  { workspaceId, opened, rules }: LostPlace,
  source: LostSource,
): Promise<Privacy> {
  const gone: Privacy = source.wasSent ? 'open' : 'local-only'
  switch (source.kind) {
    case 'file': {
      const file = (await factsAt(opened, source.path)) ?? (await movedFacts(opened, source.path))
      const byPlace = privacyOf(source.path, SILENT, rules)
      if (!file) return strictestPrivacy([byPlace, gone])
      return strictestPrivacy([byPlace, privacyOf(file.path, file.note, rules)])
    }
    case 'upload': {
      const { store } = context
      const record = await store.uploads.get({ workspaceId, id: source.id })
      const bytes = record && (await store.blobs.get(workspaceId, record.hash))
      if (!record || !bytes) return gone
      const { name: path } = record
      return isNote(path) ? privacyOf(path, noteOf({ path, bytes }), rules) : 'open'
    }
    case 'chat':
      return (await isKept(context, workspaceId, source.id)) ? 'open' : gone
    case 'instructions': {
      const file = await factsAt(opened, source.path)
      const now = file ? privacyOf(file.path, file.note, rules) : 'open'
      // One that is private now was in no prompt if it was so then.
      return now === 'local-only' ? strictestPrivacy([now, source.mark]) : source.mark
    }
    case 'unknown':
      return 'local-only'
    default:
      return source satisfies never
  }
}

/** Whether a chat is still there, be it in the trash: then it tells itself what it has drawn on. */
export async function isKept({ store }: AppContext, workspaceId: string, chatId: string): Promise<boolean> {
  return (await store.conversations.some(workspaceId, [chatId])).length > 0
}

/** A note that says nothing about itself. */
const SILENT = parseNote('')

async function factsAt(opened: OpenedWorkspace | undefined, path: string) {
  try {
    if (!isNote(path)) {
      const entry = await opened?.files.stat(path)
      return entry && { path: entry.path, note: undefined }
    }
    const file = await opened?.files.read(path)
    return file && { path: file.path, note: noteOf(file) }
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}

/** A file that was moved is found by its base name, if only one has it. */
async function movedFacts(opened: OpenedWorkspace | undefined, path: string) {
  const name = baseName(path)
  const { files = [] } = (await opened?.files.list()) ?? {}
  const [moved, other] = files.filter((file) => baseName(file.path) === name)
  return moved && !other ? factsAt(opened, moved.path) : undefined
}

/** Undefined if it is no text and its mark can't be read. */
function noteOf(file: Parameters<typeof decodeText>[0]): ParsedNote | undefined {
  try {
    return parseNote(decodeText(file))
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}

export function isNote(path: string): boolean {
  return fileKind(path) === 'note'
}
