import { cpus } from 'node:os'
import { type Bench, flagValue } from '../report.ts'
import { measureMoney } from './money/measure-money.ts'
import { measureSession } from './session/measure-session.ts'
import { measureLayouts } from './wire/measure-layouts.ts'

/** Requests as they go over the wire: what they cost, and what real and simulated caches find of them. */
export const cacheBench: Bench = {
  name: 'cache',
  summary:
    'money over the floor by layout and provider (--data FOLDER: of your notes or traces, --html FILE: as a picture); a real session beside its bill',
  flags: ['--data=', '--html='],
  run: async (flags) => {
    const [data, html] = [flagValue(flags, '--data'), flagValue(flags, '--html')]
    const money = await measureMoney({ ...(data ? { data } : {}), ...(html ? { html } : {}) })
    return {
      command: `npm run bench -- ${['cache', ...flags].join(' ')}`,
      environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, one thread`,
      // What is not about the given folder is left out.
      sections: data ? [money] : [money, await measureSession(), await measureLayouts()],
    }
  },
}
