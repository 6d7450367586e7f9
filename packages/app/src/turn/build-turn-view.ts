import type { AnswerRecord, TurnRecord } from '@varve/store'
import type { AnswerErrorCode } from '../answer-error-code.ts'
import type { AppContext } from '../app-context.ts'
import { readSettings } from '../models/chat-settings.ts'
import type { AnswerView, TurnView } from '../views.ts'
import type { PlanSummary } from './record-plan.ts'

export interface TurnParts {
  readonly turn: TurnRecord
  readonly answer: AnswerRecord
  readonly summary: PlanSummary
}

/** One turn as it is shown. A running answer shows all that has come, not only what was checkpointed. */
export function buildTurnView(context: AppContext, { turn, answer, summary }: TurnParts): TurnView {
  const { attachments, layerTokens, epochNote, notices } = summary
  return {
    id: turn.id,
    number: turn.number,
    at: new Date(turn.at).toISOString(),
    text: turn.text,
    attachments,
    answer: buildAnswerView(context, answer),
    layerTokens,
    ...(epochNote === undefined ? {} : { epochNote }),
    ...(notices === undefined ? {} : { notices }),
  }
}

function buildAnswerView(context: AppContext, answer: AnswerRecord): AnswerView {
  const live = answer.status === 'streaming' ? context.live.get(answer.id) : undefined
  return {
    id: answer.id,
    modelId: answer.modelId,
    modelName: answer.modelName,
    status: answer.status,
    text: live?.text ?? answer.text,
    sources: answer.sources,
    ...(answer.usage ? { usage: answer.usage } : {}),
    ...(answer.settings === undefined ? {} : { settings: readSettings(answer.settings) }),
    ...(answer.error === undefined ? {} : { error: answer.error }),
    ...(answer.errorCode === undefined ? {} : { errorCode: answer.errorCode as AnswerErrorCode }),
  }
}
