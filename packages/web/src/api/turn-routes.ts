import type {
  AnswerTraceView,
  AsideTextView,
  ChatView,
  ComparisonForecastView,
  DecisionRequest,
  EditRequest,
  InspectionView,
  ReceivedView,
  RegenerateRequest,
  SaveAnswerRequest,
  SendRequest,
  SendResponse,
  SourceTextView,
  TurnView,
} from '@varve/contract'
import { rememberAsked } from './asked-answers.ts'
import { answerAddress, chatAddress, turnAddress } from './chat-addresses.ts'
import { newIdempotencyKey } from './new-idempotency-key.ts'
import { request } from './request.ts'
import { workspaceApi } from './workspace-api.ts'

/** One call of an answer, counted from 1; the last one where none is named. */
export interface CallToInspect {
  readonly chatId: string
  readonly turnId: string
  readonly answerId: string
  readonly call: number | undefined
}

/** As a note of its own, or at the end of one. */
export type SaveHow = SaveAnswerRequest['how']

/** Sent twice with one key, it happens once. */
interface TurnToAsk {
  readonly chatId: string
  readonly turnId: string
  readonly key: string
}

interface AnswerToContinue {
  readonly chatId: string
  readonly answerId: string
  readonly key: string
}

interface CallToAnswer {
  readonly answerId: string
  readonly callId: string
  readonly words: string
  /** Calls like this one are not asked about again. */
  readonly always: boolean | 'wider'
}

/** The page retries every kind of call in one way; this one offers `allow` alone. */
type RegenerateBody = Omit<RegenerateRequest, 'unrecorded'> & Pick<EditRequest, 'unrecorded'>

/** A call that makes models answer: sent twice with one key, it happens once. */
async function post(path: string, body: unknown, key: string): Promise<SendResponse> {
  const headers = { 'Idempotency-Key': key }
  const asked = await request<SendResponse>(path, { method: 'POST', body, headers })
  // Several at once would talk over each other.
  if (asked.answerIds.length === 1) rememberAsked(asked.answerId)
  return asked
}

/** What is asked in a chat, and what is answered. */
/** The server itself waits up to four seconds for another process that writes the answer. */
const STOP_PATIENCE_MILLISECONDS = 6_000

export const turnRoutes = {
  send: (id: string, body: SendRequest, key: string) => post(`${chatAddress(id)}/turns`, body, key),
  /** Asks again in other words; without words, with the notes as they are now. */
  edit: ({ chatId, turnId, key }: TurnToAsk, body: EditRequest) =>
    post(`${turnAddress(chatId, turnId)}/edit`, body, key),
  /** Has a question answered again from what it was sent with. */
  regenerate: ({ chatId, turnId, key }: TurnToAsk, body: RegenerateBody) =>
    post(`${turnAddress(chatId, turnId)}/regenerate`, body, key),
  /** Lets a model go on with an answer that was cut off. */
  continueAnswer: (
    { chatId, answerId, key }: AnswerToContinue,
    body: { readonly decision?: DecisionRequest },
  ) => post(`${answerAddress(chatId, answerId)}/continue`, body, key),
  /** What a comparison of the answers would take, and the comparison itself. */
  forecastComparison: (id: string, turnId: string, modelId: string) =>
    request<ComparisonForecastView>(
      `${turnAddress(id, turnId)}/compare?model=${encodeURIComponent(modelId)}`,
    ),
  compareAnswers: (id: string, turnId: string, modelId: string) =>
    request<TurnView>(`${turnAddress(id, turnId)}/compare`, { method: 'POST', body: { modelId } }),
  /** Shows the branch that goes through a turn. */
  showTurn: (id: string, turnId: string) =>
    request<ChatView>(`${turnAddress(id, turnId)}/show`, { method: 'POST', body: {} }),
  /** Goes on with one of several answers. */
  chooseAnswer: (id: string, answerId: string) =>
    request<ChatView>(`${answerAddress(id, answerId)}/choose`, { method: 'POST', body: {} }),
  saveAnswer: (id: string, answerId: string, body: SaveAnswerRequest) =>
    request<{ readonly path: string; readonly mark?: 'local-only' | 'private' }>(
      `${answerAddress(id, answerId)}/save`,
      {
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': newIdempotencyKey() },
      },
    ),
  inspection: ({ chatId, turnId, answerId, call }: CallToInspect) =>
    request<InspectionView>(
      `${turnAddress(chatId, turnId)}/inspection?answer=${encodeURIComponent(answerId)}${call === undefined ? '' : `&call=${call}`}`,
    ),
  trace: (chatId: string, turnId: string, answerId: string) =>
    request<AnswerTraceView>(`${turnAddress(chatId, turnId)}/trace?answer=${encodeURIComponent(answerId)}`),
  received: ({ chatId, turnId, answerId, call = 1 }: CallToInspect) =>
    request<ReceivedView>(
      `${turnAddress(chatId, turnId)}/received?answer=${encodeURIComponent(answerId)}&call=${call}`,
    ),
  aside: (id: string, asideId: string) =>
    request<AsideTextView>(`${chatAddress(id)}/asides/${encodeURIComponent(asideId)}`),
  /** A text as the model was given it in one turn. */
  source: (id: string, turnId: string, path: string) =>
    request<SourceTextView>(`${turnAddress(id, turnId)}/source?path=${encodeURIComponent(path)}`),
  stop: (answerId: string) =>
    request<unknown>(`${workspaceApi()}/answers/${encodeURIComponent(answerId)}/stop`, {
      method: 'POST',
      body: {},
      patience: STOP_PATIENCE_MILLISECONDS,
    }),
  /** To a call that waits for a person. */
  answerCall: ({ answerId, callId, words, always }: CallToAnswer) =>
    request<unknown>(
      `${workspaceApi()}/answers/${encodeURIComponent(answerId)}/calls/${encodeURIComponent(callId)}`,
      { method: 'POST', body: { answer: words, ...(always ? { always } : {}) } },
    ),
  /** To a model while it works. */
  steer: (answerId: string, text: string) =>
    request<unknown>(`${workspaceApi()}/answers/${encodeURIComponent(answerId)}/say`, {
      method: 'POST',
      body: { text },
    }),
  /** Takes back what a tool changed. */
  undoCall: (id: string, answerId: string, callId: string) =>
    request<unknown>(`${answerAddress(id, answerId)}/undo`, { method: 'POST', body: { callId } }),
  events: (answerId: string) => `${workspaceApi()}/answers/${encodeURIComponent(answerId)}/events`,
} as const
