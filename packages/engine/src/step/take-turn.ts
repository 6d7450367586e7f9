import { hashText } from '../artifact/hash.ts'
import { assembleEnvelope } from '../envelope/assemble-envelope.ts'
import type { Warning } from '../envelope/envelope.ts'
import { buildSections } from '../layer/section.ts'
import type { Memo } from '../memo.ts'
import { planTurn } from '../plan/plan-turn.ts'
import { stableJson } from '../plan/stable-json.ts'
import type { State, TurnRecord } from '../state/state.ts'
import { checkTurnInput } from './check-turn-input.ts'
import { closeTurn } from './close-turn.ts'
import { gatherAttachments } from './gather-attachments.ts'
import {
  addEntries,
  forgetArtifacts,
  observeEntries,
  prioritizeEntries,
  refreshEntries,
} from './keep-artifacts.ts'
import type { TurnInput } from './step-input.ts'
import type { TurnResult } from './step-result.ts'

/** What a turn brought when it was first taken. */
export type TakenBefore = Pick<TurnRecord, 'attached' | 'observed'> & Pick<State, 'pins'>

/**
 * The user sends a message: the library grows, the envelope is built, every model gets a plan. A turn that is
 * taken again brings what it brought then.
 */
export function takeTurn(before: State, input: TurnInput, memo: Memo, taken?: TakenBefore): TurnResult {
  checkTurnInput(input)
  const warnings: Warning[] = []
  const closed = before.open ? closeUnanswered(before, warnings) : before
  const settled = applySettings(closed, input)
  const forgotten = (input.forget ?? []).filter((key) => isKnown(settled, key, 'unknown-forget', warnings))
  const fewer = { ...settled, ...forgetArtifacts(settled, forgotten) }
  const remaining = { ...fewer, library: prioritizeEntries(fewer, input.priorities ?? []) }
  const number = before.turn + 1
  const { attached, pins, stale } = taken
    ? { ...taken, stale: [] }
    : gatherAttachments({ state: remaining, input, forgotten, warnings })
  const attachedKeys = new Set(attached.map(({ artifact }) => artifact.key))
  const unattached = newestObserved(input).filter(
    ({ key }) => !attachedKeys.has(key) && isKnown(remaining, key, 'unknown-observed', warnings),
  )
  const observed = taken ? taken.observed : [...unattached, ...stale]
  const refreshed = { ...remaining, library: refreshEntries(remaining, attached, number) }
  const kept = observeEntries(refreshed, observed)
  const record = createRecord(input, { number, attached, observed })
  const state: State = {
    ...remaining,
    ...addEntries({ library: kept, places: remaining.places }, attached, number),
    turn: number,
    pins,
    ...rememberForgotten(remaining, forgotten, number),
    open: record,
  }
  const envelope = assembleEnvelope({ state, record, kept, forgotten, warnings })
  return planModels(state, record, input, { envelope, memo, branched: state.branch !== before.branch })
}

function planModels(
  state: State,
  record: TurnRecord,
  input: TurnInput,
  context: { envelope: TurnResult['envelope']; memo: Memo; branched: boolean },
): TurnResult {
  const marked = (input.priorities ?? []).filter(({ priority }) => priority === 'essential')
  const essential = marked.map(({ key }) => key)
  const results = input.models.map((model) => ({
    model,
    planned: planTurn({
      state,
      record,
      model,
      memo: context.memo,
      at: input.at,
      branched: context.branched,
      allowExtracts: record.allowExtracts ?? false,
      essential,
      ...(input.rebase ? { rebase: input.rebase } : {}),
    }),
  }))
  let { epochs, caches } = state
  for (const { model, planned } of results) {
    if (planned.kind !== 'planned') continue
    epochs = { ...epochs, [model.id]: planned.epoch }
    caches = { ...caches, [model.id]: planned.cache }
  }
  return {
    state: { ...state, epochs, caches },
    envelope: context.envelope,
    plans: results.flatMap(({ planned }) => (planned.kind === 'planned' ? [planned.plan] : [])),
    failures: results.flatMap(({ planned }) => (planned.kind === 'over-budget' ? [planned.error] : [])),
    needs: results.flatMap(({ planned }) => (planned.kind === 'planned' ? planned.needs : [])),
  }
}

function applySettings(state: State, input: TurnInput): State {
  const tools = [...(input.tools ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))
  let provided = state.provided
  // A model that said nothing has provided nothing: the extract stands.
  for (const [id, text] of Object.entries(input.provided ?? {}))
    if (text.trim() !== '') provided = provided.set(id, text)
  return {
    ...state,
    branch: input.branch ?? state.branch,
    sections: buildSections(input.sections),
    tools,
    toolsHash: hashText(stableJson(tools)),
    guard: input.guard ?? state.guard,
    caches: input.caches ?? state.caches,
    provided,
  }
}

function rememberForgotten(
  { forgotten: before, forgottenIn = [] }: State,
  now: readonly string[],
  turn: number,
): Pick<State, 'forgotten' | 'forgottenIn'> {
  const forgotten = [...before, ...now]
  if (forgotten.length === 0) return { forgotten }
  return { forgotten, forgottenIn: forgotten.map((_key, index) => forgottenIn[index] ?? turn) }
}

/** One observation per key: when a file changed twice, the last change is the one that counts. */
function newestObserved(input: TurnInput): TurnRecord['observed'] {
  const newest = new Map((input.observed ?? []).map(({ key, hash }) => [key, hash]))
  return [...newest].map(([key, hash]) => ({ key, hash }))
}

function createRecord(
  input: TurnInput,
  parts: Pick<TurnRecord, 'number' | 'attached' | 'observed'>,
): TurnRecord {
  return {
    ...parts,
    turnId: input.turnId,
    at: input.at,
    text: input.text,
    images: input.images ?? [],
    gathered: input.gathered ?? [],
    guidance: input.guidance ?? '',
    steps: {},
    ...(input.allowExtracts ? { allowExtracts: true as const } : {}),
    ...(input.compact ? { compact: true as const } : {}),
    hash: '',
  }
}

function closeUnanswered(state: State, warnings: Warning[]): State {
  warnings.push({
    kind: 'unanswered-turn',
    key: state.open?.turnId ?? '',
    message: `Turn ${state.turn} was never answered.`,
  })
  return closeTurn(state, undefined)
}

function isKnown(state: State, key: string, kind: Warning['kind'], warnings: Warning[]): boolean {
  if (state.places.has(key)) return true
  warnings.push({ kind, key, message: `${key} is not in this conversation.` })
  return false
}
