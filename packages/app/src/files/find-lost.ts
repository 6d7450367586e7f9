import type { Attachable } from '@varve/contract'
import type { AnswerRecord, TurnRecord } from '@varve/store'
import { type AttachRequest, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { missingOf } from './missing-attached.ts'
import { parseAttachables } from './attachable.ts'
import { cloudModels } from '../models/cloud-models.ts'
import type { LostSource } from './lost-source.ts'
import { planSummaries } from '../chat/plan-summaries.ts'
import type { PlanSummary } from '../turn/record-plan.ts'
import { readTurnOptions } from '../chat/turn-options.ts'

interface StoredTurn {
  readonly turn: TurnRecord
  readonly answers: readonly AnswerRecord[]
  readonly summaries: readonly PlanSummary[]
  readonly isCloud: (modelId: string) => boolean
}

/** What the turns of a branch were given, by what is stored beside the state: names, plans, sources, steps. */
export async function findLost(
  context: AppContext,
  { workspaceId, id: headId }: TurnRecord,
): Promise<readonly LostSource[]> {
  const { store } = context
  const branch = await store.turns.branch({ workspaceId, headId })
  const ids = branch.map(({ id }) => id)
  const answers = Map.groupBy(await store.answers.ofTurns(workspaceId, ids), ({ turnId }) => turnId)
  const calls = Map.groupBy(await planSummaries(context, workspaceId, ids), ({ turnId }) => turnId)
  const isCloud = await cloudModels(context)
  return branch.flatMap((turn) =>
    lostOfTurn({
      turn,
      answers: answers.get(turn.id) ?? [],
      summaries: (calls.get(turn.id) ?? []).map(({ summary }) => summary),
      isCloud,
    }),
  )
}

function lostOfTurn(stored: StoredTurn): readonly LostSource[] {
  const { turn, answers, summaries, isCloud } = stored
  const { active, imported, passages = [] } = readTurnOptions(turn.options)
  const wasSent = imported === true || answers.some(({ modelId }) => isCloud(modelId))
  const paths = [
    ...(active === undefined ? [] : [active]),
    ...passages.map(({ path }) => path),
    ...missingOf(turn.options).map(({ attached }) => pathOfKey(attached.key)),
    ...summaries.flatMap(({ attachments }) => attachments.filter(isFile).map(({ key }) => pathOfKey(key))),
    // What has a title is a key and no file of its own.
    ...answers.flatMap(({ sources }) =>
      sources.flatMap(({ path, title }) => (title === undefined ? [path] : [])),
    ),
  ]
  const known: readonly LostSource[] = [
    ...paths.map((path) => ({ kind: 'file', path }) as const),
    ...requestsOf(turn.attach).flatMap(fromRequest),
  ]
  return [
    ...known.map((source) => (wasSent ? { ...source, wasSent } : source)),
    ...(wasSent && imported ? [] : unknownOf(stored, wasSent)),
  ]
}

/** Unrecorded content of a turn: results of tools for a local model, and planned lookups. */
function unknownOf(
  { turn, answers, summaries, isCloud }: StoredTurn,
  wasSent: boolean,
): readonly LostSource[] {
  const { runner = 'auto' } = readTurnOptions(turn.options)
  const usedTools =
    runner !== 'auto' && runner !== 'chat' ? answers : answers.filter(({ steps }) => hasSteps(steps))
  const isLooked = usedTools.some(({ modelId }) => !isCloud(modelId))
  const isPlanless = !wasSent && answers.length > 0 && summaries.length === 0
  return [
    ...(isLooked ? [{ kind: 'unknown', name: `what was looked up for turn ${turn.number}` } as const] : []),
    ...(isPlanless ? [{ kind: 'unknown', name: `what turn ${turn.number} was given` } as const] : []),
  ]
}

function hasSteps(steps: unknown): boolean {
  return Array.isArray(steps) ? steps.length > 0 : steps !== undefined && steps !== null
}

/** What a stored turn has attached, without names that this version does not take. */
export function requestsOf(attach: readonly unknown[]): readonly AttachRequest[] {
  return attach.flatMap((item) => {
    try {
      return parseAttachables([item as Attachable])
    } catch (error) {
      if (error instanceof WorkspaceError) return []
      throw error
    }
  })
}

/** The notes of a folder and of a tag are in the plan, each by itself. */
function fromRequest(request: AttachRequest): readonly LostSource[] {
  switch (request.kind) {
    case 'path':
    case 'selection':
      return [{ kind: 'file', path: request.path }]
    case 'upload':
    case 'chat':
      return [{ kind: request.kind, id: request.id }]
    case 'folder':
    case 'tag':
    case 'url':
    case 'paste':
      return []
    default:
      return request satisfies never
  }
}

const FILES: ReadonlySet<string> = new Set(['note', 'file', 'pdf', 'selection', 'dataview'])

function isFile({ kind, key }: PlanSummary['attachments'][number]): boolean {
  // A passage of a page has an address in its key.
  return FILES.has(kind) && !/^https?:/.test(key)
}

/** The file that a key is of: what follows its path there says which part of it. */
function pathOfKey(key: string): string {
  return key
    .replace(/^\.\//, '')
    .replace(/#(?:pages=\d+-\d+|query=[0-9a-f]{16}|(?:L\d+-\d+)?@[0-9a-f]{16})$/, '')
}
