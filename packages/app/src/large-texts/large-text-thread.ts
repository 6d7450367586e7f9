import { estimateTokenizer, type Tokenizer } from '@varve/engine'
import { scanText } from '@varve/guard'
import { serveJob } from '@varve/workspace/notes'
import type { LargeTextJob, LargeTextResult } from './large-texts.ts'

await serveJob(async (job: LargeTextJob): Promise<LargeTextResult> => {
  if (job.kind === 'scan')
    return { kind: 'scan', findings: job.texts.map((text) => scanText(text, job.options)) }
  const { count } = await tokenizerOf(job.tokenizer)
  return { kind: 'count', counts: job.texts.map(count) }
})

async function tokenizerOf(kind: 'estimate' | 'o200k'): Promise<Tokenizer> {
  if (kind === 'estimate') return estimateTokenizer()
  return (await import('@varve/engine/tokenizer-o200k')).o200kTokenizer
}
