import type { State } from '@varve/engine'
import { buildSections } from '@varve/engine/internal'
import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import type { GuardDecision } from './guard-decision.ts'
import { followsLocalAnswer, type GuardedDraft, isGuardedAgainst, wasGuarded } from './guard-draft.ts'
import { readGuardPolicy, requireReadable } from './guard-policy.ts'
import { guardTurn, textsToScan } from './guard-turn.ts'
import { loadRedaction } from './load-redaction.ts'
import type { TextsAsRead } from './reading-of.ts'
import { type InstructionFile, withInstructions } from './redaction.ts'
import { NO_TEXTS, type TurnTexts } from './turn-texts.ts'

export interface TurnToGuardAgain extends ChatPlace {
  readonly audience: 'this-machine' | 'cloud'
  readonly turn: TurnRecord
  /** Before the turn, and with it open. */
  readonly before: State
  readonly asked: State
  /** The system prompt for anyone who reads it now; that of then was made for others. */
  readonly sections: TurnTexts['sections']
  /** Where that comes from. */
  readonly instructions: readonly InstructionFile[]
  readonly decision?: GuardDecision | undefined
}

export interface GuardedAgain
  extends Pick<GuardedDraft, 'redaction' | 'isGuarded' | 'policy' | 'summary' | 'question' | 'found'> {
  readonly before: State
  readonly asked: State
}

/** A turn that is answered again goes through the guard too: it may have been asked of a model on this machine. */
export async function guardAgain(context: AppContext, toGuard: TurnToGuardAgain): Promise<GuardedAgain> {
  const { turn, before, asked, sections } = toGuard
  const redaction = withInstructions(await loadRedaction(context, toGuard, turn.id), toGuard.instructions)
  const stored = await readGuardPolicy(context.store, toGuard.workspaceId)
  const { policy } = stored
  if (!isGuardedAgainst(toGuard, policy))
    return {
      before,
      asked: { ...asked, sections: buildSections(sections) },
      // What tools bring now is not looked at, and neither is what comes of it.
      redaction: { ...redaction, guarded: false },
      ...NOTHING,
      policy,
      isGuarded: false,
    }
  requireReadable(stored)
  for (const state of [asked, before]) {
    const texts = textsToScan({ ...NO_TEXTS, policy, redaction, state, isGuarded: false })
    await context.scans.prepare(texts, policy, context.closing)
  }
  const isGuarded =
    wasGuarded(redaction, policy) && !(await followsLocalAnswer(context, toGuard.audience, before))
  return guardStates(context, { ...toGuard, redaction, policy, isGuarded })
}

const NOTHING = { summary: undefined, question: undefined, found: [] } as const

function guardStates(
  context: AppContext,
  toGuard: TurnToGuardAgain & Pick<GuardedDraft, 'redaction' | 'policy' | 'isGuarded'>,
): GuardedAgain {
  const { turn, before, asked, decision, redaction, policy, sections, isGuarded } = toGuard
  const own = { sections, tools: asked.tools }
  const redacted = (other: GuardDecision): TextsAsRead => {
    const again = guardStates(context, { ...toGuard, decision: other })
    return { text: again.asked.open?.text ?? '', redaction: again.redaction }
  }
  // What came before first, so that its placeholders have the lower numbers in both.
  const whole = { ...NO_TEXTS, policy, decision, isGuarded, redacted }
  const first = guardTurn(context.scans, { ...whole, ...own, redaction, state: asked })
  const base = { ...whole, isDraft: true, redaction: { ...first.redaction, state: redaction.state } }
  // The turn itself may have taken something out of what came before, which is stored as it was until then.
  const isWider = first.guard !== undefined
  const isRewritten = isWider || before.guard !== asked.guard
  const earlier = guardTurn(context.scans, { ...base, state: before, isRewritten })
  const numbered = { ...first.redaction, state: earlier.redaction.state }
  const later = guardTurn(context.scans, {
    ...base,
    ...own,
    redaction: numbered,
    state: asked,
    isRewritten: isWider,
  })
  // A value that the turn names first is taken out of what came before as well.
  const settled = guardTurn(context.scans, {
    ...base,
    redaction: later.redaction,
    state: before,
    isRewritten,
  })
  const guard = later.guard === undefined ? asked.guard : `guard ${turn.number}`
  return {
    before: settled.state,
    asked: { ...later.state, guard, sections: buildSections(later.sections), tools: later.tools },
    redaction: later.redaction,
    ...NOTHING,
    summary: first.summary,
    policy,
    isGuarded: true,
  }
}
