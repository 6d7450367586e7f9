import { cpus } from 'node:os'
import { measureKills } from './durability/kills.ts'
import { measureScale } from './durability/scale.ts'
import type { Bench } from './report.ts'

const KILLS = 100

/** What a crash takes, and what a long life costs. */
export const durabilityBench: Bench = {
  name: 'durability',
  summary:
    '`varve start` under mixed load, killed at random; a chat of 10,000 messages; a list of 100,000 chats',
  flags: ['--kills=', '--kills-only', '--scale-only'],
  run: async (flags) => {
    const kills = Number(flags.find((flag) => flag.startsWith('--kills='))?.slice('--kills='.length) ?? KILLS)
    return {
      command: `npm run bench -- ${['durability', ...flags].join(' ')}`,
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
      sections: [
        ...(flags.includes('--scale-only') ? [] : [await measureKills(kills)]),
        ...(flags.includes('--kills-only') ? [] : [await measureScale()]),
      ],
    }
  },
}
