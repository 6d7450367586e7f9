import { hashText } from '@varve/engine/internal'
import { type Finding, isAtLeast } from '@varve/guard'
import type { GuardDecision } from './guard-decision.ts'
import type { GuardPolicy } from './guard-policy.ts'
import type { Piece } from './pieces.ts'
import type { Redaction } from './redaction.ts'

export interface FoundPiece extends Piece {
  readonly findings: readonly Finding[]
}

export interface Asked {
  readonly type: string
  readonly severity: Finding['severity']
  readonly advice: string
  readonly value: string
  readonly place: string
}

/** A value about which no rule says anything. */
export interface OpenValue extends Pick<Asked, 'type' | 'severity' | 'value'> {
  readonly places: readonly string[]
}

/** How many different values of each type: one that is there twice is one. */
export type Counts = { readonly [type: string]: number }

export interface Decided {
  /** Types that are replaced. */
  readonly types: ReadonlySet<string>
  /** Values that the user sends as they are. */
  readonly allowed: readonly string[]
  /** Values that the user may decide one by one, by id. */
  readonly open: ReadonlyMap<string, OpenValue>
  /** Types without a decision. */
  readonly asked: readonly Asked[]
  readonly askedValues: Counts
  readonly redacted: Counts
  readonly sent: Counts
  readonly noted: Counts
}

export interface ToDecide {
  readonly policy: GuardPolicy
  readonly redaction: Redaction
  readonly decision?: GuardDecision | undefined
}

/** Names are guesses: reported, and withheld only if the workspace says so. */
const REPORT_ONLY: ReadonlySet<string> = new Set(['NAME'])
/** From which severity on a finding is asked about; a strict guard asks sooner, and not only finds more. */
const ASKS_FROM: Readonly<Record<GuardPolicy['sensitivity'], Finding['severity']>> = {
  strict: 'moderate',
  normal: 'high',
  relaxed: 'high',
}

/** Whether the user is asked about a finding where nothing is decided for its type. */
export function isAsked(
  { type, severity }: Pick<Finding, 'type' | 'severity'>,
  { sensitivity }: Pick<GuardPolicy, 'sensitivity'>,
): boolean {
  return !REPORT_ONLY.has(type) && isAtLeast(severity, ASKS_FROM[sensitivity])
}

/** Names a value in a question and in its answer, whatever else is found by then. */
export function valueId(type: string, value: string): string {
  return hashText(`${type} ${value}`).slice(0, 16)
}

type Fate = 'redact' | 'send' | 'ask' | 'note'

/** What becomes of each finding: by what this chat or workspace decided before, else by what the user says now. */
export function decide(pieces: readonly FoundPiece[], toDecide: ToDecide): Decided {
  const { redaction } = toDecide
  const types = new Set(redaction.types.filter((type) => decidedBefore(type, toDecide) !== 'send'))
  const known = new Set(Object.values(redaction.state.values))
  const allowed = new Set<string>()
  const asked: Asked[] = []
  const open = new Map<string, OpenValue>()
  const values = {
    redact: new Map<string, Set<string>>(),
    send: new Map<string, Set<string>>(),
    note: new Map<string, Set<string>>(),
    ask: new Map<string, Set<string>>(),
  } satisfies Record<Fate, unknown>
  for (const { place, text, findings } of pieces)
    for (const { type, severity, advice, start, end } of findings) {
      const value = text.slice(start, end)
      const id = valueId(type, value)
      const own = isOpen(type, toDecide) ? toDecide.decision?.values?.[id] : undefined
      const fate = own ?? fateOf({ type, severity }, toDecide)
      // It has its placeholder for good: the provider has read it so.
      if (fate === 'send' && known.has(value)) {
        values.redact.set(type, (values.redact.get(type) ?? new Set()).add(value))
        continue
      }
      if (fate === 'ask' || fate === 'note') {
        const { places = [] } = open.get(id) ?? {}
        open.set(id, { type, severity, value, places: [...new Set([...places, place])] })
      }
      if (fate === 'ask') asked.push({ type, severity, advice, value, place })
      values[fate].set(type, (values[fate].get(type) ?? new Set()).add(value))
      if (fate === 'redact') types.add(type)
      if (fate === 'send') allowed.add(value)
    }
  return {
    types,
    allowed: [...allowed],
    open,
    asked,
    askedValues: countsOf(values.ask),
    redacted: countsOf(values.redact),
    sent: countsOf(values.send),
    noted: countsOf(values.note),
  }
}

function countsOf(values: ReadonlyMap<string, ReadonlySet<string>>): Counts {
  return Object.fromEntries([...values].map(([type, some]) => [type, some.size]))
}

/** What is done with a type without asking; a looser choice than that of the chat so far holds for new text. */
function decidedBefore(
  type: string,
  { policy, decision }: Pick<ToDecide, 'policy' | 'decision'>,
): GuardPolicy['decisions'][string] | undefined {
  return decision?.always?.includes(type) ? decision.action : policy.decisions[type]
}

/** Whether neither the workspace nor the chat so far decided about a type. */
function isOpen(type: string, toDecide: ToDecide): boolean {
  const stored = decidedBefore(type, toDecide)
  return stored !== 'send' && stored !== 'redact' && !toDecide.redaction.types.includes(type)
}

function fateOf({ type, severity }: Pick<Finding, 'type' | 'severity'>, toDecide: ToDecide): Fate {
  const { policy, redaction, decision } = toDecide
  const stored = decidedBefore(type, toDecide)
  if (stored === 'send') return 'send'
  if (redaction.types.includes(type) || stored === 'redact') return 'redact'
  if (stored === 'ask') return decision?.action ?? 'ask'
  if (isAsked({ type, severity }, policy)) return decision?.action ?? 'ask'
  const isLight = REPORT_ONLY.has(type) || severity !== 'moderate'
  return decision?.action === 'redact' && !isLight ? 'redact' : 'note'
}
