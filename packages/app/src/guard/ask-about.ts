import type { Artifact } from '@varve/engine'
import { customType, type Finding, maskValue } from '@varve/guard'
import type { GuardFindingView, GuardQuestionView } from '../views.ts'
import type { Asked, Counts, Decided } from './decide.ts'
import type { GuardPolicy } from './guard-policy.ts'

export interface ToAsk {
  readonly decided: Decided
  /** What would become of all of it, were *redact* the answer. */
  readonly redacted: Decided
  readonly artifacts: readonly Artifact[]
  readonly policy: GuardPolicy
}

/** What the dialog shows: type, masked values, place; and how much that is less grave would leave with it. */
export function askAbout({ decided, redacted, artifacts, policy }: ToAsk): GuardQuestionView {
  const { custom } = policy
  const groups = new Map<string, Asked[]>()
  for (const one of decided.asked) {
    const name = JSON.stringify([one.type, one.place])
    const group = groups.get(name)
    if (group) group.push(one)
    else groups.set(name, [one])
  }
  const findings = [...groups.values()].map((group): GuardFindingView => {
    const [{ type, severity, place, advice }] = group as [Asked, ...Asked[]]
    const masked = [...new Set(group.map(({ value }) => maskValue(type as Finding['type'], value)))]
    const rule = custom.find(({ name }) => customType(name) === type)?.name
    const named = rule === undefined ? {} : { rule }
    return { type, severity, masked, count: group.length, place, advice, ...named }
  })
  const hasImages = artifacts.some(({ images }) => images.length > 0)
  return {
    findings,
    values: decided.askedValues,
    lighter: { redacted: without(decided.noted, redacted.noted), sent: redacted.noted },
    unscanned: hasImages ? ['Images are not scanned.'] : [],
  }
}

function without(all: Counts, some: Counts): Counts {
  const left = Object.entries(all).map(([type, count]) => [type, count - (some[type] ?? 0)] as const)
  return Object.fromEntries(left.filter(([, count]) => count > 0))
}
