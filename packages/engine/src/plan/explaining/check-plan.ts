import type { Envelope, Violation } from '../../envelope/envelope.ts'
import { messagesOf } from '../messages-of.ts'
import type { Plan } from '../plan.ts'
import { readRequest, type RequestReading } from './read-request.ts'

/** Every violation of [E-3] and [P-1] in a plan, found by reading its request as a model would. [B-5] */
export function checkPlan(plan: Plan, envelope: Envelope): readonly Violation[] {
  const reading = readRequest(messagesOf(plan))
  return [
    ...checkReading(reading, plan),
    ...checkReadable(reading, plan, envelope),
    ...checkMessages(plan),
    ...checkToolTraffic(plan),
    ...(plan.tokens > plan.budget
      ? [{ rule: 'B-1', message: `${plan.tokens} tokens are more than the budget of ${plan.budget}` }]
      : []),
  ]
}

function checkReading(reading: RequestReading, plan: Plan): readonly Violation[] {
  const references = plan.blocks.slice().some(({ origin }) => origin.piece === 'reference')
    ? reading.references
    : []
  return [
    ...[...reading.copies]
      .filter(([, count]) => count > 1)
      .map(([copy]) => ({
        rule: 'P-1',
        message: `${copy.slice(0, copy.indexOf('\n'))} stands in full more than once`,
      })),
    ...references
      .filter(({ resolved }) => !resolved)
      .map(({ key }) => ({ rule: 'L3-2', message: `the reference to ${key} leads nowhere` })),
    ...reading.broken.map((key) => ({ rule: 'P-5', message: `an update of ${key} cannot be applied` })),
  ]
}

/** Everything attached or kept is readable in its current form, or listed as omitted. */
function checkReadable(reading: RequestReading, plan: Plan, envelope: Envelope): readonly Violation[] {
  const omitted = new Set([...plan.omissions].map(([, { key }]) => key))
  const kept = [...envelope.layers.L2.segments].map(({ artifact }) => ({ artifact, rule: 'P-6' }))
  const attached = [...envelope.layers.L3.segments].flatMap(({ artifact }) =>
    artifact ? [{ artifact, rule: 'L3-1' }] : [],
  )
  const unreadable = [...kept, ...attached].filter(
    ({ artifact }) => reading.current.get(artifact.key) !== artifact.content,
  )
  return unreadable.flatMap(({ artifact, rule }) => {
    if (!omitted.has(artifact.key))
      return [
        { rule, message: `${artifact.key} is neither readable in its current form nor listed as omitted` },
      ]
    const entry = [...plan.omissions].find(([, { key }]) => key === artifact.key)?.[1]
    if (entry?.form === 'compacted' && !reading.compacted.has(artifact.key))
      return [{ rule: 'B-3', message: `${artifact.key} is listed as compacted but stands nowhere` }]
    if ((!artifact.recoverable && entry?.form !== 'extract') || artifact.priority === 'essential')
      return [{ rule: 'B-2', message: `${artifact.key} must stand verbatim` }]
    return []
  })
}

/** Shapes that providers would change or refuse: empty parts, neighbours of one role, a wrong end. */
function checkMessages(plan: Plan): readonly Violation[] {
  const messages = messagesOf(plan)
  const empty = plan.blocks.slice().filter(({ part }) => part.kind === 'text' && part.text === '').length
  const last = messages.at(-1)?.role
  const systems = messages.filter(({ role }, index) => role === 'system' && index > 0).length
  return [
    ...(empty > 0 ? [{ rule: 'P-2', message: `${empty} parts are empty` }] : []),
    ...(systems > 0 ? [{ rule: 'P-1', message: 'a system message stands inside the conversation' }] : []),
    ...(last === 'user' || last === 'tool'
      ? []
      : [{ rule: 'P-1', message: `the request ends with ${last ?? 'nothing'}` }]),
  ]
}

/** A call without its result never remains, nor a result without its call. [P-6] */
function checkToolTraffic(plan: Plan): readonly Violation[] {
  const open = new Set<string>()
  const violations: Violation[] = []
  for (const { part } of plan.blocks) {
    if (part.kind === 'tool-call') open.add(part.callId)
    if (part.kind === 'tool-result' && !open.delete(part.callId))
      violations.push({ rule: 'P-6', message: `the result of ${part.callId} has no call` })
  }
  return [...violations, ...[...open].map((id) => ({ rule: 'P-6', message: `the call ${id} has no result` }))]
}
