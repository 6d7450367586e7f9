import { cpus } from 'node:os'
import type { Bench } from '../report.ts'
import { measureFloor } from './floor/measure-floor.ts'
import { measureNextTurn } from './next-turn/measure-next-turn.ts'

/** The engine: how long the next turn takes, and how close its requests come to the floor. */
export const engineBench: Bench = {
  name: 'engine',
  summary: 'time of the next turn; uncached tokens over the floor, by layout and provider',
  run: () => ({
    command: 'npm run bench -- engine',
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, one thread`,
    sections: [measureNextTurn(), measureFloor()],
  }),
}
