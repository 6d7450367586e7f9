import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { type Bench, flagValue, type Section } from './report.ts'
import { measureOwnNotes, measureSearchQuality } from './search/quality.ts'
import { measureSearchSpeed } from './search/speed.ts'

/** Searching a workspace: how well, and how quickly. */
export const searchBench: Bench = {
  name: 'search',
  summary:
    'answers beside a plain BM25; time and memory of the index over vaults of 1,000 to 100,000 notes (--speed: only these; --data FOLDER: answers over your notes; --embedding-model FILE: with the vectors of a .gguf file)',
  flags: ['--embeddings', '--embedding-model=', '--speed', '--data='],
  run: async (flags) => ({
    command: `npm run bench -- ${['search', ...flags].join(' ')}`,
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
    sections: await sectionsOf(flags),
  }),
}

async function sectionsOf(flags: readonly string[]): Promise<readonly Section[]> {
  const data = flagValue(flags, '--data')
  if (data !== undefined) return [await measureOwnNotes(data)]
  if (flags.includes('--speed')) return [measureSearchSpeed()]
  const model = flagValue(flags, '--embedding-model')
  const built = flags.includes('--embeddings') ? 'built-in' : undefined
  const embeddings = model === undefined ? built : resolve(model)
  return [await measureSearchQuality({ embeddings }), measureSearchSpeed()]
}
