import { compileCustomRule, RULE_VERSION } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { auditEntries } from './audit-entries.ts'
import { type GuardPolicy, parseGuardPolicy, policyStatement, readGuardPolicy } from './guard-policy.ts'
import type { AuditEntryView, GuardView } from '../views.ts'

interface WorkspacePlace {
  readonly workspaceId: string
}

/** The rules of a workspace's guard. */
export async function readGuard({ store }: AppContext, { workspaceId }: WorkspacePlace): Promise<GuardView> {
  return { policy: await readGuardPolicy(store, workspaceId), rules: RULE_VERSION }
}

/** Changes the rules. A rule that cannot be run safely is refused, with the reason. */
export async function setGuard(
  context: AppContext,
  { workspaceId, policy: wanted }: WorkspacePlace & { readonly policy: unknown },
): Promise<GuardView> {
  const policy: GuardPolicy | undefined = parseGuardPolicy(wanted)
  if (!policy)
    throw new AppError('message-invalid', 'These are no rules of a guard. Nothing has been changed.')
  for (const rule of policy.custom) compileCustomRule(rule)
  const { store, clock } = context
  const detail = {
    sensitivity: policy.sensitivity,
    decisions: policy.decisions,
    custom: policy.custom.length,
  }
  await store.commit([
    policyStatement(store, workspaceId, policy),
    store.audit.append({ workspaceId, at: clock.now(), actor: undefined, action: 'guard-rules', detail }),
  ])
  return readGuard(context, { workspaceId })
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
