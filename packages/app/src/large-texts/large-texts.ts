import { hash } from 'node:crypto'
import type { Finding, ScanOptions } from '@varve/guard'
import { runInWorker, type WorkerLimits } from '@varve/workspace'

/** What a longer text takes would hold up everybody else: it is scanned and counted in a thread. */
export const LARGE = 256 * 1024

const LIMITS: WorkerLimits = { milliseconds: 180_000, heapMegabytes: 1536, bufferMegabytes: 512 }

export type LargeTextJob =
  | { readonly kind: 'scan'; readonly texts: readonly string[]; readonly options: ScanOptions }
  | { readonly kind: 'count'; readonly texts: readonly string[]; readonly tokenizer: 'estimate' | 'o200k' }

export type LargeTextResult =
  | { readonly kind: 'scan'; readonly findings: readonly (readonly Finding[])[] }
  | { readonly kind: 'count'; readonly counts: readonly number[] }

/** A shorter one takes less time here than a thread takes to begin. */
export const MEDIUM = 16 * 1024

/** Those of these that a thread takes, each once: the large ones, and all but the short ones where they are large together. */
export function largeOf(texts: Iterable<string>): readonly string[] {
  const all = [...new Set(texts)].filter((text) => text.length > MEDIUM)
  const together = all.reduce((sum, text) => sum + text.length, 0)
  return together > LARGE ? all : []
}

/** The findings in each text, in their order. Fails where the thread does: then nothing is known of them. */
export async function scanApart(
  texts: readonly string[],
  options: ScanOptions,
  signal: AbortSignal,
): Promise<readonly (readonly Finding[])[]> {
  const result = await runApart({ kind: 'scan', texts, options }, signal)
  return result.kind === 'scan' ? result.findings : []
}

/** The tokens of each text, in their order. */
export async function countApart(
  texts: readonly string[],
  tokenizer: 'estimate' | 'o200k',
  signal: AbortSignal,
): Promise<readonly number[]> {
  const result = await runApart({ kind: 'count', texts, tokenizer }, signal)
  return result.kind === 'count' ? result.counts : []
}

async function runApart(job: LargeTextJob, signal: AbortSignal): Promise<LargeTextResult> {
  const entry = new URL('./large-text-thread.ts', import.meta.url)
  const outcome = await runInWorker<LargeTextJob, LargeTextResult>({
    entry,
    input: job,
    limits: LIMITS,
    signal,
  })
  switch (outcome.kind) {
    case 'done':
      return outcome.value
    case 'timeout':
      throw new Error(`A ${job.kind} of large texts took longer than ${outcome.milliseconds / 1000} seconds.`)
    case 'memory':
      throw new Error(`A ${job.kind} of large texts took more than ${outcome.megabytes} MB of memory.`)
    case 'failed':
    case 'lost':
      throw new Error(`A ${job.kind} of large texts failed: ${outcome.message}`)
    default:
      return outcome satisfies never
  }
}

/** Large texts whose hashes are at hand: those of the messages that are being written just now. */
const MOST_HASHES = 16
const hashes = new Map<string, string>()

/** SHA-256 by the system's own code, of a large text once: a turn asks for the same ones again and again. */
export function hashOnce(data: string | Uint8Array): string {
  if (typeof data !== 'string' || data.length <= LARGE) return hash('sha256', data)
  const known = hashes.get(data)
  if (known !== undefined) return known
  const made = hash('sha256', data)
  hashes.set(data, made)
  const [oldest] = hashes.keys()
  if (hashes.size > MOST_HASHES && oldest !== undefined) hashes.delete(oldest)
  return made
}
