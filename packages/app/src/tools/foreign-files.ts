import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { workspaceDefinitions } from '../definitions/workspace-definitions.ts'
import { changeSetting } from './change-setting.ts'
import type { FileChangeRecord } from './files/file-change-record.ts'

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
/** A chat holds pages, results and imported words, whoever owns it. */
const CHATS = 'varve/chats/'
/** What is there and was not looked at may have come a moment ago. */
const DEFINITIONS = /^varve\/(?:agents|skills|templates|projects)\//

/**
 * Files that came from elsewhere: chats, agents and skills that nobody has trusted, and what a tool wrote while text
 * of others was in its context. A page does not become the user's own by being saved.
 */
export async function foreignFiles(context: AppContext, workspaceId: string): Promise<ForeignFiles> {
  const written = new Set(readPaths(await context.store.settings.get(workspaceId, NAME)).map(plain))
  const known = await workspaceDefinitions(context, workspaceId)
  const pathsOf = (isTrusted: boolean): readonly string[] =>
    known
      .filter(({ trusted }) => trusted === isTrusted)
      .flatMap(({ file }) => [file.path, ...besideOf(file)].map(plain))
  const trusted = new Set(pathsOf(true))
  const named = [CHATS, ...written, ...pathsOf(false)]
  return {
    has: (path) => {
      const name = plain(path)
      return name.startsWith(CHATS) || written.has(name) || (DEFINITIONS.test(name) && !trusted.has(name))
    },
    isNamedIn: (text) => {
      const words = plain(text)
      return named.some((path) => words.includes(path))
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
      const names = new Set(known.map(plain))
      const isForeign = (change: FileChangeRecord): boolean => {
        if (change.kind === 'move') return names.has(plain(change.from)) || wasForeign(change.from)
        return change.kind !== 'remove' && isUntrusted
      }
      const added = changes.filter(isForeign).flatMap(({ path }) => (names.has(plain(path)) ? [] : [path]))
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

/** Some disks tell neither cases nor forms of a character apart. */
function plain(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
