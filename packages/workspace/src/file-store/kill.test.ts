import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { numberOf } from '../testing/numbered-text.ts'
import { readTree } from '../testing/read-tree.ts'
import { temporaryFolderStore, type TemporaryFolderStore } from '../testing/temporary-folder-store.ts'

const KILLS = process.env['VARVE_TEST_SHARE'] === 'full' ? 100 : 5
const WRITER = new URL('../testing/write-until-killed.ts', import.meta.url).pathname

let place: TemporaryFolderStore

beforeEach(async () => {
  place = await temporaryFolderStore()
})

afterEach(() => place.remove())

interface Acknowledged {
  readonly write: number
  readonly other: number
}

/** Lets the child write from a number on, kills it a while after its first word, and gives back the last numbers that it said. */
async function writeAndKill(from: number, milliseconds: number): Promise<Acknowledged> {
  const { root, keepFolder } = place
  const child = spawn(process.execPath, [WRITER, root, keepFolder, `${from}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), milliseconds)
    said += text.toString()
  })
  await once(child, 'close')
  const last = (word: string): number =>
    Number(
      said
        .match(new RegExp(`${word} ([0-9]+)`, 'g'))
        ?.at(-1)
        ?.slice(6) ?? 0,
    )
  return { write: last('write'), other: last('other') }
}

async function numberAt(store: FileStore, path: string): Promise<number | undefined> {
  const { bytes } = await store.read(path)
  return numberOf(Buffer.from(bytes).toString('utf8'))
}

test(`${KILLS} kills during writes: never a torn file, never an acknowledged version lost`, async () => {
  let next = 1
  let other = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const acknowledged = await writeAndKill(next, (kill * 7) % 60)
    expect(acknowledged.write).toBeGreaterThanOrEqual(next)
    const store = await place.reopen()
    const current = await numberAt(store, 'notes/a.md')
    // Whole, and the last one that was acknowledged or the one that was being written.
    expect([acknowledged.write, acknowledged.write + 1]).toContain(current)
    other = Math.max(other, acknowledged.other)
    if (other > 0) expect(await otherNumbers(store)).toContain(other)
    for (const [name, text] of Object.entries(readTree(place.root)))
      if (name.endsWith('.md')) expect(numberOf(text)).toBeDefined()
    expect(Object.keys(readTree(place.root)).filter((name) => name.includes('.varve-'))).toEqual([])
    expect(Object.keys(readTree(`${place.keepFolder}/incoming`))).toEqual([])
    next = (current ?? 0) + 1
  }
  await expectEveryVersion(await place.reopen(), next - 1)
}, 600_000)

/** Every number of the other file that is still to be had: under either name, or in the trash. */
async function otherNumbers(store: FileStore): Promise<readonly (number | undefined)[]> {
  const numbers: (number | undefined)[] = []
  for (const path of ['notes/b.md', 'notes/c.md']) {
    if (await store.stat(path)) numbers.push(await numberAt(store, path))
    for (const { id } of await store.versions(path)) {
      const { bytes } = await store.readVersion(id)
      numbers.push(numberOf(Buffer.from(bytes).toString('utf8')))
    }
  }
  return numbers
}

async function expectEveryVersion(store: FileStore, last: number): Promise<void> {
  const versions = (await store.versions('notes/a.md')).toReversed()
  const numbers: (number | undefined)[] = []
  for (const { id } of versions) {
    const { bytes } = await store.readVersion(id)
    numbers.push(numberOf(Buffer.from(bytes).toString('utf8')))
  }
  // The current text may already be stored as a version, by a writer that was killed before it replaced the
  // file.
  const replaced = numbers.at(-1) === last ? numbers.slice(0, -1) : numbers
  expect(replaced).toEqual(Array.from({ length: last - 1 }, (_, index) => index + 1))
}
