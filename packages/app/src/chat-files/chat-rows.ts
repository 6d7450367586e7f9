import type { Artifact, ImageReference } from '@varve/engine'
import type { AnswerSource, AnswerStatus, AnswerUsage } from '@varve/store'
import type { AttachedArtifact, ChatAnswer, ChatTurn } from '@varve/workspace'
import { z } from 'zod'
import type { Attachable } from '../files/attachable.ts'
import type { PlanSummary } from '../turn/record-plan.ts'
import { sentText } from '../turn/turn-options.ts'
import { type ChatDecisions, PLAN_SUMMARY, readDecisions } from './chat-decisions.ts'
import type { TextOf } from './file-texts.ts'
import type { MissingAttached } from './missing-attached.ts'
import { readArtifact, type ReadArtifact } from './read-artifact.ts'

/** One turn of a file as storage will have it. */
export interface ChatTurnRows {
  readonly turnId: string
  /** As it came, and its place in its branch, both counted from 1. */
  readonly sequence: number
  readonly number: number
  readonly parentId: string | undefined
  readonly parentAnswerId: string | undefined
  readonly at: number
  readonly text: string
  /** What the models read, where that is not what was typed. */
  readonly sent: string
  readonly attach: readonly Attachable[]
  readonly artifacts: readonly Extract<ReadArtifact, { readonly kind: 'artifact' }>[]
  /** What was attached too and whose text is not there. */
  readonly missing: readonly MissingAttached[]
  readonly images: readonly ImageReference[]
  /** At least one. */
  readonly answers: readonly ChatAnswerRows[]
  /** The answer that the thread goes on with. */
  readonly chosen: ChatAnswerRows
  readonly endedAt: number
  readonly decisions: ChatDecisions
  readonly gaps: readonly string[]
}

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

export interface RowOptions {
  /** Its own, or a new one where that is taken. */
  readonly idFor: (id: string) => string
  readonly textOf: TextOf
  /** The turn that this one follows. */
  readonly parent: ChatTurnRows | undefined
  readonly sequence: number
  /** For a turn that does not say when it was. */
  readonly otherwise: { readonly at: number; readonly model: string | undefined }
}

const SOURCES = z.array(
  z.object({
    number: z.number(),
    path: z.string(),
    lines: z.tuple([z.number(), z.number()]),
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
  warnings: z.array(z.string()).optional(),
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

/** Reads a turn of a file into what storage keeps. What is missing or unsound is listed, never guessed. */
export async function chatTurnRows(turn: ChatTurn, options: RowOptions): Promise<ChatTurnRows> {
  const { idFor, textOf, otherwise, parent, sequence } = options
  const gaps: string[] = []
  const { decisions, problems } = readDecisions(turn.decisions)
  for (const name of problems) gaps.push(`"${name}" of turn ${turn.id} cannot be read.`)
  const read = await Promise.all(turn.attached.map((attached) => readArtifact(attached, textOf)))
  for (const each of read) if (each.kind === 'gap') gaps.push(each.text)
  const artifacts = read.filter((each) => each.kind === 'artifact')
  const at = timeOf(turn.at, otherwise.at)
  if (turn.answers.length === 0) gaps.push(`Turn ${turn.id} has no answer.`)
  const plain =
    decisions.plan ??
    plainSummary(
      turn.attached,
      artifacts.map(({ artifact }) => artifact),
    )
  const about = { at, textOf, model: otherwise.model, gaps, plain }
  const answers: ChatAnswerRows[] = []
  for (const answer of turn.answers.length > 0 ? turn.answers : [undefined]) {
    const answerId = idFor(answer?.id ?? `${turn.id}-answer`)
    answers.push({ answerId, ...(await answerRows(answer, about)) })
  }
  const place = turn.answers.findIndex(({ chosen }) => chosen)
  const chosen = answers[Math.max(0, place)] as ChatAnswerRows
  return {
    turnId: idFor(turn.id),
    sequence,
    number: (parent?.number ?? 0) + 1,
    parentId: parent?.turnId,
    parentAnswerId: parent && answerBefore(parent, decisions, idFor),
    at,
    text: turn.userText,
    sent: sentText({ text: turn.userText, options: decisions.options }),
    attach: await namedThings(decisions, textOf, gaps),
    artifacts,
    missing: read.flatMap((each, index) =>
      each.kind === 'gap' && each.missing ? [{ at: index, attached: each.missing }] : [],
    ),
    images: (decisions.images ?? []) as readonly ImageReference[],
    answers,
    chosen,
    endedAt: chosen.endedAt,
    decisions,
    gaps,
  }
}

/** The answer that it names, where that is one of the turn before; else the one that goes on. */
function answerBefore(
  { answers, chosen }: ChatTurnRows,
  { after }: ChatDecisions,
  idFor: RowOptions['idFor'],
): string {
  const named = after === undefined ? undefined : idFor(after)
  return (answers.find(({ answerId }) => answerId === named) ?? chosen).answerId
}

interface AnswerOptions {
  readonly at: number
  readonly textOf: TextOf
  readonly model: string | undefined
  readonly gaps: string[]
  /** How the turn was planned, for an answer that does not say so itself. */
  readonly plain: PlanSummary
}

async function answerRows(
  answer: ChatAnswer | undefined,
  { at, textOf, model, gaps, plain }: AnswerOptions,
): Promise<Omit<ChatAnswerRows, 'answerId'>> {
  const sound = <Value>(name: string, schema: z.ZodType<Value>, value: unknown): Value | undefined => {
    if (value === undefined) return undefined
    // As it stands in the file, its order included, so that it is written again as it was.
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

async function namedThings(
  { attach = [] }: ChatDecisions,
  textOf: TextOf,
  gaps: string[],
): Promise<readonly Attachable[]> {
  const named: Attachable[] = []
  for (const item of attach) {
    if (typeof item === 'string' || item.kind === 'name') {
      named.push(item)
      continue
    }
    const content = await textOf(item.content)
    if (content === undefined) gaps.push(`A ${item.kind} that was attached is not there.`)
    else named.push({ ...item, content })
  }
  return named
}

/** For a file that does not say how a turn was planned. */
function plainSummary(attached: readonly AttachedArtifact[], artifacts: readonly Artifact[]): PlanSummary {
  const titles = new Map(artifacts.map(({ key, title }) => [key, title]))
  return {
    attachments: attached.map(({ key, kind }) => ({
      key,
      title: titles.get(key) ?? key,
      kind,
      tokens: 0,
      form: titles.has(key) ? 'full' : 'omitted',
    })),
    layerTokens: { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 },
    predicted: { input: 0, cached: 0, costUSD: 0 },
  }
}

function timeOf(at: number | undefined, otherwise: number): number {
  return isTime(at) ? at : otherwise
}

export function isTime(at: number | undefined): at is number {
  return at !== undefined && Number.isSafeInteger(at) && at >= 0
}
