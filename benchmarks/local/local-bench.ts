import { cpus } from 'node:os'
import type { Bench } from '../report.ts'
import { measureFirstToken } from './first-token.ts'
import { measureTokensRead } from './tokens-read.ts'

/** Models on this machine: how long one waits for the first word, and what they really read. */
export const localBench: Bench = {
  name: 'local',
  summary:
    'models on this machine: time to the first word, and tokens really read, by layout (--quick, --long, --processor)',
  flags: ['--quick', '--long', '--processor'],
  run: async (flags) => {
    const isQuick = flags.includes('--quick')
    const isLong = flags.includes('--long')
    const byProcessor = flags.includes('--processor')
    return {
      command: ['npm run bench -- local', ...flags].join(' '),
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections: [
        await measureFirstToken({ isQuick, isLong, byProcessor }),
        await measureTokensRead({ isQuick }),
      ],
    }
  },
}
