import { customType, RULE_VERSION, tryCustomRule } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { auditEntries } from './audit-entries.ts'
import { parseGuardPolicy, policyStatements, readGuardPolicy } from './guard-policy.ts'
import { checkRule, soundPolicy } from './sound-policy.ts'
import { CUSTOM } from './stored-policy.ts'
import type { AuditEntryView, GuardView, RuleTrialView } from '../views.ts'

interface WorkspacePlace {
  readonly workspaceId: string
}

/** The rules of a workspace's guard. */
export async function readGuard({ store }: AppContext, { workspaceId }: WorkspacePlace): Promise<GuardView> {
  const { policy, problems } = await readGuardPolicy(store, workspaceId)
  return { policy, rules: RULE_VERSION, ...(problems.length > 0 ? { problems } : {}) }
}

/** Changes the rules. One that cannot be run safely or would do harm is refused, with the reason. */
export async function setGuard(
  context: AppContext,
  { workspaceId, policy: wanted }: WorkspacePlace & { readonly policy: unknown },
): Promise<GuardView> {
  const parsed = parseGuardPolicy(wanted)
  if (parsed.kind === 'wrong')
    throw new AppError(
      'message-invalid',
      `These are no rules of a guard: ${parsed.problem}. Nothing has been changed.`,
    )
  const { store, clock } = context
  const { policy: stored } = await readGuardPolicy(store, workspaceId)
  const policy = soundPolicy(parsed.policy, stored)
  await store.commit(policyStatements(store, { workspaceId, at: clock.now() }, policy))
  return readGuard(context, { workspaceId })
}

/** What a rule would find in a sample, by place; one that cannot be kept is refused as it would be then. */
export function tryRule(
  _context: AppContext,
  { rule: wanted, sample }: WorkspacePlace & { readonly rule: unknown; readonly sample: string },
): Promise<RuleTrialView> {
  const parsed = CUSTOM.safeParse(wanted)
  if (!parsed.success)
    throw new AppError(
      'message-invalid',
      `This is no rule of a guard: ${parsed.error.issues[0]?.message ?? ''}.`,
    )
  checkRule(parsed.data)
  const matches = tryCustomRule(parsed.data, sample).map(({ start, end }) => ({ start, end }))
  return Promise.resolve({ type: customType(parsed.data.name), matches })
}

/** What the guard did, newest first: never a value. */
export async function listAudit(
  { store, journal }: AppContext,
  { workspaceId, most = 200 }: WorkspacePlace & { readonly most?: number | undefined },
): Promise<readonly AuditEntryView[]> {
  await journal.take(workspaceId)
  const entries = await auditEntries(store, { workspaceId })
  return entries.slice(-most).reverse()
}
