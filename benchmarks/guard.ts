import { cpus } from 'node:os'
import { measureAreaDetection } from './guard/areas.ts'
import { measurePiiDetection } from './guard/pii.ts'
import type { Bench } from './report.ts'

/** The guard: how well it finds what it is for, and how quickly. */
export const guardBench: Bench = {
  name: 'guard',
  summary:
    'private data by type, areas found in labelled questions of three languages, false alarms, and time',
  flags: ['--tuning', '--areas', '--pii'],
  run: async (flags) => {
    const half = flags.includes('--tuning') ? 'tuning-half' : 'test-half'
    // One of the two alone, where asked for.
    const pii = flags.includes('--areas') ? [] : [measurePiiDetection(half)]
    const areas = flags.includes('--pii') ? [] : [await measureAreaDetection(half)]
    return {
      command: `npm run bench -- ${['guard', ...flags].join(' ')}`,
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections: [...pii, ...areas],
    }
  },
}
