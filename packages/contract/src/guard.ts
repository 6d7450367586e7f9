import { z } from 'zod'
import { counts, inWords, moment, severity, stretch, unit, type View } from './view.ts'

/** A stretch of a message as a model would read it. */
export type GuardPartView =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'placeholder' } & Omit<GuardReplacedView, 'place'>)

/** A value to be replaced by a placeholder. */
export interface GuardReplacedView {
  /** Of the choice that it belongs to, where one can be made. */
  readonly id: string
  /** As in a finding. */
  readonly place: string
  readonly placeholder: string
  readonly type: string
  readonly masked: string
}

/** What a model would read, were it all redacted. */
export interface GuardReadingView {
  /** The user's own message, whole; empty if there is none. */
  readonly message: readonly GuardPartView[]
  /** In all the rest that would be sent, by place; without the text around it. */
  readonly others: readonly GuardReplacedView[]
}

const finding = z.object({
  type: z.string().describe('Such as EMAIL or CREDIT_CARD.'),
  severity,
  masked: z.array(z.string()).describe('The values, each masked.'),
  count: z.number(),
  place: z.string().describe('message, memory, instructions, history, or the path of a note.'),
  advice: z.string(),
  rule: z.string().exactOptional().describe('The rule of your own that found it.'),
})

const choice = z.object({
  id: z.string().describe('For `values` of a decision.'),
  type: z.string(),
  severity,
  masked: z.string(),
  places: z.array(z.string()),
  suggested: z.enum(['redact', 'send']).describe('The replacement for `redact`.'),
})

export const guardQuestion = z.object({
  findings: z.array(finding),
  choices: z.array(choice).exactOptional().describe('Values that can be decided one by one.'),
  values: counts.describe('The number of different values by type.'),
  lighter: z.object({ redacted: counts, sent: counts }).describe('Values below the threshold for asking.'),
  unscanned: z.array(z.string()).describe('Content that would be sent without being scanned.'),
  /** Absent in a forecast. */
  reading: inWords<GuardReadingView>('What a model would read, were it all redacted.').exactOptional(),
})

/** A passage that Varve found in the notes by itself. */
export const passage = z.object({
  place: z.string().describe('For `attach` and `leaveOut`, such as `plan.md#L3-9`.'),
  path: z.string(),
  title: z.string(),
  lines: stretch.describe('First and last, in the given `unit`.'),
  unit: unit.exactOptional(),
  text: z.string(),
})

/** In UTF-16 code units. */
export const guardMark = z.object({ type: z.string(), severity, start: z.number(), end: z.number() })

/** How many different values of each type were replaced with placeholders, sent because the user said so, or noted. */
export const guardSummary = z.object({
  redacted: counts.exactOptional(),
  sent: counts.exactOptional(),
  noted: counts.exactOptional().describe('Found, below the threshold for asking, and sent unchanged.'),
})

/** It has either a text or a pattern. Its findings have a type of its name. */
const customRule = z.object({
  name: z.string(),
  text: z.string().exactOptional().describe('Matched literally.'),
  pattern: z.string().exactOptional().describe('A regular expression that runs in linear time.'),
  severity,
})

const policy = z.object({
  sensitivity: z.enum(['strict', 'normal', 'relaxed']),
  /** Whose kinds of numbers count for more; all count if it is empty. */
  jurisdictions: z.array(z.string()),
  decisions: z.record(z.string(), z.enum(['redact', 'send', 'ask'])).describe('By type.'),
  /** What is never a finding. */
  allow: z.object({
    literals: z.array(z.string()),
    domains: z.array(z.string()),
    types: z.array(z.string()),
  }),
  custom: z.array(customRule),
  guardLocal: z.boolean().describe('Local models are guarded too.'),
})

const guard = z.object({
  policy,
  rules: z.string().describe('The version of the detection rules.'),
  problems: z
    .array(z.string())
    .exactOptional()
    .describe(
      'Parts of the policy that can’t be read. Until it is set again, nothing is sent to cloud models.',
    ),
})

const ruleTrial = z.object({
  type: z.string().describe('Of its findings, such as CUSTOM_CASE.'),
  matches: z.array(z.object({ start: z.number(), end: z.number() })).describe('In UTF-16 code units.'),
})

const auditEntry = z.object({
  sequence: z.number(),
  at: moment,
  actor: z.string().exactOptional(),
  action: z.string(),
  detail: z.unknown(),
})

/** How the guard asks, within an error or a forecast. */
export const GUARD_QUESTION_VIEWS = { GuardFinding: finding, GuardQuestion: guardQuestion }

/** The rules of the guard, and what it did. */
export const GUARD_VIEWS = { Guard: guard, RuleTrial: ruleTrial, AuditEntry: auditEntry }

/** One kind of private data in one place of what would be sent. */
export type GuardFindingView = View<typeof finding>
/** A value that the user can decide by itself. */
export type GuardChoiceView = View<typeof choice>
export type PassageView = View<typeof passage>
/** Why a message was not sent: the user decides. */
export type GuardQuestionView = View<typeof guardQuestion>
/** Something private in a text, by place and not by value. */
export type GuardMarkView = View<typeof guardMark>
/** What the guard found in a message and what came with it, without the values. */
export type GuardSummaryView = View<typeof guardSummary>
export type CustomRuleView = View<typeof customRule>
export type GuardPolicyView = View<typeof policy>
/** The rules of a workspace's guard. */
export type GuardView = View<typeof guard>
/** What a rule finds in a sample. */
export type RuleTrialView = View<typeof ruleTrial>
/** Something that was done, without the values that it was about. */
export type AuditEntryView = View<typeof auditEntry>
