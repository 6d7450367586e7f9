import { hashText } from '@varve/engine/internal'
import type { Finding } from '@varve/guard'
import type { Statement, Store } from '@varve/store'
import { AppError } from '../app-error.ts'
import type { GuardPolicyView } from '@varve/contract'
import type { GuardDecision } from './guard-decision.ts'
import { parseStoredPolicy, POLICY, type StoredPolicy } from './stored-policy.ts'

/** What a workspace wants of its guard. */
export type GuardPolicy = GuardPolicyView

type HeavyType = Pick<Finding, 'type' | 'severity'>

export const GUARD_SETTING = 'guard'

/** What is stored and sound, and what else is stored. */
export function readGuardPolicy(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
): Promise<StoredPolicy> {
  return settings.get(workspaceId, GUARD_SETTING).then(parseStoredPolicy)
}

/** The rules for sending. Fails if some of them can't be read, since they might restrict this. */
export async function requireGuardPolicy(
  store: Pick<Store, 'settings'>,
  workspaceId: string,
): Promise<GuardPolicy> {
  const stored = await readGuardPolicy(store, workspaceId)
  requireReadable(stored)
  return stored.policy
}

export function requireReadable({ problems }: StoredPolicy): void {
  if (problems.length === 0) return
  throw new AppError(
    'guard-rule-invalid',
    `Some guard rules of this workspace can't be read: ${problems.join('; ')}. Nothing has been sent. Check the rules on the Guard page and save them.`,
  )
}

export type GuardPolicyParsing =
  | { readonly kind: 'policy'; readonly policy: GuardPolicy }
  /** The first thing that is wrong with it, with its place. */
  | { readonly kind: 'wrong'; readonly problem: string }

/** A policy from outside. */
export function parseGuardPolicy(value: unknown): GuardPolicyParsing {
  const parsed = POLICY.strict().safeParse(value)
  if (parsed.success) return { kind: 'policy', policy: parsed.data }
  const [issue] = parsed.error.issues
  const place = issue?.path.map(String).join('.') ?? ''
  return { kind: 'wrong', problem: `${place === '' ? '' : `${place}: `}${issue?.message ?? ''}` }
}

/** The workspace's decision for a type when the user can't be asked: "ask" means redact. */
export function decidedUnasked({ decisions }: GuardPolicy, type: string): 'redact' | 'send' | undefined {
  const decided = decisions[type]
  return decided === 'ask' ? 'redact' : decided
}

/** What a policy asks about beyond the usual: where that changes, a conversation is looked through again. */
export function rulesOf({ sensitivity, custom }: GuardPolicy): string | undefined {
  if (sensitivity !== 'strict' && custom.length === 0) return undefined
  return hashText(JSON.stringify([sensitivity, custom]))
}

/** Types that are replaced without asking, by what was decided before or is decided now. */
export function alwaysRedacted(
  { decisions }: GuardPolicy,
  decision: GuardDecision | undefined,
): readonly string[] {
  const stored = Object.keys(decisions).filter((type) => decisions[type] === 'redact')
  const { action, always = [] } = decision ?? {}
  return action === 'redact'
    ? [...new Set([...stored, ...always])]
    : stored.filter((type) => !always.includes(type))
}

/** Of a text that leaves beside the turns of a chat: all but the lightest is hidden, where nothing else was decided. */
export function isHiddenUnasked({ type, severity }: HeavyType, policy: GuardPolicy): boolean {
  const isLight = severity === 'low' || type === 'NAME'
  return (decidedUnasked(policy, type) ?? (isLight ? 'send' : 'redact')) === 'redact'
}

/** The statements for a change of rules, with an audit entry that never holds a value. */
export function policyStatements(
  { settings, audit }: Pick<Store, 'settings' | 'audit'>,
  { workspaceId, at }: { readonly workspaceId: string; readonly at: number },
  policy: GuardPolicy,
): readonly Statement[] {
  const { literals, domains, types } = policy.allow
  const detail = {
    sensitivity: policy.sensitivity,
    decisions: policy.decisions,
    custom: policy.custom.length,
    allowed: literals.length + domains.length + types.length,
  }
  return [
    settings.set(workspaceId, GUARD_SETTING, policy),
    audit.append({ workspaceId, at, actor: undefined, action: 'guard-rules', detail }),
  ]
}
