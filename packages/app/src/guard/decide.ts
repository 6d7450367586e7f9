import type { Artifact } from '@varve/engine'
import { type Finding, maskValue } from '@varve/guard'
import type { GuardFindingView, GuardQuestionView } from '../views.ts'
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

type Counts = { readonly [type: string]: number }

export interface Decided {
  /** Types that are replaced. */
  readonly types: ReadonlySet<string>
  /** Values that the user sends as they are. */
  readonly allowed: readonly string[]
  /** What nobody has decided. */
  readonly asked: readonly Asked[]
  readonly redacted: Counts
  readonly sent: Counts
  readonly noted: Counts
}

export interface ToDecide {
  readonly policy: GuardPolicy
  readonly redaction: Redaction
  readonly decision?: GuardDecision | undefined
}

/** A name is a guess: it is told, and held back only where the workspace says so. */
export const ONLY_TOLD: ReadonlySet<string> = new Set(['NAME'])
const GRAVE: ReadonlySet<Finding['severity']> = new Set(['critical', 'high'])

type Fate = 'redact' | 'send' | 'ask' | 'note'

/** What becomes of each finding: by what this chat or workspace decided before, else by what the user says now. */
export function decide(pieces: readonly FoundPiece[], toDecide: ToDecide): Decided {
  const types = new Set(toDecide.redaction.types)
  const allowed = new Set<string>()
  const asked: Asked[] = []
  const counts = {
    redact: new Map<string, number>(),
    send: new Map<string, number>(),
    note: new Map<string, number>(),
  }
  for (const { place, text, findings } of pieces)
    for (const { type, severity, advice, start, end } of findings) {
      const fate = fateOf({ type, severity }, toDecide)
      const value = text.slice(start, end)
      if (fate === 'ask') asked.push({ type, severity, advice, value, place })
      else counts[fate].set(type, (counts[fate].get(type) ?? 0) + 1)
      if (fate === 'redact') types.add(type)
      if (fate === 'send') allowed.add(value)
    }
  const { redact, send, note } = counts
  return {
    types,
    allowed: [...allowed],
    asked,
    redacted: Object.fromEntries(redact),
    sent: Object.fromEntries(send),
    noted: Object.fromEntries(note),
  }
}

function fateOf(
  { type, severity }: Pick<Finding, 'type' | 'severity'>,
  { policy, redaction, decision }: ToDecide,
): Fate {
  if (redaction.types.includes(type)) return 'redact'
  const stored = decision?.always?.includes(type) ? decision.action : policy.decisions[type]
  if (stored === 'redact' || stored === 'send') return stored
  if (stored === 'ask') return decision?.action ?? 'ask'
  if (ONLY_TOLD.has(type)) return 'note'
  if (!GRAVE.has(severity))
    return decision?.action === 'redact' && severity === 'moderate' ? 'redact' : 'note'
  return decision?.action ?? 'ask'
}

/** What the dialog shows: type, masked values, place. */
export function askAbout(asked: readonly Asked[], artifacts: readonly Artifact[]): GuardQuestionView {
  const groups = new Map<string, Asked[]>()
  for (const one of asked) {
    const name = JSON.stringify([one.type, one.place])
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  const findings = [...groups.values()].map((group): GuardFindingView => {
    const [{ type, severity, place, advice }] = group as [Asked, ...Asked[]]
    const masked = [...new Set(group.map(({ value }) => maskValue(type as Finding['type'], value)))]
    return { type, severity, masked, count: group.length, place, advice }
  })
  const hasImages = artifacts.some(({ images }) => images.length > 0)
  return { findings, unscanned: hasImages ? ['Images are not scanned.'] : [] }
}
