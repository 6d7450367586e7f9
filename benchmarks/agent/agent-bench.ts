import { cpus } from 'node:os'
import type { Bench } from '../report.ts'
import { measureAgent } from './measure-agent.ts'

/** A long agent run: how close its calls come to what no layout can avoid. */
export const agentBench: Bench = {
  name: 'agent',
  summary: 'a 20-step agent run and the turn after it over the floor, from cold and warm, by profile',
  run: async () => ({
    command: 'npm run bench -- agent',
    environment: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, one thread`,
    sections: [await measureAgent()],
  }),
}
