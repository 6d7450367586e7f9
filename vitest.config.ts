import { statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** One project per room, in the order in which a failure is cheapest to find. */
const ROOMS = [
  'engine',
  'guard',
  'areas',
  'net',
  'contract',
  'providers',
  'local',
  'ai-sdk',
  'workspace',
  'index',
  'store',
  'app',
  'lab',
  'server',
  'web',
  'cli',
  'repository',
  'walks',
]

/** What is not of one room: the packages as they are published, the examples, the documentation. */
const REPOSITORY = { root: '.', include: ['scripts/**/*.test.ts'] }

/** The walks through the page. They come last, by themselves: beside all the others a browser waits too long. */
const WALKS = { root: 'packages/web', include: ['src/walk-*.test.ts'] }

const OTHER_FOLDERS: Readonly<Record<string, { readonly root: string; readonly include: string[] }>> = {
  repository: REPOSITORY,
  walks: WALKS,
}

/** Rooms whose files share processes: no test depends on state in a module, and loading all of it again for each file costs minutes. */
const SHARED: ReadonlySet<string> = new Set([
  'engine',
  'guard',
  'areas',
  'net',
  'contract',
  'providers',
  'ai-sdk',
  'workspace',
  'app',
  'lab',
  'server',
  'web',
  'cli',
])

/** What is done once, before the tests of a room. */
const ONCE: Readonly<Record<string, string[]>> = {
  store: ['src/testing/start-postgres.ts'],
  web: ['src/testing/prepare-walks.ts'],
  walks: ['src/testing/prepare-walks.ts'],
}

/** The longest files: begun last, each would keep one core waiting at the end. */
const LONGEST = [
  'web/src/walk-',
  'web/src/hostile-scripts.test.ts',
  'store/src/file-store/',
  'app/src/scenarios/durability.test.ts',
  'cli/src/folder',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((part) => moduleId.includes(part))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

/** Rooms whose databases and folders are worth a disk in memory. */
const WRITING: ReadonlySet<string> = new Set(['index', 'app'])
const MEMORY = '/dev/shm'
const ROOM_IN_MEMORY = 4 * 1024 ** 3

/**
 * Where tests put their folders: a disk in memory where there is a large one, for half of their time is waiting until a
 * disk has really written. What they kill are processes, and those leave a file as they wrote it on any disk.
 */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return process.env['TMPDIR'] ?? (bavail * bsize > ROOM_IN_MEMORY ? MEMORY : tmpdir())
  } catch {
    return tmpdir()
  }
}

/** As the product does: commands and threads start in a third of the time where what they load is compiled. */
const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'varve-test-compiled') }

export default defineConfig({
  test: {
    // One file more than there are cores: the walks in the browser and the kills wait more than they work.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: ROOMS.map((room) => ({
      test: {
        name: room,
        ...(OTHER_FOLDERS[room] ?? {
          root: `packages/${room}`,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: WALKS.include,
        }),
        sequence: { groupOrder: room === 'walks' ? 1 : 0 },
        environment: 'node',
        env: WRITING.has(room) ? { ...env, TMPDIR: temporaryFolder() } : env,
        isolate: !SHARED.has(room),
        testTimeout: 60_000,
        hookTimeout: 60_000,
        // What is waited for comes on a machine of any speed; a second, the preset, is missed on a busy one.
        expect: { poll: { timeout: 30_000 } },
        globalSetup: ONCE[room] ?? [],
      },
    })),
  },
})
