import type { Attachable } from '@varve/contract'
import type { Artifact } from '@varve/engine'
import type { ImageReference } from '@varve/engine/internal'
import type { AttachedArtifact, ChatTurn } from '@varve/workspace'
import type { PlanSummary } from '../turn/record-plan.ts'
import { sentText } from '../chat/turn-options.ts'
import { answerRows, type ChatAnswerRows } from './answer-rows.ts'
import { type ChatDecisions, readDecisions } from './chat-decisions.ts'
import type { TextOf } from './file-texts.ts'
import type { MissingAttached } from '../files/missing-attached.ts'
import { type ArtifactTexts, readArtifact, type ReadArtifact } from './read-artifact.ts'
import { timeOf } from './time-of.ts'

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
  /** The answer that the thread continues with. */
  readonly chosen: ChatAnswerRows
  readonly endedAt: number
  readonly decisions: ChatDecisions
  readonly gaps: readonly string[]
}

export interface RowOptions {
  /** Its own, or a new one where that is taken. */
  readonly idFor: (id: string) => string
  readonly textOf: TextOf
  readonly textNow?: ArtifactTexts['textNow']
  /** The turn that this one follows. */
  readonly parent: ChatTurnRows | undefined
  readonly sequence: number
  /** For a turn that does not say when it was. */
  readonly otherwise: { readonly at: number; readonly model: string | undefined }
}

/** Reads a turn of a file into what storage keeps. What is missing or unsound is listed, never guessed. */
export async function chatTurnRows(turn: ChatTurn, options: RowOptions): Promise<ChatTurnRows> {
  const { idFor, textOf, textNow, otherwise, parent, sequence } = options
  const gaps: string[] = []
  const { decisions, problems } = readDecisions(turn.decisions)
  for (const name of problems) gaps.push(`"${name}" of turn ${turn.id} cannot be read.`)
  const read = await Promise.all(turn.attached.map((attached) => readArtifact(attached, { textOf, textNow })))
  for (const each of read) {
    const gap = each.kind === 'gap' ? each.text : each.gap
    if (gap !== undefined) gaps.push(gap)
  }
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

/** The answer that it names, where that is one of the turn before; else the one that continues. */
function answerBefore(
  { answers, chosen }: ChatTurnRows,
  { after }: ChatDecisions,
  idFor: RowOptions['idFor'],
): string {
  const named = after === undefined ? undefined : idFor(after)
  return (answers.find(({ answerId }) => answerId === named) ?? chosen).answerId
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
