import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { measureAreaDetection } from './guard/areas.ts'
import { measurePiiDetection } from './guard/pii.ts'
import { halfNamed } from './guard/read-half.ts'
import { type Bench, flagValue } from './report.ts'

/** The guard: how well it finds what it is for, and how quickly. */
export const guardBench: Bench = {
  name: 'guard',
  summary:
    'private data by type, areas found in labelled questions of three languages, false alarms, and time (--data FOLDER: of your labelled texts)',
  flags: ['--tuning', '--areas', '--pii', '--data='],
  run: async (flags) => {
    const data = flagValue(flags, '--data')
    const set =
      data === undefined
        ? halfNamed(flags.includes('--tuning') ? 'tuning-half' : 'test-half')
        : { name: data, folder: pathToFileURL(`${resolve(data)}/`) }
    const isOwn = data !== undefined
    // One of the two alone, where asked for.
    const pii = flags.includes('--areas') ? [] : [measurePiiDetection(set, isOwn)]
    const areas = flags.includes('--pii') ? [] : [await measureAreaDetection(set, isOwn)]
    return {
      command: `npm run bench -- ${['guard', ...flags].join(' ')}`,
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections: [...pii, ...areas],
    }
  },
}
