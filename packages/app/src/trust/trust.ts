import type { Store } from '@varve/store'
import type { FileStore } from '@varve/workspace'
import { z } from 'zod'
import type { Trust } from '@varve/contract'
import { changeSetting } from './change-setting.ts'

/*
 * Every file of a workspace that a model follows: agents, skills, templates, projects, areas, `AGENTS.md` and the
 * memory. They are followed only while they are trusted, and this is the one check.
 *
 * Trust is of a path and of a text. The exact text that its owner wrote in Varve or looked at is `trusted`. Another
 * text at that path is `changed`: it is followed too, and shown as changed, because the owner works on it in an
 * editor. That ends when something other than the owner writes there through Varve (a tool, an import, a saved
 * answer): from then on only the exact text counts, until the owner saves or trusts the file again.
 */

/** A file as it was read. The hash is of all that belongs to it: also of the files beside a skill. */
export interface TrustedText {
  readonly path: string
  readonly hash: string
  /** It is read through a link, so anyone who writes to the other file changes it: only the exact text counts. */
  readonly isLink?: boolean
}

export type TrustCheck = (file: TrustedText) => Trust

const SETTING = 'trustedFiles'

const recordSchema = z.object({
  path: z.string(),
  hash: z.string(),
  /** Whether edits by the owner are followed. */
  followsEdits: z.boolean(),
})

/** By path, in the form that all names of one file share. */
const recordsSchema = z.record(z.string(), recordSchema)

type Records = z.infer<typeof recordsSchema>

/** The check for the files of one workspace. */
export async function readTrust(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
): Promise<TrustCheck> {
  const records = parseRecords(await settings.get(workspaceId, SETTING))
  return (file) => trustOf(records, file)
}

function trustOf(records: Records, { path, hash, isLink: isLinked = false }: TrustedText): Trust {
  const record = records[foldPath(path)]
  if (record?.path !== path) return 'untrusted'
  if (record.hash === hash) return 'trusted'
  return record.followsEdits && !isLinked ? 'changed' : 'untrusted'
}

/** Of the instructions that are one file each, those that are followed now. Skills are known by their folder. */
export async function trustedPaths(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  files: Pick<FileStore, 'read'>,
): Promise<readonly string[]> {
  const records = parseRecords(await settings.get(workspaceId, SETTING))
  const checked = Object.values(records).map(async (record) => {
    if (IN_SKILL.test(foldPath(record.path))) return []
    const stored = await files.read(record.path).catch(() => undefined)
    const file = stored && {
      path: record.path,
      hash: stored.contentHash,
      isLink: isLink(record.path, stored),
    }
    return file && trustOf(records, file) !== 'untrusted' ? [record.path] : []
  })
  return (await Promise.all(checked)).flat()
}

interface Place {
  readonly workspaceId: string
}

/** The owner wrote this text in Varve, or looked at it and agreed. */
export function trustFile(
  store: Pick<Store, 'settings' | 'commit'>,
  { workspaceId, path, hash }: Place & TrustedText,
): Promise<void> {
  return change(store, workspaceId, (records) => ({
    ...records,
    [foldPath(path)]: { path, hash, followsEdits: true },
  }))
}

/** No text at this path is followed any more. */
export function distrustFile(
  store: Pick<Store, 'settings' | 'commit'>,
  { workspaceId, path }: Place & Pick<TrustedText, 'path'>,
): Promise<void> {
  const name = foldPath(path)
  return change(store, workspaceId, (records) =>
    Object.fromEntries(Object.entries(records).filter(([other]) => other !== name)),
  )
}

/** Called before something other than the owner writes: from now on only the exact trusted text counts there. */
export async function stopFollowingEdits(
  store: Pick<Store, 'settings' | 'commit'>,
  { workspaceId, paths }: Place & { readonly paths: readonly string[] },
): Promise<void> {
  const names = new Set(paths.flatMap((path) => instructionOf(path) ?? []))
  if (names.size === 0) return
  await change(store, workspaceId, (records) =>
    Object.fromEntries(
      Object.entries(records).map(([name, record]) => [
        name,
        names.has(name) ? { ...record, followsEdits: false } : record,
      ]),
    ),
  )
}

/** The same files for those that are not the owner: no write of theirs keeps the trust of an edit. */
export function filesOfOthers(
  store: Pick<Store, 'settings' | 'commit'>,
  workspaceId: string,
  files: FileStore,
): FileStore {
  const before = (...paths: readonly string[]): Promise<void> =>
    stopFollowingEdits(store, { workspaceId, paths })
  return {
    ...files,
    write: async (path, ...rest) => {
      await before(path)
      const written = await files.write(path, ...rest)
      // Through a link it is another file.
      if (written.path !== path) await before(written.path)
      return written
    },
    move: async (path, to, expected) => {
      await before(path, to)
      return files.move(path, to, expected)
    },
    remove: async (path, expected) => {
      await before(path)
      return files.remove(path, expected)
    },
  }
}

/** Whether a file that was read is another than the one that was named. */
export function isLink(path: string, { path: read }: { readonly path: string }): boolean {
  return foldPath(path) !== foldPath(read)
}

/** Whether a file is an instruction, or part of one. */
export function isInstruction(path: string): boolean {
  return instructionOf(path) !== undefined
}

const FORMS: readonly RegExp[] = [
  /^agents\.md$/,
  /^varve\/memory\.md$/,
  /^varve\/agents\/[^/]+\.agent\.md$/,
  /^varve\/skills\/[^/]+\.skill\.md$/,
  /^varve\/templates\/[^/]+\.md$/,
  /^varve\/projects\/[^/]+\.project\.md$/,
  /^varve\/areas\/[^/]+\/[^/]+\.area\.md$/,
]

/** What is beside a skill is part of it. */
const IN_SKILL = /^(varve\/skills\/[^/]+\/)./

/** The folded path of the instruction that a file is or belongs to. */
function instructionOf(path: string): string | undefined {
  const name = foldPath(path)
  const folder = IN_SKILL.exec(name)?.[1]
  if (folder !== undefined) return `${folder}skill.md`
  return FORMS.some((form) => form.test(name)) ? name : undefined
}

/** Some disks tell neither cases nor forms of a character apart. */
export function foldPath(path: string): string {
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(/^(?:\.\/)+/, '')
}

function parseRecords(stored: unknown): Records {
  return recordsSchema.safeParse(stored).data ?? {}
}

async function change(
  store: Pick<Store, 'settings' | 'commit'>,
  workspaceId: string,
  next: (records: Records) => Records,
): Promise<void> {
  await changeSetting(store, {
    workspaceId,
    name: SETTING,
    change: (before) => {
      const records = parseRecords(before)
      const value = next(records)
      return JSON.stringify(value) === JSON.stringify(records) ? undefined : { value }
    },
  })
}
