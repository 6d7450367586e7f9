import { cpus } from 'node:os'
import type { Bench } from './report.ts'
import { measureStreams } from './stream/measure-streams.ts'

/** Many answers that stream at once, beside a relay of a few lines. */
export const streamBench: Bench = {
  name: 'stream',
  summary:
    'processor time per event and added delay of running answers, beside a bare relay (--streams=300 --against=<another checkout>)',
  flags: ['--streams=', '--against='],
  run: async (flags) => {
    const valueOf = (name: string) => flags.find((flag) => flag.startsWith(name))?.slice(name.length)
    return {
      command: `npm run bench -- ${['stream', ...flags].join(' ')}`,
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections: [await measureStreams(Number(valueOf('--streams=') ?? 300), valueOf('--against='))],
    }
  },
}
