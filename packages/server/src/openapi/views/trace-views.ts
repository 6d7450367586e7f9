import { z } from 'zod'
import type { AnswerTraceView, AsideView, ReceivedView } from '../../api-types.ts'
import { chatSettings } from './chat-settings-view.ts'
import { inWords, moment, viewOf } from './view-of.ts'

export const aside = inWords<AsideView>(
  'A call of a model beside the answers, in figures: purpose, model, tokens, cost.',
)

const call = z.object({
  number: z.number().describe('Counted from 1.'),
  status: z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'failed', 'unknown']),
  at: moment.exactOptional().describe('When it went out.'),
  provider: z.string().exactOptional(),
  protocol: z.string().exactOptional(),
  phases: z
    .array(
      z.object({
        phase: z.enum(['hydrate', 'load', 'plan', 'wire', 'commit']),
        milliseconds: z.number(),
      }),
    )
    .describe('What was done before it went out, in order.'),
  firstMilliseconds: z.number().exactOptional().describe('Until the first word, thought or use of a tool.'),
  milliseconds: z.number().exactOptional().describe('Until its end.'),
  predicted: z.object({ input: z.number(), cached: z.number(), costUSD: z.number() }).exactOptional(),
  usage: z
    .object({
      input: z.number(),
      cached: z.number(),
      written: z.number().exactOptional(),
      output: z.number(),
      costUSD: z.number(),
      reported: z.boolean().describe('Counted by the provider; else it is the forecast.'),
    })
    .exactOptional(),
  error: z.string().exactOptional(),
})

/** How the calls of an answer went. */
export const answerTrace = viewOf<AnswerTraceView>()(
  z.object({
    modelId: z.string(),
    modelName: z.string(),
    settings: chatSettings.exactOptional(),
    textsLeftOut: z
      .string()
      .exactOptional()
      .describe(
        'Why the texts of these calls cannot be read here: the master key that sealed them is missing.',
      ),
    calls: z.array(call),
    asides: z.array(aside),
  }),
)

export const received = viewOf<ReceivedView>()(
  z.object({
    text: z.string(),
    reasoning: z.string().describe('What it thought, as far as its provider tells.'),
    calls: z.array(z.object({ callId: z.string(), tool: z.string(), arguments: z.string() })),
  }),
)
