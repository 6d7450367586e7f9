import type { Schema } from '../schema.ts'
import type { AnswerEnd, AnswerRecord, AnswerSource, AnswerUsage, NewAnswer } from './answer-record.ts'
import { parseJson } from './parse-json.ts'

/** As it stands before its first word. */
export function newRow(answer: NewAnswer): Omit<Schema['answers'], 'owner'> {
  return {
    workspace_id: answer.workspaceId,
    id: answer.id,
    conversation_id: answer.conversationId,
    turn_id: answer.turnId,
    model_id: answer.modelId,
    model_name: answer.modelName,
    status: 'streaming',
    text: '',
    sources: '[]',
    usage: null,
    error: null,
    started_at: answer.startedAt,
    ended_at: null,
    settings: answer.settings === undefined ? null : JSON.stringify(answer.settings),
    error_code: null,
    position: answer.position ?? 0,
    reasoning: null,
    received: null,
    steps: null,
    stop_asked_at: null,
  }
}

export function endedRow({
  status,
  text,
  sources,
  usage,
  error,
  errorCode,
  reasoning,
  received,
  steps,
  at,
}: AnswerEnd) {
  return {
    status,
    text,
    sources: JSON.stringify(sources),
    usage: usage ? JSON.stringify(usage) : null,
    error: error ?? null,
    error_code: errorCode ?? null,
    reasoning: reasoning === undefined ? null : JSON.stringify(reasoning),
    received: received ?? null,
    steps: steps === undefined ? null : JSON.stringify(steps),
    ended_at: at,
  }
}

export function answerFromRow(row: Schema['answers']): AnswerRecord {
  const where = `answer ${row.id}`
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    modelId: row.model_id,
    modelName: row.model_name,
    status: row.status,
    text: row.text,
    sources: parseJson(row.sources, where) as readonly AnswerSource[],
    usage: row.usage === null ? undefined : (parseJson(row.usage, where) as AnswerUsage),
    error: row.error ?? undefined,
    errorCode: row.error_code ?? undefined,
    settings: row.settings === null ? undefined : parseJson(row.settings, where),
    startedAt: row.started_at,
    endedAt: row.ended_at ?? undefined,
    position: row.position,
    reasoning: row.reasoning === null ? undefined : parseJson(row.reasoning, where),
    received: row.received ?? undefined,
    steps: row.steps === null ? undefined : parseJson(row.steps, where),
  }
}
