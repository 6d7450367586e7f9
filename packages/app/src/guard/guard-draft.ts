import type { State } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import { knownElsewhere } from '../models/known-elsewhere.ts'
import type { Point } from '../turn/point.ts'
import { explainPlaceholders } from './explain-placeholders.ts'
import type { GuardDecision } from './guard-decision.ts'
import { type GuardPolicy, readGuardPolicy, requireReadable } from './guard-policy.ts'
import { type GuardedTurn, guardTurn, textsToScan } from './guard-turn.ts'
import { loadRedaction } from './load-redaction.ts'
import { type InstructionFile, withInstructions } from './redaction.ts'
import type { TurnTexts } from './turn-texts.ts'

export interface DraftToGuard extends ChatPlace {
  readonly audience: 'this-machine' | 'cloud'
  readonly after: Point
  readonly state: State
  readonly texts: TurnTexts
  /** Where its instructions come from. */
  readonly instructions: readonly InstructionFile[]
  readonly decision?: GuardDecision | undefined
  readonly isDraft?: boolean | undefined
}

export interface GuardedDraft extends GuardedTurn {
  /** Everything that this turn sends has gone through the guard. */
  readonly isGuarded: boolean
  readonly policy: GuardPolicy
}

/** The guard stands before the engine: what it lets through is all that a model elsewhere can be sent. */
export async function guardDraft(context: AppContext, draft: DraftToGuard): Promise<GuardedDraft> {
  const { after, state, texts, decision, isDraft = false } = draft
  const redaction = withInstructions(await loadRedaction(context, draft, after.turn?.id), draft.instructions)
  const stored = await readGuardPolicy(context.store, draft.workspaceId)
  const { policy } = stored
  if (!isGuardedAgainst(draft, policy)) {
    const nothing = { guard: undefined, summary: undefined, question: undefined, found: [] }
    const open = { ...redaction, guarded: false }
    return { ...texts, ...nothing, state, redaction: open, policy, isGuarded: false }
  }
  if (!isDraft) requireReadable(stored)
  const isGuarded =
    after.turn === undefined ||
    (redaction.guarded && !(await followsLocalAnswer(context, draft.audience, state)))
  try {
    const toGuard = { ...texts, policy, redaction, decision, isDraft, state, isGuarded }
    await context.scans.prepare(textsToScan(toGuard), policy, context.closing)
    const guarded = guardTurn(context.scans, toGuard)
    return { ...guarded, guidance: explainPlaceholders(guarded, redaction), policy, isGuarded: true }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('guard-failed', 'The guard could not scan this message. Nothing has been sent.', {
      cause: error,
    })
  }
}

/** Whether a request to the cloud follows an answer of a model on this machine, which only this machine has read. */
export async function followsLocalAnswer(
  context: AppContext,
  audience: DraftToGuard['audience'],
  { history }: State,
): Promise<boolean> {
  const last = history.get(history.length - 1)?.answer
  return audience === 'cloud' && last !== undefined && !(await knownElsewhere(context))(last.model)
}

export function isGuardedAgainst(
  { audience }: Pick<DraftToGuard, 'audience'>,
  { guardLocal }: GuardPolicy,
): boolean {
  return audience === 'cloud' || guardLocal
}
