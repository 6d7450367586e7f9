import { cpus } from 'node:os'
import type { Bench } from './report.ts'
import { measureSearchSpeed } from './search/speed.ts'

/** Searching a workspace: how quickly. */
export const searchBench: Bench = {
  name: 'search',
  summary: 'time and memory of the index over vaults of 1,000 to 100,000 notes',
  run: () => ({
    command: 'npm run bench -- search',
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
    sections: [measureSearchSpeed()],
  }),
}
