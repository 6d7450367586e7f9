import { type Notice, notice, noticeWords, uniqueNotices } from '@varve/contract'
import { checkEnvelope, checkPlan, type Envelope, type Plan } from '@varve/engine'

/** What is wrong with a turn and the requests planned for it. [E-3] */
export type RequestCheck = (envelope: Envelope, plans: readonly Plan[]) => readonly Notice[]

/** Checks requests against the engine's rules, and reports violations or fails; or a custom check. */
export type RequestChecking = 'tell' | 'fail' | RequestCheck

/** Off by default: it would read every request a second time. */
export function requestCheck(wanted: RequestChecking | undefined): RequestCheck {
  if (wanted === undefined) return () => []
  if (wanted === 'tell') return brokenRules
  return wanted === 'fail' ? failing(brokenRules) : wanted
}

function failing(check: RequestCheck): RequestCheck {
  return (envelope, plans) => {
    const broken = check(envelope, plans)
    if (broken.length > 0) throw new Error(broken.map(noticeWords).join(' '))
    return broken
  }
}

/** The engine's own rules that a turn or one of its requests breaks. [E-3] */
export function brokenRules(envelope: Envelope, plans: readonly Plan[]): readonly Notice[] {
  const violations = [...checkEnvelope(envelope), ...plans.flatMap((plan) => checkPlan(plan, envelope))]
  return uniqueNotices(
    violations.map(({ rule, message }) => notice('rule-broken', undefined, { rule, reason: message })),
  )
}
