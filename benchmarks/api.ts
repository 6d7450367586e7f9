import { cpus } from 'node:os'
import { measureApi } from './api/measure-api.ts'
import type { Bench } from './report.ts'

/** What it costs a client of OpenAI to have Varve in between. */
export const apiBench: Bench = {
  name: 'api',
  summary:
    '/v1 requests a second and added delay, beside a bare proxy in the same run (--clients=16 --seconds=8)',
  flags: ['--clients=', '--seconds='],
  run: async (flags) => {
    const valueOf = (name: string) => flags.find((flag) => flag.startsWith(name))?.slice(name.length)
    return {
      command: `npm run bench -- ${['api', ...flags].join(' ')}`,
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections: [await measureApi(Number(valueOf('--clients=') ?? 16), Number(valueOf('--seconds=') ?? 8))],
    }
  },
}
