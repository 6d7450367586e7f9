import type { AnswerSource, AnswerStatus, AnswerUsage } from '@varve/store'
import type { ChatAnswer } from '@varve/workspace'
import { z } from 'zod'
import type { PlanSummary } from '../turn/record-plan.ts'
import { PLAN_SUMMARY } from './chat-decisions.ts'
import type { TextOf } from './file-texts.ts'
import { timeOf } from './time-of.ts'

/** One answer of a file as storage will have it. */
export interface ChatAnswerRows {
  readonly answerId: string
  readonly summary: PlanSummary
  readonly modelId: string
  readonly modelName: string
  readonly position: number
  readonly status: Exclude<AnswerStatus, 'streaming'>
  /** As it is shown, and as it was received. */
  readonly shown: string
  readonly received: string
  readonly reasoning: unknown
  readonly steps: unknown
  readonly sources: readonly AnswerSource[]
  readonly usage: AnswerUsage | undefined
  readonly settings: unknown
  readonly error: { readonly message: string; readonly code?: string | undefined } | undefined
  readonly startedAt: number
  readonly endedAt: number
}

const SOURCES = z.array(
  z.object({
    number: z.number(),
    path: z.string(),
    lines: z.tuple([z.number(), z.number()]),
    unit: z.enum(['line', 'page', 'cell']).optional(),
    title: z.string().optional(),
  }),
)

const USAGE = z.object({
  input: z.number(),
  cached: z.number(),
  written: z.number().optional(),
  uncached: z.number().optional(),
  output: z.number(),
  costUSD: z.number(),
  savedUSD: z.number().optional(),
  milliseconds: z.number(),
  reported: z.boolean().optional(),
  warnings: z.array(z.unknown()).optional(),
})

const ERROR = z.object({ message: z.string(), code: z.string().optional() })

const SETTINGS = z.record(z.string(), z.unknown())

const BESIDE = z.object({
  name: z.string().optional(),
  startedAt: z.number().optional(),
  position: z.int().min(0).optional(),
  reasoning: z.object({ text: z.string(), opaque: z.string().optional() }).optional(),
  steps: z.array(z.unknown()).optional(),
})

interface AnswerOptions {
  readonly at: number
  readonly textOf: TextOf
  readonly model: string | undefined
  readonly gaps: string[]
  /** How the turn was planned, for an answer that does not say so itself. */
  readonly plain: PlanSummary
}

/** Without an answer it is one that was cut off before its first word. */
export async function answerRows(
  answer: ChatAnswer | undefined,
  { at, textOf, model, gaps, plain }: AnswerOptions,
): Promise<Omit<ChatAnswerRows, 'answerId'>> {
  const sound = <Value>(name: string, schema: z.ZodType<Value>, value: unknown): Value | undefined => {
    if (value === undefined) return undefined
    // As it is in the file, its order included, so that it is written again as it was.
    if (schema.safeParse(value).success) return value as Value
    gaps.push(`"${name}" of answer ${answer?.id} cannot be read.`)
    return undefined
  }
  const beside = BESIDE.safeParse(answer?.extra ?? {}).data ?? {}
  const modelId = answer?.model ?? model ?? 'unknown'
  const shown = answer?.text ?? ''
  const { receivedHash } = answer ?? {}
  const received = receivedHash === undefined ? shown : await textOf(receivedHash)
  if (received === undefined) gaps.push(`The answer ${answer?.id} as it was received is not there.`)
  const status = answer?.status ?? 'interrupted'
  return {
    summary: (sound('plan', PLAN_SUMMARY, answer?.extra?.plan) as PlanSummary | undefined) ?? plain,
    modelId,
    modelName: beside.name ?? modelId,
    position: beside.position ?? 0,
    status: status === 'streaming' ? 'interrupted' : status,
    shown,
    received: received ?? shown,
    reasoning: beside.reasoning,
    steps: beside.steps,
    sources: sound('sources', SOURCES, answer?.sources) ?? [],
    usage: sound('usage', USAGE, answer?.usage) as AnswerUsage | undefined,
    settings: sound('settings', SETTINGS, answer?.settings),
    error: sound('error', ERROR, answer?.error),
    startedAt: timeOf(beside.startedAt, at),
    endedAt: timeOf(answer?.at, at),
  }
}
