import type { CallPlace } from '../telemetry/app-event.ts'
import type { AnswerJob } from '../turn/answer-job.ts'

/** Which call it is, for anyone who watches over the program. */
export function callPlace({ chat, turnId, answer, model }: AnswerJob): CallPlace {
  const { workspaceId, chatId } = chat
  const provider = model.catalogue?.provider ?? 'varve'
  return { workspaceId, chatId, turnId, answerId: answer.id, modelId: model.spec.id, provider }
}
