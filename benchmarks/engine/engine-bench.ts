import { cpus } from 'node:os'
import type { Bench } from '../report.ts'
import { measureFloor } from './floor/measure-floor.ts'
import { measureLongChat } from './next-turn/measure-long-chat.ts'
import { measureNextTurn } from './next-turn/measure-next-turn.ts'

/** The engine: how long the next turn takes, and how close its requests come to the floor. */
export const engineBench: Bench = {
  name: 'engine',
  summary:
    'time of the next turn; a turn after 2,000 others by provider (--long: only this); uncached tokens over the floor, by layout and provider',
  flags: ['--long'],
  run: (flags) => ({
    command: `npm run bench -- ${['engine', ...flags].join(' ')}`,
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, one thread`,
    sections: flags.includes('--long')
      ? [measureLongChat()]
      : [measureNextTurn(), measureLongChat(), measureFloor()],
  }),
}
