import type { State } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { cloudModels } from '../models/cloud-models.ts'
import type { BranchPosition } from '../chat/branch-position.ts'
import type { GuardDecision } from './guard-decision.ts'
import { type GuardPolicy, requireReadable, rulesOf } from './guard-policy.ts'
import { type GuardedTurn, guardTurn, textsToScan } from './guard-turn.ts'
import { type InstructionFile, type Redaction, withInstructions } from './redaction.ts'
import type { StoredPolicy } from './stored-policy.ts'
import type { TurnTexts } from './turn-texts.ts'

/** Only what is written as it was read can be put back: a bare `EMAIL_1` may be a name of the user's own. */
const PLACEHOLDERS =
  'A type and a number in double angle brackets stand for a private value that is kept from you. Where you mean the value, write them exactly as they are, with the brackets: the user sees the value there.'

export interface DraftToGuard extends ChatPlace {
  readonly audience: 'this-machine' | 'cloud'
  readonly after: BranchPosition
  readonly state: State
  /** What had been taken out when the turn before was asked. */
  readonly redaction: Redaction
  /** The rules of the workspace, as they are stored. */
  readonly policy: StoredPolicy
  readonly texts: TurnTexts
  /** Where its instructions come from. */
  readonly instructions: readonly InstructionFile[]
  readonly decision?: GuardDecision | undefined
  readonly isDraft?: boolean | undefined
}

export interface GuardedDraft extends GuardedTurn {
  /** Everything sent in this turn has passed the guard. */
  readonly isGuarded: boolean
  readonly policy: GuardPolicy
}

/** The guard is before the engine: what it lets through is all that a cloud model can be sent. */
export async function guardDraft(context: AppContext, draft: DraftToGuard): Promise<GuardedDraft> {
  const { after, state, texts, decision, isDraft = false } = draft
  const redaction = withInstructions(draft.redaction, draft.instructions)
  const stored = draft.policy
  const { policy } = stored
  if (!isGuardedAgainst(draft, policy)) {
    const nothing = { guard: undefined, summary: undefined, question: undefined, found: [] }
    const open = { ...redaction, guarded: false }
    return { ...texts, ...nothing, state, redaction: open, policy, isGuarded: false }
  }
  if (!isDraft) requireReadable(stored)
  const isGuarded =
    after.turn === undefined ||
    (wasGuarded(redaction, policy) && !(await followsLocalAnswer(context, draft.audience, state)))
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

/** Whether a conversation went through the guard by the rules of today. */
export function wasGuarded({ guarded, rules }: Redaction, policy: GuardPolicy): boolean {
  return guarded && rules === rulesOf(policy)
}

/** Whether a request to the cloud follows an answer of a model on this machine, which only this machine has read. */
export async function followsLocalAnswer(
  context: AppContext,
  audience: DraftToGuard['audience'],
  { history }: State,
): Promise<boolean> {
  const last = history.get(history.length - 1)?.answer
  return audience === 'cloud' && last !== undefined && !(await cloudModels(context))(last.model)
}

export function isGuardedAgainst(
  { audience }: Pick<DraftToGuard, 'audience'>,
  { guardLocal }: GuardPolicy,
): boolean {
  return audience === 'cloud' || guardLocal
}

/** The guidance of a turn, with what placeholders are where it brings new ones: said each time, it would fill windows. */
function explainPlaceholders(
  { guidance, redaction }: Pick<GuardedTurn, 'guidance' | 'redaction'>,
  before: Redaction,
): string {
  if (countOf(redaction) === countOf(before)) return guidance
  return guidance === '' ? PLACEHOLDERS : `${guidance}\n\n${PLACEHOLDERS}`
}

function countOf({ state }: Redaction): number {
  return Object.keys(state.values).length
}
