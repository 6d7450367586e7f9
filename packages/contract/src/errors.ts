import { z } from 'zod'
import { guardQuestion, passage } from './guard.ts'
import { sizes, type View } from './view.ts'

/** Why the app refuses what a user does. */
export const APP_ERROR_CODES = [
  'workspace-not-found',
  'workspace-kept',
  'chat-not-found',
  'chat-trashed',
  'turn-not-found',
  'answer-not-found',
  'artifact-not-found',
  'model-unknown',
  'model-unavailable',
  'model-file-invalid',
  'model-not-fetched',
  'model-runtime-failed',
  'provider-unknown',
  'provider-failed',
  'provider-limited',
  'key-invalid',
  'key-not-kept',
  'api-key-not-found',
  'out-of-scope',
  'spending-limit',
  'message-empty',
  'message-invalid',
  'title-empty',
  'not-confirmed',
  'answer-running',
  'answer-complete',
  'not-recorded',
  'trace-deleted',
  'trace-sealed',
  'chat-changed',
  'idempotency-key-reused',
  'does-not-fit',
  'path-refused',
  'file-not-found',
  'file-not-text',
  'file-too-large',
  'file-unreadable',
  'file-changed',
  'folder-refused',
  'local-only',
  'unrecorded',
  'guard-findings',
  'guard-blocked',
  'passages-undecided',
  'guard-failed',
  'guard-rule-invalid',
  'page-unreadable',
  'mcp-failed',
  'disk-full',
  'disk-failed',
  'read-only',
  'data-in-use',
  'data-corrupt',
  'busy',
  'in-doubt',
  'failed',
] as const

export type AppErrorCode = (typeof APP_ERROR_CODES)[number]

/** Why the server refuses a request before the app sees it. */
export const SERVER_ERROR_CODES = [
  'unauthorized',
  'host-refused',
  'origin-refused',
  'route-not-found',
  'method-not-allowed',
  'search-empty',
  'body-invalid',
  'body-too-large',
  'too-many-attempts',
  'port-taken',
  'reach-refused',
] as const

export type ServerErrorCode = (typeof SERVER_ERROR_CODES)[number]

/** Why an answer failed, so that clients can offer a fix. The message beside it is for people. */
export const ANSWER_ERROR_CODES = [
  'key-rejected',
  /** Too many requests, or the account is used up. */
  'rate-limited',
  /** A problem on the provider's side. */
  'overloaded',
  /** Nothing answered at the address. */
  'unreachable',
  /** The request is longer than the model or the server takes. */
  'too-long',
  /** The provider does not have this model. */
  'model-gone',
  /** The provider does not take the request as it is. */
  'refused',
  /** The connection broke in the middle of the answer. */
  'cut',
  /** The provider sent nothing for too long; the answer is interrupted and can be continued. */
  'silent',
  /** The money of the API key is spent. */
  'spending-limit',
  /** The answer came and could not be stored. */
  'not-saved',
  'failed',
] as const

export type AnswerErrorCode = (typeof ANSWER_ERROR_CODES)[number]

const overBudget = z.object({
  needed: z.number().describe('Tokens of the request.'),
  budget: z.number().describe('Tokens that fit into the model’s window, without its answer.'),
  largest: sizes.describe('Largest first.'),
  actions: z
    .array(z.string())
    .describe(
      'Possible fixes: any of forget, larger-window, new-chat-with-summary, allow-extracts, drop-optional.',
    ),
})

const codes = [...APP_ERROR_CODES, ...SERVER_ERROR_CODES].toSorted().join(', ')

const problem = z.object({
  type: z.string().describe('The address of this code’s description on this server.'),
  title: z.string().describe('A title, the same for every error with this code.'),
  status: z.int().describe('The HTTP status.'),
  detail: z.string().describe('For people: what is wrong and, if known, what to do.'),
  code: z.string().describe(`For programs, one of: ${codes}.`),
  overBudget: overBudget.exactOptional().describe('With the code does-not-fit.'),
  guard: guardQuestion.exactOptional().describe('With the code guard-findings.'),
  passages: z
    .array(passage)
    .exactOptional()
    .describe('With the code passages-undecided: passages that Varve found in the notes and would send.'),
})

/** Error responses: problem details (RFC 9457) plus Varve's own fields. */
export const ERROR_VIEWS = { Problem: problem, OverBudget: overBudget }

/** The body of every refusal. */
export type ProblemView = View<typeof problem>
/** Why a message does not fit its model, in numbers, and what can be done about it. */
export type OverBudgetView = View<typeof overBudget>
