import {
  decodeText,
  parseNote,
  type Privacy,
  privacyOf,
  privacyRulesOf,
  strictestPrivacy,
  WorkspaceError,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import type { Trust } from '@varve/contract'
import { isLink, readTrust } from '../trust/trust.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'

/** The instructions of a workspace, for every chat in it. */
export const INSTRUCTIONS_PATH = 'AGENTS.md'

/** A text of the workspace that shapes its chats, with the hash that a change of it is guarded by. */
export interface WorkspaceText {
  readonly text: string
  readonly hash: string
  readonly trust: Trust
  /** How far it may travel, as its folders, tags and front matter say now. */
  readonly privacy: Privacy
}

/** Undefined where there is no such file, or none that is text. */
export async function readWorkspaceText(
  context: AppContext,
  workspaceId: string,
  path: string,
): Promise<WorkspaceText | undefined> {
  const opened = await openedIfThere(context, workspaceId)
  if (!opened) return undefined
  try {
    const file = await opened.files.read(path)
    const { contentHash: hash } = file
    const text = decodeText(file)
    const trustOf = await readTrust(context.store, workspaceId)
    const rules = await privacyRulesOf(opened.files)
    // A link is marked as the file that it leads to.
    const marks = [path, file.path].map((each) => privacyOf(each, parseNote(text), rules))
    const trust = trustOf({ path, hash, isLink: isLink(path, file) })
    return { text, hash, trust, privacy: strictestPrivacy(marks) }
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined
    throw error
  }
}
