import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { workspaceDefinitions } from './workspace-definitions.ts'
import { foldPath, isInstruction, trustedPaths } from '../trust/trust.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import { changeSetting } from '../trust/change-setting.ts'
import type { FileChangeRecord } from '@varve/contract'

/** Which files of a workspace hold what others wrote. */
export interface ForeignFiles {
  readonly has: (path: string) => boolean
  /** Whether a text names one of them, as a call or its result does. */
  readonly isNamedIn: (text: string) => boolean
}

const NAME = 'foreignFiles'
const STORED = z.array(z.string())
/** More than anybody has; of those the newest. */
const MOST_FILES = 5000
/** A chat holds pages, results and imported words, anyone who owns it. */
const CHATS = 'varve/chats/'
/** Instructions that are no definitions, where a text names them. */
const NAMED =
  /(?<![\p{L}\p{N}/._-])(?:agents\.md|varve\/memory\.md|varve\/areas\/[^/\n]{1,200}\/[^/\n]{1,200}?\.area\.md)/gu

/**
 * Files from outside: chats, untrusted instructions, and files that a tool wrote with text by others in its
 * context. Saving a page doesn't make it the user's own text.
 */
export async function foreignFiles(context: AppContext, workspaceId: string): Promise<ForeignFiles> {
  const written = new Set(readPaths(await context.store.settings.get(workspaceId, NAME)).map(foldPath))
  const known = await workspaceDefinitions(context, workspaceId)
  const pathsOf = (isTrusted: boolean): readonly string[] =>
    known
      .filter(({ trusted }) => trusted === isTrusted)
      .flatMap(({ file }) => [file.path, ...besideOf(file)].map(foldPath))
  const files = (await openedIfThere(context, workspaceId))?.files
  const trusted = new Set([
    ...pathsOf(true),
    ...(files ? await trustedPaths(context.store, workspaceId, files) : []).map(foldPath),
  ])
  const has = (path: string): boolean => {
    const name = foldPath(path)
    // The owner may have trusted what a tool wrote.
    if (isInstruction(name)) return !trusted.has(name)
    return name.startsWith(CHATS) || written.has(name)
  }
  const named = [CHATS, ...[...written, ...pathsOf(false)].filter(has)]
  return {
    has,
    isNamedIn: (text) => {
      const words = foldPath(text)
      return named.some((path) => words.includes(path)) || (words.match(NAMED) ?? []).some(has)
    },
  }
}

export interface ChangesToRemember {
  readonly changes: readonly FileChangeRecord[]
  readonly isUntrusted: boolean
  /** Whether a file held what others wrote, before these changes. */
  readonly wasForeign: (path: string) => boolean
}

/** Remembers what a call changed, where others had a part in it; a file that only moves stays what it was. */
export async function rememberForeign(
  { store }: Pick<AppContext, 'store'>,
  workspaceId: string,
  { changes, isUntrusted, wasForeign }: ChangesToRemember,
): Promise<void> {
  await changeSetting(store, {
    workspaceId,
    name: NAME,
    change: (before) => {
      const known = readPaths(before)
      const names = new Set(known.map(foldPath))
      const isForeign = (change: FileChangeRecord): boolean => {
        if (change.kind === 'move') return names.has(foldPath(change.from)) || wasForeign(change.from)
        return change.kind !== 'remove' && isUntrusted
      }
      const added = changes.filter(isForeign).flatMap(({ path }) => (names.has(foldPath(path)) ? [] : [path]))
      return added.length === 0 ? undefined : { value: [...known, ...added].slice(-MOST_FILES) }
    },
  })
}

function readPaths(stored: unknown): readonly string[] {
  return STORED.safeParse(stored).data ?? []
}

function besideOf({
  path,
  beside,
}: {
  readonly path: string
  readonly beside: readonly { readonly name: string }[]
}) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return beside.map(({ name }) => `${folder}${name}`)
}
