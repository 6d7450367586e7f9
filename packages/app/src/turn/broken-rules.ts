import { checkEnvelope, checkPlan, type Envelope, type Plan } from '@varve/engine'

/** In words: the engine's own rules that a turn or one of its requests breaks; none where all is well. [E-3] */
export function brokenRules(envelope: Envelope, plans: readonly Plan[]): readonly string[] {
  const violations = [...checkEnvelope(envelope), ...plans.flatMap((plan) => checkPlan(plan, envelope))]
  return [...new Set(violations.map(({ rule, message }) => `Rule ${rule} is broken: ${message}.`))]
}
