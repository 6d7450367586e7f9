import { cacheBench } from './cache/cache-bench.ts'
import { chatsBench } from './chats.ts'
import { engineBench } from './engine/engine-bench.ts'
import { guardBench } from './guard.ts'
import { printReport } from './print-report.ts'
import { replayBench } from './replay/replay-bench.ts'
import type { Bench } from './report.ts'
import { searchBench } from './search.ts'

const BENCHES: readonly Bench[] = [engineBench, cacheBench, replayBench, searchBench, chatsBench, guardBench]
const USAGE_ERROR = 2

/** `npm run bench -- <name> [--json] [what else it takes]`; without a name it lists them. */
async function main(words: readonly string[]): Promise<number> {
  const asJson = words.includes('--json')
  const flags = words.filter((word) => word.startsWith('--') && word !== '--json')
  const [name, ...rest] = words.filter((word) => !word.startsWith('--'))
  const known = BENCHES.find((candidate) => candidate.name === name)?.flags ?? []
  const unknownFlags = flags.filter((flag) => !known.includes(flag))
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

function refuse(word: string): number {
  console.error(`Unknown: ${word}. Benches: ${BENCHES.map(({ name }) => name).join(', ')}. Option: --json.`)
  return USAGE_ERROR
}

process.exitCode = await main(process.argv.slice(2))
