import { cpus } from 'node:os'
import type { Bench } from '../report.ts'
import { measureSession } from './session/measure-session.ts'
import { measureLayouts } from './wire/measure-layouts.ts'

/** Requests as they go over the wire: what real and simulated caches find of them. */
export const cacheBench: Bench = {
  name: 'cache',
  summary: 'a real session beside its bill; share from cache, re-writes and the floor by layout and provider',
  run: async () => ({
    command: 'npm run bench -- cache',
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, one thread`,
    sections: [await measureSession(), await measureLayouts()],
  }),
}
