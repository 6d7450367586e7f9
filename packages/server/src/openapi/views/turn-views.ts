import { z } from 'zod'
import type {
  AnswerEvent,
  AnswerView,
  AreaView,
  AsideTextView,
  AttachmentView,
  ComparisonForecastView,
  ComparisonView,
  GuardSummaryView,
  InspectionView,
  SendResponse,
  SourceTextView,
  PrefixView,
  SourceView,
  ToolStepRecord,
  TurnPage,
  TurnView,
  UsageView,
} from '../../api-types.ts'
import { chatSettings } from './chat-settings-view.ts'
import { answerTrace, aside, received } from './trace-views.ts'
import { counts, inWords, moment, stretch, unit, viewOf } from './view-of.ts'

const attachment = viewOf<AttachmentView>()(
  z.object({
    key: z.string(),
    title: z.string(),
    kind: z.string(),
    tokens: z.number(),
    form: z
      .enum(['full', 'reference', 'update', 'compacted', 'omitted'])
      .describe('What this turn did with it.'),
    added: z.number().exactOptional(),
    removed: z.number().exactOptional(),
    unseen: z
      .literal(true)
      .exactOptional()
      .describe('A picture, and the model sees none: it is given its name alone.'),
  }),
)

const source = viewOf<SourceView>()(
  z.object({
    number: z.number(),
    path: z.string(),
    lines: stretch.describe('First and last, in what `unit` says.'),
    unit: unit.optional(),
    title: z.string().optional(),
  }),
)

const usage = viewOf<UsageView>()(
  z.object({
    input: z.number(),
    cached: z.number().describe('Tokens read from the cache of the provider.'),
    written: z.number().exactOptional(),
    uncached: z.number().exactOptional(),
    output: z.number(),
    costUSD: z.number(),
    savedUSD: z.number().exactOptional().describe('Against the same prompt with nothing cached.'),
    milliseconds: z.number(),
    commitMilliseconds: z.number().exactOptional(),
    firstByteMilliseconds: z.number().exactOptional(),
    reported: z.boolean().exactOptional().describe('Counted by the provider; else this is our forecast.'),
    warnings: z.array(z.string()).exactOptional(),
  }),
)

const steps = z.array(
  inWords<ToolStepRecord>(
    'One step: `text` that the model said, `calls` of tools with their status, and `said` by the user. A call whose ' +
      'status is `waiting` has a `question` for a person and goes on when it is answered.',
  ),
)

const prefix = viewOf<PrefixView>()(
  z.object({
    epoch: z.number().describe('Counted from 1, for each model.'),
    began: z.boolean().describe('It is the first of its epoch.'),
    broke: z
      .object({
        reason: z.string(),
        words: z.string(),
        layer: z.enum(['L1', 'L2', 'L3', 'L4', 'L5']),
        tokens: z.number().describe('That no longer stood in front.'),
        costUSD: z.number().describe('What reading them anew was expected to cost.'),
      })
      .exactOptional()
      .describe('Absent where it only appends.'),
  }),
)

const answer = viewOf<AnswerView>()(
  z.object({
    id: z.string(),
    modelId: z.string(),
    modelName: z.string(),
    status: z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'failed']),
    endsEarly: z
      .enum(['output-limit', 'withheld'])
      .exactOptional()
      .describe('What ended it before its end: it can be continued.'),
    text: z.string().describe('Markdown with citations as `[^n]`.'),
    sources: z.array(source),
    steps: steps.exactOptional(),
    startedAt: moment,
    usage: usage.exactOptional(),
    settings: chatSettings.exactOptional().describe('What was sent along with the prompt.'),
    error: z.string().exactOptional().describe('Why it failed, for people.'),
    errorCode: z
      .enum([
        'key-rejected',
        'rate-limited',
        'overloaded',
        'unreachable',
        'too-long',
        'model-gone',
        'refused',
        'cut',
        'silent',
        'not-saved',
        'failed',
      ])
      .exactOptional(),
    epochNote: z.string().exactOptional(),
    prefix: prefix
      .exactOptional()
      .describe('How its request stands to the one before it, of the same branch and model.'),
  }),
)

export const area = viewOf<AreaView>()(
  z.object({
    pack: z.string(),
    id: z.string(),
    name: z.string(),
    confidence: z.number().describe('From 0 to 1; 1 where the user set it.'),
    words: z.array(z.string()).exactOptional().describe('The words that decided.'),
  }),
)

export const guardSummary = viewOf<GuardSummaryView>()(
  z.object({
    redacted: counts.exactOptional(),
    sent: counts.exactOptional(),
    noted: counts.exactOptional().describe('Found, too light to ask for, and sent as it is.'),
  }),
)

const comparison = viewOf<ComparisonView>()(
  z.object({
    text: z.string().describe('Markdown.'),
    modelId: z.string(),
    modelName: z.string(),
    at: moment,
    costUSD: z.number(),
  }),
)

const turn = viewOf<TurnView>()(
  z.object({
    id: z.string(),
    number: z.number().describe('Counted from 1.'),
    at: moment,
    text: z.string(),
    attachments: z.array(attachment),
    answer: answer.describe('The one that the thread goes on with.'),
    answers: z.array(answer).describe('Every answer, in the order of the models that were asked.'),
    siblings: z.array(z.string()).describe('Turns in this place in other branches, this one among them.'),
    continues: z.string().exactOptional(),
    agent: z.string().exactOptional(),
    areas: z.array(area).exactOptional(),
    jurisdictions: z.array(z.string()).exactOptional(),
    guard: guardSummary.exactOptional(),
    comparison: comparison.exactOptional(),
    asides: z.array(aside).exactOptional(),
    layerTokens: z.object({
      L1: z.number(),
      L2: z.number(),
      L3: z.number(),
      L4: z.number(),
      L5: z.number(),
    }),
    epochNote: z.string().exactOptional(),
    notices: z.array(z.string()).exactOptional(),
  }),
)

const event = viewOf<AnswerEvent>()(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), delta: z.string() }).describe('More of the answer.'),
    z
      .object({ kind: z.literal('reasoning'), delta: z.string() })
      .describe('What the model thinks; not kept.'),
    z.object({ kind: z.literal('steps'), steps }).describe('All that tools have done so far.'),
    z.object({ kind: z.literal('done'), turn }).describe('The last event: the answer has ended.'),
    z
      .object({ kind: z.literal('failed'), message: z.string(), turn })
      .describe('The last event, after a failure.'),
  ]),
)

/** What is asked and answered. */
export const TURN_VIEWS = {
  Attachment: attachment,
  Usage: usage,
  Area: area,
  GuardSummary: guardSummary,
  Answer: answer,
  Turn: turn,
  TurnPage: viewOf<TurnPage>()(
    z.object({ turns: z.array(turn), earlier: z.number().describe('How many turns come before these.') }),
  ),
  AnswerEvent: event,
  Sent: viewOf<SendResponse>()(
    z.object({
      turnId: z.string(),
      answerId: z.string().describe('Of the first model: its events are followed by this id.'),
      answerIds: z.array(z.string()).describe('One for each model, in their order.'),
    }),
  ),
  SourceText: viewOf<SourceTextView>()(
    z.object({
      path: z.string(),
      title: z.string(),
      contentHash: z.string(),
      content: z.string(),
      picture: z.string().exactOptional().describe('It is a picture: a `data:` address.'),
      changed: z.enum(['no', 'changed', 'missing']).describe('The file now, against this text.'),
      isNow: z.literal(true).exactOptional(),
    }),
  ),
  ComparisonForecast: viewOf<ComparisonForecastView>()(
    z.object({
      modelId: z.string(),
      modelName: z.string(),
      inputTokens: z.number(),
      contextTokens: z.number(),
      costUSD: z.number(),
    }),
  ),
  AsideText: viewOf<AsideTextView>()(
    z.object({ id: z.string(), request: z.string().exactOptional(), answer: z.string().exactOptional() }),
  ),
  AnswerTrace: answerTrace,
  Received: received,
  Inspection: inWords<InspectionView>(
    'An object: `layers` L1 to L5 with their segments (exact text, tokens, hash and why each is there), `omissions`, ' +
      '`request` with the messages as they were sent, `wire` with the bytes, `predicted` usage and cost, the epoch, ' +
      'where the request differs from the one before, and `fresh`: what the model read for the first time, as runs of ' +
      'segments in the order of the request.',
  ),
}
