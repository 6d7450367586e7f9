import { agentBench } from './agent/agent-bench.ts'
import { apiBench } from './api.ts'
import { attachmentsBench } from './attachments.ts'
import { cacheBench } from './cache/cache-bench.ts'
import { chatsBench } from './chats.ts'
import { durabilityBench } from './durability.ts'
import { engineBench } from './engine/engine-bench.ts'
import { guardBench } from './guard.ts'
import { historyBench } from './history/history-bench.ts'
import { pageBench } from './page.ts'
import { localBench } from './local/local-bench.ts'
import { printReport } from './print-report.ts'
import { replayBench } from './replay/replay-bench.ts'
import type { Bench } from './report.ts'
import { searchBench } from './search.ts'
import { startBench } from './start.ts'
import { turnBench } from './turn.ts'
import { streamBench } from './stream.ts'

const BENCHES: readonly Bench[] = [
  engineBench,
  cacheBench,
  agentBench,
  historyBench,
  replayBench,
  searchBench,
  chatsBench,
  guardBench,
  localBench,
  durabilityBench,
  attachmentsBench,
  turnBench,
  streamBench,
  apiBench,
  pageBench,
  startBench,
]
const USAGE_ERROR = 2

/** `npm run bench -- <name> [--json] [what else it takes]`; without a name it lists them. */
async function main(given: readonly string[]): Promise<number> {
  const words = withValues(given)
  const asJson = words.includes('--json')
  const flags = words.filter((word) => word.startsWith('--') && word !== '--json')
  const [name, ...rest] = words.filter((word) => !word.startsWith('--'))
  const known = BENCHES.find((candidate) => candidate.name === name)?.flags ?? []
  const unknownFlags = flags.filter((flag) => !known.includes(flag.replace(/=.*$/, '=')))
  if (unknownFlags.length > 0 || rest.length > 0) return refuse([...unknownFlags, ...rest].join(' '))
  if (name === undefined) {
    const list = BENCHES.map(({ name: id, summary }) => ({ name: id, summary }))
    const lines = list.map((bench) => `npm run bench -- ${bench.name}   ${bench.summary}`)
    console.log(asJson ? JSON.stringify(list, undefined, 2) : lines.join('\n'))
    return 0
  }
  const bench = BENCHES.find((candidate) => candidate.name === name)
  if (!bench) return refuse(name)
  const report = await bench.run(flags)
  process.stdout.write(asJson ? `${JSON.stringify(report, undefined, 2)}\n` : printReport(report))
  return 0
}

/** `--kills 10` is the same as `--kills=10`. */
function withValues(words: readonly string[]): readonly string[] {
  const valued = new Set(BENCHES.flatMap(({ flags = [] }) => flags.filter((flag) => flag.endsWith('='))))
  return words.flatMap((word, index) => {
    if (valued.has(`${word}=`)) return [`${word}=${words[index + 1] ?? ''}`]
    return index > 0 && valued.has(`${words[index - 1]}=`) ? [] : [word]
  })
}

function refuse(word: string): number {
  console.error(`Unknown: ${word}. Benches: ${BENCHES.map(({ name }) => name).join(', ')}. Option: --json.`)
  return USAGE_ERROR
}

process.exitCode = await main(process.argv.slice(2))
