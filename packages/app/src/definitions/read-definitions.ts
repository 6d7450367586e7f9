import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Hash, hashText } from '@varve/engine/internal'
import {
  decodeText,
  type FileStore,
  parseNote,
  privacyOf,
  privacyRulesOf,
  type PrivacyRules,
  WorkspaceError,
} from '@varve/workspace'
import type { DefinitionFile, FileBeside } from './definition.ts'
import { DEFINITIONS_FOLDER, type DefinitionPlace, placeOf } from './definition-place.ts'
import { parseDefinition } from './parse-definition.ts'
import { isLink } from '../trust/trust.ts'

export type DefinitionFiles = Pick<FileStore, 'list' | 'read'>

/** Public skills come with dozens of files; a folder with more than this is something else. */
const MOST_BESIDE = 500
const NO_HASH: Hash = hashText('')

/** The definitions that come with the product. */
function shippedDefinitionsFolder(): string {
  return fileURLToPath(new URL('../../definitions/', import.meta.url))
}

/** Those that come with the product, by kind and name in code-unit order. */
export async function readShipped(folder = shippedDefinitionsFolder()): Promise<readonly DefinitionFile[]> {
  const names = await readdir(folder, { recursive: true })
  const paths = names.map((name) => `${DEFINITIONS_FOLDER}${name.replaceAll('\\', '/')}`).sort()
  const read = paths.map(async (path): Promise<readonly DefinitionFile[]> => {
    const place = placeOf(path)
    if (!place) return []
    const content = await readFile(join(folder, path.slice(DEFINITIONS_FOLDER.length)), 'utf8')
    return [{ ...fileOf(place, path, content), origin: 'built-in' }]
  })
  return (await Promise.all(read)).flat()
}

/** Those of a workspace, whatever its files are in. One that cannot be read is there with the reason. */
export async function readOwn(files: DefinitionFiles): Promise<readonly DefinitionFile[]> {
  const paths = (await files.list()).files.map(({ path }) => path).filter((path) => path.startsWith('Varve/'))
  const found = paths.flatMap((path) => {
    const place = placeOf(path)
    return place ? [{ place, path }] : []
  })
  if (found.length === 0) return []
  const rules = await privacyRulesOf(files)
  const read: DefinitionFile[] = []
  for (const { place, path } of found) {
    const isSecond = read.some(({ kind, id }) => kind === place.kind && id === place.id)
    read.push(isSecond ? secondOf(place, path) : await readOne(files, { place, path, paths, rules }))
  }
  return read
}

interface FileToRead {
  readonly place: DefinitionPlace
  readonly path: string
  /** All that there is under `Varve/`. */
  readonly paths: readonly string[]
  readonly rules: PrivacyRules
}

async function readOne(
  files: DefinitionFiles,
  { place, path, paths, rules }: FileToRead,
): Promise<DefinitionFile> {
  try {
    const stored = await files.read(path)
    const content = decodeText(stored)
    const beside = await readBeside(files, path, paths)
    const { contentHash } = stored
    if (beside === undefined)
      return unreadable(place, path, `A skill has at most ${MOST_BESIDE} files beside it.`)
    // What is beside a skill is part of it: a change there is a change of what was trusted.
    const parts = [contentHash, ...beside.map(({ name, hash }) => [name, hash])]
    return {
      ...fileOf(place, path, content),
      contentHash,
      hash: beside.length === 0 ? contentHash : hashText(JSON.stringify(parts)),
      beside,
      isLink: isLink(path, stored) || beside.some((other) => other.isLink),
      privacy: privacyOf(path, parseNote(content), rules),
    }
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    return unreadable(place, path, error.message)
  }
}

async function readBeside(
  files: DefinitionFiles,
  path: string,
  paths: readonly string[],
): Promise<readonly FileBeside[] | undefined> {
  if (!path.endsWith('/SKILL.md')) return []
  const folder = path.slice(0, -'SKILL.md'.length)
  const beside = paths.filter((other) => other !== path && other.startsWith(folder))
  if (beside.length > MOST_BESIDE) return undefined
  return Promise.all(
    beside.map(async (other) => {
      const stored = await files.read(other)
      return {
        name: other.slice(folder.length),
        hash: stored.contentHash,
        ...(isLink(other, stored) ? { isLink: true } : {}),
      }
    }),
  )
}

function fileOf(place: DefinitionPlace, path: string, content: string): DefinitionFile {
  const hash = hashText(content)
  const parsing = parseDefinition(content, place)
  return {
    ...place,
    path,
    origin: 'workspace',
    content,
    contentHash: hash,
    hash,
    beside: [],
    isLink: false,
    privacy: 'open',
    parsing,
  }
}

function unreadable(place: DefinitionPlace, path: string, message: string): DefinitionFile {
  return {
    ...place,
    path,
    origin: 'workspace',
    content: '',
    contentHash: NO_HASH,
    hash: NO_HASH,
    beside: [],
    isLink: false,
    privacy: 'local-only',
    parsing: { kind: 'unsound', problems: [{ message }] },
  }
}

function secondOf(place: DefinitionPlace, path: string): DefinitionFile {
  return unreadable(place, path, `There is another ${place.kind} "${place.id}", and that one counts.`)
}
