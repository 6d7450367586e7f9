import { type Finding, redactText } from '@varve/guard'
import type { AnswerJob } from '../turn/answer-job.ts'
import type { AppContext } from '../app-context.ts'
import { isAsked } from './decide.ts'
import { decidedUnasked, type GuardPolicy } from './guard-policy.ts'
import { knowsMore, type Redaction } from './redaction.ts'

/**
 * Redacts a tool's result. The user can't be asked in the middle of an answer, so "ask" means redact. Numbers
 * continue those of the turn. `around` is the text around parts of texts.
 */
export function guardResult(
  { scans }: AppContext,
  { open, guardPolicy }: AnswerJob,
  around: readonly string[] = [],
): (text: string) => string {
  if (!guardPolicy) return (text) => text
  const scan = scans.scannerWith(around, guardPolicy)
  return (text) => {
    const { redaction } = open
    const findings = scan(text).filter((finding) => isHidden(finding, text, guardPolicy, redaction))
    const redacted = redactText(redaction.state, text, findings)
    const types = [...new Set([...redaction.types, ...findings.map(({ type }) => type)])].sort()
    const isLearned = findings.length > 0 && knowsMore(redacted.state, redaction.state)
    open.redaction = {
      ...redaction,
      types,
      state: redacted.state,
      ...(isLearned ? { unsearched: true } : {}),
    }
    return redacted.text
  }
}

/** Whether a finding is withheld when the user can't be asked. */
export function isHidden(
  { type, severity, start, end }: Finding,
  text: string,
  policy: GuardPolicy,
  { types, allowed }: Redaction,
): boolean {
  if (policy.decisions[type] !== 'redact' && allowed.includes(text.slice(start, end))) return false
  const decided = decidedUnasked(policy, type)
  if (decided !== undefined) return decided === 'redact'
  if (types.includes(type)) return true
  return isAsked({ type, severity }, policy)
}
