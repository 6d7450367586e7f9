import { cpus } from 'node:os'
import type { Bench } from './report.ts'
import { measureSearchQuality } from './search/quality.ts'
import { measureSearchSpeed } from './search/speed.ts'

/** Searching a workspace: how well, and how quickly. */
export const searchBench: Bench = {
  name: 'search',
  summary:
    'answers beside a plain BM25; time and memory of the index over vaults of 1,000 to 100,000 notes (--speed: only these)',
  flags: ['--embeddings', '--speed'],
  run: async (flags) => ({
    command: `npm run bench -- ${['search', ...flags].join(' ')}`,
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
    sections: flags.includes('--speed')
      ? [measureSearchSpeed()]
      : [await measureSearchQuality({ embeddings: flags.includes('--embeddings') }), measureSearchSpeed()],
  }),
}
