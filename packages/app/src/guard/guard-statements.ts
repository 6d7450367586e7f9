import { RULE_VERSION } from '@varve/guard'
import type { Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatPlace } from '../chats/require-chat.ts'
import type { PreparedTurn } from '../turn/prepared-turn.ts'
import type { GuardDecision } from './guard-decision.ts'
import { policyStatements, requireGuardPolicy } from './guard-policy.ts'
import { redactionStatements } from './load-redaction.ts'

export interface GuardedSending extends ChatPlace {
  readonly turnId: string
  readonly at: number
  readonly prepared: Pick<PreparedTurn, 'guarded' | 'planned'>
  readonly decision?: GuardDecision | undefined
}

/** What the guard leaves behind: the map, sealed; an entry in the audit, without values; what the user wants always. */
export async function guardStatements(
  context: AppContext,
  sending: GuardedSending,
): Promise<readonly Statement[]> {
  const { store } = context
  const { workspaceId, chatId, turnId, at, prepared, decision } = sending
  const { redaction, summary, isGuarded } = prepared.guarded
  const models = prepared.planned.map(({ model }) => model.spec.id)
  const said = decision ? { decided: decision.action } : {}
  const detail = { chatId, turnId, models, ...summary, ...said, rules: RULE_VERSION }
  return [
    ...(await redactionStatements(context, { workspaceId, chatId, turnId }, redaction)),
    ...(isGuarded && summary
      ? [store.audit.append({ workspaceId, at, actor: undefined, action: 'guard', detail })]
      : []),
    ...(await alwaysStatements(context, sending)),
  ]
}

async function alwaysStatements(
  { store }: AppContext,
  { workspaceId, at, decision }: GuardedSending,
): Promise<readonly Statement[]> {
  const { always = [], action } = decision ?? {}
  if (always.length === 0 || action === undefined) return []
  const policy = await requireGuardPolicy(store, workspaceId)
  const decisions = { ...policy.decisions, ...Object.fromEntries(always.map((type) => [type, action])) }
  return policyStatements(store, { workspaceId, at }, { ...policy, decisions })
}
