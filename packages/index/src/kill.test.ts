import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { removeIndexFile } from './database/index-file.ts'
import { buildIndex } from './testing/build-index.ts'
import { dumpIndex } from './testing/dump-index.ts'
import { type Kill, type RunTimes, runAndKill } from './testing/run-and-kill.ts'
import { type TemporaryWorkspace, temporaryWorkspace } from './testing/temporary-workspace.ts'

const IS_FULL = process.env['VARVE_TEST_SHARE'] === 'full'
const FILES = IS_FULL ? 900 : 300
const CHILD = new URL('./testing/index-in-steps.ts', import.meta.url).pathname
/** A kill that comes too late is none, and one that comes before the first write shows little: it is tried again. */
const MOST_TRIES = IS_FULL ? 200 : 40
/** Spreads the moments of the kills evenly over a run, however many there are. */
const GOLDEN = 0.618

let place: TemporaryWorkspace

afterEach(() => place.remove())

function note(n: number, version: number): string {
  const words = Array.from({ length: 60 }, (_, w) => `w${(n * 31 + w * 17 + version) % 500}`).join(' ')
  return `# Note ${n}\n\n${words} [[n${(n * 7) % FILES}]] #tag${n % 9}\n`
}

/** Something to replace, to take away and to add. */
function changeFolder(version: number): void {
  for (let n = 0; n < FILES; n += 2) place.write(`f${n % 20}/n${n}.md`, note(n, version))
  place.delete(`f${version % 20}`)
  for (let n = 0; n < 40; n++) place.write(`f${(version + 1) % 20}/new${version}-${n}.md`, note(n, version))
}

interface Written {
  readonly state: unknown
  /** Each file with the content that the index has of it. */
  readonly files: ReadonlySet<string>
}

function countNew(now: Written, before: Written): number {
  return [...now.files].filter((file) => !before.files.has(file)).length
}

/** What is in an index, seen in a copy: who opens the index itself begins to repair it. */
function writtenIn(file: string): Written {
  if (!existsSync(file)) return { state: undefined, files: new Set() }
  const copy = `${file}.copy`
  for (const part of ['', '-wal'])
    if (existsSync(`${file}${part}`)) copyFileSync(`${file}${part}`, `${copy}${part}`)
  const connection = new DatabaseSync(copy)
  try {
    const tables = connection.prepare(`select name from sqlite_schema where name = 'files'`).all()
    if (tables.length === 0) return { state: undefined, files: new Set() }
    const rows = connection.prepare(`select path || ' ' || hash as file from files`).all()
    const state = connection.prepare(`select value from meta where name = 'state'`).get()?.['value']
    return { state, files: new Set(rows.map((row) => String(row['file']))) }
  } finally {
    connection.close()
    removeIndexFile(copy)
  }
}

async function expectRepaired(file: string): Promise<Written> {
  expect(await buildIndex(place.root, file)).toEqual([])
  const fresh = `${file}.fresh`
  await buildIndex(place.root, fresh)
  expect(dumpIndex(file)).toEqual(dumpIndex(fresh))
  removeIndexFile(fresh)
  return writtenIn(file)
}

test.each([
  { work: 'a first index', kills: IS_FULL ? 60 : 2 },
  { work: 'changes', kills: IS_FULL ? 40 : 2 },
])(
  '$work, killed at least $kills times at work: it repairs itself and equals a fresh index',
  async ({ work, kills }) => {
    place = temporaryWorkspace()
    mkdirSync(dirname(place.file))
    for (let n = 0; n < FILES; n++) place.write(`f${n % 20}/n${n}.md`, note(n, 0))
    if (work === 'changes') await buildIndex(place.root, place.file)
    /** Of the last run that was not killed; the first never is. */
    let times: RunTimes | undefined
    let [atWork, halfWritten] = [0, 0]
    for (let tried = 0; atWork < kills || halfWritten < kills / 2; tried++) {
      expect(tried, 'tries until enough kills came at work').toBeLessThan(MOST_TRIES)
      if (work === 'changes') changeFolder(tried)
      const file = work === 'changes' ? place.file : `${place.file}${tried}`
      const before = writtenIn(file)
      const after = tried % 3 === 0 ? 'begin' : 'writing'
      const kill: Kill | undefined = times && { after, milliseconds: times[after] * ((tried * GOLDEN) % 1) }
      const whole = await runAndKill([CHILD, place.root, file], kill)
      if (whole) {
        times = whole
        continue
      }
      atWork++
      const left = writtenIn(file)
      const toWrite = countNew(await expectRepaired(file), before)
      const written = countNew(left, before)
      if (0 < written && written < toWrite) {
        halfWritten++
        expect(left.state).toBe('unfinished')
      }
      // The machine has become slower since a whole run was timed.
      if (times && after === 'writing' && written === 0) times = { ...times, writing: times.writing * 1.5 }
    }
    if (IS_FULL) console.log(`${work}: ${atWork} kills at work, ${halfWritten} of them half-way`)
  },
  1_800_000,
)
