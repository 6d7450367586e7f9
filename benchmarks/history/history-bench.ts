import { cpus } from 'node:os'
import { type Bench, flagValue } from '../report.ts'
import { measureHistory } from './measure-history.ts'

/** History that must shrink: how much of what a question needs is still there. */
export const historyBench: Bench = {
  name: 'history',
  summary:
    'evidence turns still in the prompt at 1k to 8k tokens: newest first, strip, recall, plain BM25 (--data FOLDER: of your conversations)',
  flags: ['--data='],
  run: (flags) => ({
    command: `npm run bench -- ${['history', ...flags].join(' ')}`,
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, one thread`,
    sections: [measureHistory(flagValue(flags, '--data'))],
  }),
}
