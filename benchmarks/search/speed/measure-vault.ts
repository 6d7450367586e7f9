import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../random.ts'
import type { IndexOnce, IndexTask } from './index-once.ts'
import { type RawInserts, rawInserts } from './raw-inserts.ts'
import { type SyntheticVault, syntheticVault, writeVault } from './synthetic-vault.ts'

/** A first index in a new process, and raw inserts of the same notes right before it. */
export interface Pair {
  readonly raw: RawInserts
  readonly first: IndexOnce
}

export interface MeasuredVault {
  readonly notes: number
  readonly textBytes: number
  readonly pairs: readonly Pair[]
  readonly again: IndexOnce
  readonly indexBytes: number
  /** Of the last minute, as the system says: above the number of cores the figures are those of a busy machine. */
  readonly load: number
}

export const QUERIES = 200

export function measureVault(notes: number, times: number): MeasuredVault {
  const place = mkdtempSync(join(tmpdir(), 'varve-speed-'))
  try {
    const vault = syntheticVault(notes)
    const root = join(place, 'vault')
    writeVault(root, vault)
    warmUp(place)
    const file = join(place, 'index.db')
    const pairs = Array.from({ length: times }, () => measurePair(place, vault))
    const load = loadavg()[0] ?? 0
    const again = indexOnce({ root, file, queries: questions(vault) })
    const textBytes = vault.paths.reduce((sum, _, index) => sum + vault.text(index).length, 0)
    return { notes, textBytes, pairs, again, indexBytes: statSync(file).size, load }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function measurePair(place: string, vault: SyntheticVault): Pair {
  const [rawFile, file] = [join(place, 'raw.db'), join(place, 'index.db')]
  removeDatabase(file)
  const raw = rawInserts(rawFile, join(place, 'vault'), vault)
  removeDatabase(rawFile)
  return { raw, first: indexOnce({ root: join(place, 'vault'), file, queries: [] }) }
}

function removeDatabase(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
}

/** Whoever uses Varve has started it before: what was compiled then is there. */
function warmUp(place: string): void {
  const root = join(place, 'warm')
  writeVault(root, syntheticVault(200))
  indexOnce({ root, file: join(place, 'warm.db'), queries: [] })
}

function indexOnce(task: IndexTask): IndexOnce {
  const child = new URL('./index-once.ts', import.meta.url).pathname
  const output = execFileSync(process.execPath, [child, JSON.stringify(task)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'varve-bench-compiled') },
  })
  return JSON.parse(output) as IndexOnce
}

function questions({ words }: SyntheticVault): readonly string[] {
  const random = createRandom(11)
  const word = (): string => words[Math.floor(words.length ** (random.below(1000) / 1000)) - 1] ?? ''
  return Array.from({ length: QUERIES }, (_, index) => {
    const some = Array.from({ length: 1 + (index % 4) }, word)
    if (index % 10 === 3) return `"${some.join(' ')}"`
    // Two letters changed places.
    if (index % 10 === 7) return some.join(' ').replace(/(.)(.)(\S*)$/, '$2$1$3')
    return some.join(' ')
  })
}
