import { z } from 'zod'
import { chatSettings, type ChatSettingsView } from './settings.ts'
import { inWords, moment, type View } from './view.ts'

/** The five layers of a request, from the system's to the user's words. */
export type LayerId = 'L1' | 'L2' | 'L3' | 'L4' | 'L5'

/** What a model is asked for beside the answers of a chat. */
export type SideCallPurpose = 'title' | 'plan' | 'summary' | 'comparison'

/** A call of a model beside the answers of a turn, in figures. */
export interface SideCallView {
  readonly id: string
  readonly purpose: SideCallPurpose
  readonly modelId: string
  readonly modelName: string
  /** The answer that it was made for; of several that began together, the first. */
  readonly answerId: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly milliseconds: number
  readonly costUSD: number
  /** Absent if the call failed before any were reported. */
  readonly tokens?: { readonly input: number; readonly cached: number; readonly output: number }
  /** Why nothing came of it. */
  readonly error?: string
}

export const sideCall = inWords<SideCallView>(
  'A call of a model beside the answers, in figures: purpose, model, tokens, cost.',
)

const sideCallText = z.object({
  id: z.string(),
  /** Absent once it was deleted. */
  request: z.string().exactOptional(),
  answer: z.string().exactOptional(),
})

export interface SegmentView {
  /** The key of an artifact, the id of a section, or a name such as `turn 3`. */
  readonly name: string
  readonly form: 'full' | 'reference' | 'update' | 'compacted' | 'verbatim' | 'text'
  /** Shown in the tag, e.g. "Full, turn 1" or "Reference, in L2". */
  readonly label: string
  readonly why: string
  /** The turn that its label and reason name, where they name one. */
  readonly turn?: number
  readonly tokens: number
  readonly hash: string
  /** The exact text as sent. */
  readonly text: string
}

export interface LayerView {
  readonly id: LayerId
  readonly title: string
  /** One short line, e.g. "same since turn 1" or "5 kept". */
  readonly summary: string
  /** The number in it; absent for what was sent before this was recorded. */
  readonly count?: number
  readonly tokens: number
  readonly hash: string
  readonly segments: readonly SegmentView[]
}

export interface OmissionView {
  readonly key: string
  readonly reason: string
  readonly tokens: number
}

/** How the provider's cache was used on purpose: beside the rules that always hold. */
export interface CacheChoiceView {
  /** How long marks ask to be remembered; absent if a model has no choice. */
  readonly lifetime?: '5m' | '1h'
  /** The explicit cache object that replaced the beginning of the request. */
  readonly object?: string
}

/** What is new in a request since the last call of its model in this branch: everything after the shared prefix. */
export interface FreshView {
  /** Tokens in front that the call before had too. */
  readonly keptTokens: number
  readonly newTokens: number
  /** No call came before: there is nothing to differ from. */
  readonly isFirst: boolean
  /** The call before was so long ago that its provider is sure to have forgotten it. */
  readonly isCold: boolean
  /** In the order of the request: `count` segments of a layer, from the place `from` in it. */
  readonly runs: readonly { readonly layer: LayerId; readonly from: number; readonly count: number }[]
  /** What it costs more than if the request still began with what was sent before; 0 if it does. */
  readonly breakUSD: number
}

/** One call as it was recorded. */
export interface CallView {
  readonly turnNumber: number
  readonly at: string
  readonly contentHash: string
  readonly totalTokens: number
  readonly budgetTokens: number
  readonly layers: readonly LayerView[]
  readonly omissions: readonly OmissionView[]
  /** The messages exactly as they were sent. */
  readonly request: readonly { readonly role: string; readonly parts: readonly string[] }[]
  readonly epoch: { readonly id: number; readonly reason: string }
  readonly predicted: {
    readonly input: number
    readonly cached: number
    readonly written: number
    readonly uncached: number
    readonly costUSD: number
  }
  /** What was sent along with the prompt; absent if that was nothing. */
  readonly settings?: ChatSettingsView
  readonly cache?: CacheChoiceView
  /** In words: where the first byte differs from the call before, and why. */
  readonly divergence: string
  /** The same in parts; absent where nothing sent before has changed, and for what was sent before this was recorded. */
  readonly differs?: { readonly reason: string; readonly place: string; readonly tokens: number }
  /** What the model read for the first time; absent for what was sent before this was recorded. */
  readonly fresh?: FreshView
  /** The body that went over the wire, byte for byte; absent for the offline model, which has none. */
  readonly wire?: {
    readonly protocol: string
    /** Below the address of the provider. */
    readonly path: string
    readonly bodyText: string
    /** Set if the body was too long to be kept: then the text is empty. */
    readonly leftOut?: { readonly characters: number; readonly hash: string }
    /** What this protocol could not express. */
    readonly losses: readonly { readonly what: string; readonly why: string }[]
  }
}

/** What the model was given in one call for a turn. */
export interface InspectionView extends CallView {
  /** Which of the calls that the answer took this is, counted from 1. */
  readonly call: number
  readonly calls: number
  /** The calls that were made beside the answers of this turn, oldest first. */
  readonly sideCalls: readonly SideCallView[]
}

const inspection = inWords<InspectionView>(
  'An object: `layers` L1 to L5 with their segments (exact text, tokens, hash and why each is there), `omissions`, ' +
    '`request` with the messages as they were sent, `wire` with the bytes, `predicted` usage and cost, the epoch, ' +
    'where the request differs from the one before, and `fresh`: what the model read for the first time, as runs of ' +
    'segments in the order of the request.',
)

/** What a turn does before its models are asked, in this order. */
export const PHASES = ['hydrate', 'load', 'plan', 'wire', 'commit'] as const

export type Phase = (typeof PHASES)[number]

const callUsage = z.object({
  input: z.number(),
  cached: z.number(),
  written: z.number().exactOptional(),
  output: z.number(),
  costUSD: z.number(),
  reported: z.boolean().describe('Counted by the provider; otherwise forecast.'),
})

const tracedCall = z.object({
  number: z.number().describe('Counted from 1.'),
  /** `unknown` if it was made before calls were recorded one by one, and others followed it. */
  status: z.enum(['streaming', 'complete', 'stopped', 'interrupted', 'failed', 'unknown']),
  at: moment.exactOptional().describe('When it was sent.'),
  provider: z.string().exactOptional(),
  /** Absent for a model inside this program. */
  protocol: z.string().exactOptional(),
  phases: z
    .array(z.object({ phase: z.enum(PHASES), milliseconds: z.number() }))
    .describe('The steps before it was sent, in order.'),
  firstMilliseconds: z.number().exactOptional().describe('Until the first text, reasoning or tool call.'),
  milliseconds: z.number().exactOptional().describe('Until its end.'),
  /** Absent if nothing is known of what was expected, as in a chat that was read from its file. */
  predicted: z.object({ input: z.number(), cached: z.number(), costUSD: z.number() }).exactOptional(),
  usage: callUsage.exactOptional(),
  diagnosis: z
    .object({
      found: z.enum(['same', 'changed', 'unknown']),
      reason: z.string().exactOptional().describe('As the provider names it.'),
      missedTokens: z.number().exactOptional(),
    })
    .exactOptional()
    .describe('The provider’s own diagnosis of how the request differs from the previous one, if requested.'),
  error: z.string().exactOptional(),
})

const answerTrace = z.object({
  modelId: z.string(),
  modelName: z.string(),
  settings: chatSettings.exactOptional(),
  textsLeftOut: z
    .string()
    .exactOptional()
    .describe('Why the texts of these calls can’t be read: their master key is missing.'),
  calls: z.array(tracedCall),
  /** Oldest first. */
  sideCalls: z.array(sideCall),
})

const received = z.object({
  text: z.string(),
  reasoning: z.string().describe('Its reasoning, as far as the provider returns it.'),
  /** `arguments` is JSON, as the model wrote it. */
  calls: z.array(z.object({ callId: z.string(), tool: z.string(), arguments: z.string() })),
})

const deletedTrace = z.object({ calls: z.number(), at: moment })

/** How the calls of an answer went, and what was in them. */
export const INSPECTION_VIEWS = {
  SideCallText: sideCallText,
  AnswerTrace: answerTrace,
  Received: received,
  Inspection: inspection,
}

export const DELETED_TRACE = deletedTrace

/** What was said in a side call, as it was sent and received: without what was redacted. */
export type SideCallTextView = View<typeof sideCallText>
export type CallUsageView = View<typeof callUsage>
/** One call of a model in figures: what came of it is in `ReceivedView`. */
export type TracedCallView = View<typeof tracedCall>
/** Every call that one answer took, in order, and those that were made beside the answers of its turn. */
export type AnswerTraceView = View<typeof answerTrace>
/** What a model wrote in one call, as it came: with placeholders for what it was not given. */
export type ReceivedView = View<typeof received>
/** How many requests the deletion of a trace removed. */
export type DeletedTraceView = View<typeof deletedTrace>

/** A trace as a file, line by line: one turn each, as `varve replay` reads them. */
export interface ExportedTrace {
  readonly name: string
  readonly lines: AsyncIterable<string>
}
