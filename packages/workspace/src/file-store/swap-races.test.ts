import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { readFileText } from '../folder/read-file-text.ts'
import { readTree } from '../testing/read-tree.ts'
import { temporaryFolderStore, type TemporaryFolderStore } from '../testing/temporary-folder-store.ts'
import { WorkspaceError } from '../workspace-error.ts'

const RACES = process.env['VARVE_TEST_SHARE'] === 'full' ? 1200 : 60
const SWAPPER = new URL('../testing/swap-until-told.ts', import.meta.url).pathname
const CANARY = 'text of a file outside'
const INSIDE = 'inside'

let place: TemporaryFolderStore
let outside = ''

beforeEach(async () => {
  place = await temporaryFolderStore()
  outside = join(place.base, 'outside')
  for (const folder of [join(outside, 'inner'), join(place.root, 'folder/inner')])
    await mkdir(folder, { recursive: true })
  for (const name of ['file.md', 'other.md', 'inner/file.md']) {
    await writeFile(join(outside, name), CANARY)
    await writeFile(join(place.root, 'folder', name), INSIDE)
  }
  await writeFile(join(place.root, 'file.md'), INSIDE)
})

afterEach(() => place.remove())

type Race = (store: FileStore, number: number) => Promise<unknown>

const PATHS = ['folder/file.md', 'folder/inner/file.md', 'file.md', 'folder/other.md'] as const
const pathOf = (number: number): string => PATHS[number % PATHS.length] ?? ''
const bytesOf = (number: number): Uint8Array => Buffer.from(`${INSIDE} ${number}`)

const WRITING: readonly Race[] = [
  (store, number) => store.write(pathOf(number), bytesOf(number), 'any'),
  (store, number) => store.write(`folder/new-${number % 7}/file.md`, bytesOf(number), 'any'),
  (store, number) => store.move(pathOf(number), 'folder/moved.md', 'any'),
  (store, number) => store.remove(pathOf(number), 'any'),
  async (store, number) => {
    const [removed] = await store.trash()
    return removed ? store.restore(removed.id, pathOf(number)) : store.list()
  },
]

async function race(races: number, act: (number: number) => Promise<unknown>): Promise<string[]> {
  const child = spawn(process.execPath, [SWAPPER, place.root, outside], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const outcomes: string[] = []
  for (let number = 0; number < races; number += 1) outcomes.push(await outcomeOf(act(number)))
  expect(await swapsOf(child)).toBeGreaterThan(0)
  return outcomes
}

async function swapsOf(child: ChildProcess): Promise<number> {
  let said = ''
  child.stdout?.on('data', (text: Buffer) => {
    said += text.toString()
  })
  child.stdin?.end()
  await once(child, 'close')
  return Number(said)
}

/** What came of a try; an error that is not ours would be a hole. */
async function outcomeOf(trying: Promise<unknown>): Promise<string> {
  try {
    return `text ${texts(await trying)}`
  } catch (error) {
    expect(error).toBeInstanceOf(WorkspaceError)
    return error instanceof WorkspaceError ? error.code : String(error)
  }
}

function texts(result: unknown): string {
  if (result instanceof Uint8Array) return Buffer.from(result).toString('utf8')
  if (typeof result !== 'object' || result === null) return String(result)
  return Object.values(result).map(texts).join(' ')
}

test(`${RACES} reads while folders and files are swapped for links: nothing from outside is read`, async () => {
  const before = readTree(outside)
  const outcomes = await race(RACES, (number) =>
    number % 2 === 0 ? place.store.read(pathOf(number)) : readFileText(place.root, pathOf(number >> 1), 1e6),
  )
  expect(outcomes.filter((outcome) => outcome.includes(CANARY))).toEqual([])
  expect(readTree(outside)).toEqual(before)
}, 300_000)

test(`${RACES} writes, moves and removals against the same swaps: nothing outside is read or changed`, async () => {
  const before = readTree(outside)
  const outcomes = await race(RACES, (number) => {
    const act = WRITING[number % WRITING.length]
    return act ? act(place.store, number) : Promise.resolve()
  })
  expect(outcomes.filter((outcome) => outcome.includes(CANARY))).toEqual([])
  expect(readTree(outside)).toEqual(before)
  // What was kept of replaced files came from inside too.
  expect(Object.values(readTree(place.keepFolder)).filter((text) => text.includes(CANARY))).toEqual([])
  const left = Object.keys(readTree(place.root)).filter((name) => name.includes('.varve-'))
  expect(left).toEqual([])
}, 300_000)
