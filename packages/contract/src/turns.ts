import { z } from 'zod'
import { toolSteps } from './agent.ts'
import { ANSWER_ERROR_CODES } from './errors.ts'
import { chatSettings } from './settings.ts'
import { guardSummary, passage } from './guard.ts'
import { sideCall } from './inspection.ts'
import { noticeView } from './notices.ts'
import { moment, stretch, unit, type View } from './view.ts'

const attachment = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.string(),
  tokens: z.number(),
  form: z
    .enum(['full', 'reference', 'update', 'compacted', 'omitted'])
    .describe('What this turn did with it.'),
  /** Of an update: `+added −removed`. */
  added: z.number().exactOptional(),
  removed: z.number().exactOptional(),
  unseen: z
    .literal(true)
    .exactOptional()
    .describe('A picture that the model can’t see: it gets the name only.'),
})

const source = z.object({
  number: z.number(),
  path: z.string(),
  lines: stretch.describe('First and last, in the given `unit`.'),
  unit: unit.optional(),
  /** Display name if the path is a key, as for an upload. */
  title: z.string().optional(),
})

const usage = z.object({
  input: z.number(),
  cached: z.number().describe('Tokens read from the cache of the provider.'),
  written: z.number().exactOptional(),
  uncached: z.number().exactOptional(),
  output: z.number(),
  costUSD: z.number(),
  savedUSD: z.number().exactOptional().describe('Compared with the same prompt without a cache.'),
  milliseconds: z.number(),
  commitMilliseconds: z.number().exactOptional(),
  firstByteMilliseconds: z.number().exactOptional(),
  reported: z.boolean().exactOptional().describe('Counted by the provider; otherwise forecast.'),
  warnings: z.array(noticeView).exactOptional(),
})

const prefix = z.object({
  epoch: z.number().describe('Counted from 1, for each model.'),
  began: z.boolean().describe('It is the first of its epoch.'),
  broke: z
    .object({
      /** `forgotten`, `settings`, `epoch-rent` …; `words` says the same as a sentence. */
      reason: z.string(),
      words: z.string(),
      layer: z.enum(['L1', 'L2', 'L3', 'L4', 'L5']),
      tokens: z.number().describe('Tokens that the request no longer begins with.'),
      costUSD: z.number().describe('The expected cost of reading them again.'),
    })
    .exactOptional()
    .describe('Absent if it only appends.'),
})

const answer = z.object({
  id: z.string(),
  modelId: z.string(),
  modelName: z.string(),
  status: z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'failed']),
  endsEarly: z
    .enum(['output-limit', 'withheld'])
    .exactOptional()
    .describe('Why it was cut off: it can be continued.'),
  text: z.string().describe('Markdown with citations as `[^n]`.'),
  sources: z.array(source),
  steps: toolSteps.exactOptional(),
  startedAt: moment,
  usage: usage.exactOptional(),
  settings: chatSettings.exactOptional().describe('Sent along with the prompt.'),
  error: z.string().exactOptional().describe('Why it failed.'),
  /** Absent if it did not fail, or failed before there were codes. */
  errorCode: z.enum(ANSWER_ERROR_CODES).exactOptional(),
  /** Set if a new epoch began with this call. */
  epochNote: z.string().exactOptional(),
  prefix: prefix
    .exactOptional()
    .describe('How its request compares with the one before it, of the same branch and model.'),
})

export const area = z.object({
  pack: z.string(),
  id: z.string(),
  name: z.string(),
  confidence: z.number().describe('From 0 to 1; 1 if the user set it.'),
  words: z.array(z.string()).exactOptional().describe('The words that decided.'),
})

const comparison = z.object({
  text: z.string().describe('Markdown.'),
  modelId: z.string(),
  modelName: z.string(),
  at: moment,
  costUSD: z.number(),
})

const tokens = z.number()

const turn = z.object({
  id: z.string(),
  number: z.number().describe('Counted from 1.'),
  at: moment,
  text: z.string(),
  attachments: z.array(attachment),
  passages: z
    .array(passage.omit({ text: true }))
    .exactOptional()
    .describe('Passages that Varve found in the notes and sent.'),
  answer: answer.describe('The answer that the chat continues with.'),
  answers: z.array(answer).describe('Every answer, in the order of the models.'),
  siblings: z.array(z.string()).describe('Turns at this place in all branches, this one included.'),
  /** The interrupted answer that this turn continues. */
  continues: z.string().exactOptional(),
  /** The agent that the message called by name. */
  agent: z.string().exactOptional(),
  /** Areas detected for the message, with their guidance. */
  areas: z.array(area).exactOptional(),
  jurisdictions: z.array(z.string()).exactOptional(),
  /** What the guard did with it; absent if there was nothing to do. */
  guard: guardSummary.exactOptional(),
  comparison: comparison.exactOptional(),
  /** What was asked before it could be answered, and what that cost. Absent if nothing was. */
  sideCalls: z.array(sideCall).exactOptional(),
  /** For the strip in the usage line. */
  layerTokens: z.object({ L1: tokens, L2: tokens, L3: tokens, L4: tokens, L5: tokens }),
  epochNote: z.string().exactOptional(),
  notices: z.array(noticeView).exactOptional(),
})

const turnPage = z.object({
  turns: z.array(turn),
  earlier: z.number().describe('The number of earlier turns.'),
})

const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), delta: z.string() }).describe('More of the answer.'),
  z
    .object({ kind: z.literal('reasoning'), delta: z.string() })
    .describe('The model’s reasoning; not stored.'),
  z.object({ kind: z.literal('steps'), steps: toolSteps }).describe('All tool calls so far.'),
  z.object({ kind: z.literal('done'), turn }).describe('The last event: the answer has ended.'),
  z
    .object({ kind: z.literal('failed'), message: z.string(), turn })
    .describe('The last event, after a failure.'),
])

const sent = z.object({
  turnId: z.string(),
  answerId: z.string().describe('Of the first model: its events are followed by this id.'),
  answerIds: z.array(z.string()).describe('One for each model, in their order.'),
})

const sourceText = z.object({
  path: z.string(),
  title: z.string(),
  /** Of the text given, not of the file now. */
  contentHash: z.string(),
  content: z.string(),
  picture: z.string().exactOptional().describe('It is a picture: a `data:` address.'),
  changed: z.enum(['no', 'changed', 'missing']).describe('The file now, against this text.'),
  /** Passages of it were found or read: this is the file as it is now, `changed` tells whether it was so then. */
  isNow: z.literal(true).exactOptional(),
})

const comparisonForecast = z.object({
  modelId: z.string(),
  modelName: z.string(),
  inputTokens: z.number(),
  /** Of these, what was attached to the question and found for it. */
  contextTokens: z.number(),
  costUSD: z.number(),
})

/** What is asked and answered. */
export const TURN_VIEWS = {
  Attachment: attachment,
  Usage: usage,
  Area: area,
  GuardSummary: guardSummary,
  Answer: answer,
  Turn: turn,
  TurnPage: turnPage,
  AnswerEvent: event,
  Sent: sent,
  SourceText: sourceText,
  ComparisonForecast: comparisonForecast,
}

export type AttachmentView = View<typeof attachment>
export type SourceView = View<typeof source>
/** What an answer took: shown as it is stored. */
export type UsageView = View<typeof usage>
/** How a request compares with the previous one of the same branch and model. */
export type PrefixView = View<typeof prefix>
export type AnswerView = View<typeof answer>
export type AnswerStatus = AnswerView['status']
/** Why an answer that its model ended is not whole: it ran out of room, or its provider held the rest back. */
export type EarlyEnd = NonNullable<AnswerView['endsEarly']>
/** An area of guidance. */
export type AreaView = View<typeof area>
/** What a model made of several answers to one question. */
export type ComparisonView = View<typeof comparison>
/** What a comparison would take. */
export type ComparisonForecastView = View<typeof comparisonForecast>
export type TurnView = View<typeof turn>
/** The turns before those of a chat that are on show. */
export type TurnPage = View<typeof turnPage>
/** What happens to one answer, in order. */
export type AnswerEvent = View<typeof event>
export type SendResponse = View<typeof sent>
/** A text as the model was given it in one turn, or the file that it was given passages of: what a citation opens. */
export type SourceTextView = View<typeof sourceText>
