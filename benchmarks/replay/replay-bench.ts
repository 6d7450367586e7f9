import { cpus } from 'node:os'
import type { Bench } from '../report.ts'
import { measureReplay } from './measure-replay.ts'

/** `varve replay`: its time beside what no replay can save. */
export const replayBench: Bench = {
  name: 'replay',
  summary: 'time of replaying a 100-turn, 2 MB trace over stringifying the same bodies once',
  run: async () => ({
    command: 'npm run bench -- replay',
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, one thread`,
    sections: [await measureReplay()],
  }),
}
