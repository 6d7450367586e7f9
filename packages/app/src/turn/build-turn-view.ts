import type { AnswerRecord, TurnRecord } from '@varve/store'
import type { AnswerErrorCode } from '../messages/answer-error-code.ts'
import type { AppContext } from '../app-context.ts'
import type { AsideView } from '../aside/aside-views.ts'
import type { ComparisonView } from '../comparison/comparison-views.ts'
import { endsEarly } from '../messages/ends-early.ts'
import { readSettings } from '../models/chat-settings.ts'
import { readSteps } from '../runner/read-steps.ts'
import type { AnswerView, TurnView } from '../views.ts'
import { buildPrefixView } from './build-prefix-view.ts'
import type { PlanSummary } from './record-plan.ts'
import { readTurnOptions } from './turn-options.ts'

export interface TurnParts {
  readonly turn: TurnRecord
  /** At least one. */
  readonly answers: readonly AnswerRecord[]
  /** The answer that the thread goes on with. */
  readonly chosen: string | undefined
  readonly siblings: readonly string[]
  /** By answer. */
  readonly summaries: ReadonlyMap<string, PlanSummary>
  readonly comparison?: ComparisonView | undefined
  readonly asides?: readonly AsideView[] | undefined
}

const NOTHING: Pick<PlanSummary, 'attachments' | 'layerTokens'> = {
  attachments: [],
  layerTokens: { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 },
}

/** One turn as it is shown. A running answer shows all that has come, not only what was checkpointed. */
export function buildTurnView(context: AppContext, parts: TurnParts): TurnView {
  const { turn, siblings, summaries, comparison } = parts
  const asides = (parts.asides ?? []).filter(({ purpose }) => purpose === 'plan' || purpose === 'summary')
  const answers = parts.answers.map((answer) => buildAnswerView(context, answer, summaries.get(answer.id)))
  const [first] = answers as [AnswerView, ...AnswerView[]]
  const answer = answers.find(({ id }) => id === parts.chosen) ?? first
  const summary = summaries.get(answer.id) ?? [...summaries.values()][0]
  const { attachments, layerTokens } = summary ?? NOTHING
  const notices = summary?.notices
  const { continues, areas, jurisdictions, guard, agent } = readTurnOptions(turn.options)
  return {
    id: turn.id,
    number: turn.number,
    at: new Date(turn.at).toISOString(),
    text: turn.text,
    attachments,
    answer,
    answers,
    siblings,
    layerTokens,
    ...(answer.epochNote === undefined ? {} : { epochNote: answer.epochNote }),
    ...(notices === undefined ? {} : { notices }),
    ...(continues === undefined ? {} : { continues }),
    ...(agent === undefined || agent === '' ? {} : { agent }),
    ...(areas === undefined ? {} : { areas }),
    ...(jurisdictions === undefined ? {} : { jurisdictions }),
    ...(guard === undefined ? {} : { guard }),
    ...(comparison === undefined ? {} : { comparison }),
    ...(asides.length === 0 ? {} : { asides }),
  }
}

function buildAnswerView(
  context: AppContext,
  answer: AnswerRecord,
  summary: PlanSummary | undefined,
): AnswerView {
  const live = answer.status === 'streaming' ? context.live.get(answer.id) : undefined
  const { epochNote } = summary ?? {}
  const prefix = buildPrefixView(summary)
  const early = endsEarly(answer)
  const steps = live?.steps.length ? live.steps : readSteps(answer.steps, answer.status !== 'streaming')
  return {
    id: answer.id,
    modelId: answer.modelId,
    modelName: answer.modelName,
    status: answer.status,
    ...(early === undefined ? {} : { endsEarly: early }),
    text: live?.text ?? answer.text,
    sources: answer.sources,
    startedAt: new Date(answer.startedAt).toISOString(),
    ...(steps === undefined ? {} : { steps }),
    ...(epochNote === undefined ? {} : { epochNote }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(answer.usage ? { usage: answer.usage } : {}),
    ...(answer.settings === undefined ? {} : { settings: readSettings(answer.settings) }),
    ...(answer.error === undefined ? {} : { error: answer.error }),
    ...(answer.errorCode === undefined ? {} : { errorCode: answer.errorCode as AnswerErrorCode }),
  }
}
