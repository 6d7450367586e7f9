import { cpus } from 'node:os'
import { type Bench, flagValue, type Section } from '../report.ts'
import { measureFolding } from './money/measure-folding.ts'
import { measureMoney } from './money/measure-money.ts'
import { measureSession } from './session/measure-session.ts'
import { measureLayouts } from './wire/measure-layouts.ts'

/** Requests as they go over the wire: what they cost, and what real and simulated caches find of them. */
export const cacheBench: Bench = {
  name: 'cache',
  summary:
    'money over the floor by layout and provider (--data FOLDER: of your notes or traces, --html FILE: as a picture); tool results folded and read again (--folding: this alone); a real session beside its bill',
  flags: ['--data=', '--html=', '--folding'],
  run: async (flags) => {
    const [data, html] = [flagValue(flags, '--data'), flagValue(flags, '--html')]
    return {
      command: `npm run bench -- ${['cache', ...flags].join(' ')}`,
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, one thread`,
      sections: flags.includes('--folding') ? [await measureFolding()] : await measureAll(data, html),
    }
  },
}

async function measureAll(data: string | undefined, html: string | undefined): Promise<readonly Section[]> {
  const money = await measureMoney({ ...(data ? { data } : {}), ...(html ? { html } : {}) })
  // What is not about the given folder is left out.
  return data ? [money] : [money, await measureFolding(), await measureSession(), await measureLayouts()]
}
