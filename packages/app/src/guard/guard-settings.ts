import { RULE_VERSION } from '@varve/guard'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { auditEntries } from './audit-entries.ts'
import { parseGuardPolicy, policyStatement, readGuardPolicy } from './guard-policy.ts'
import { soundPolicy } from './sound-policy.ts'
import type { AuditEntryView, GuardView } from '../views.ts'

interface WorkspacePlace {
  readonly workspaceId: string
}

/** The rules of a workspace's guard. */
export async function readGuard({ store }: AppContext, { workspaceId }: WorkspacePlace): Promise<GuardView> {
  return { policy: await readGuardPolicy(store, workspaceId), rules: RULE_VERSION }
}

/** Changes the rules. One that cannot be run safely or would do harm is refused, with the reason. */
export async function setGuard(
  context: AppContext,
  { workspaceId, policy: wanted }: WorkspacePlace & { readonly policy: unknown },
): Promise<GuardView> {
  const parsed = parseGuardPolicy(wanted)
  if (!parsed)
    throw new AppError('message-invalid', 'These are no rules of a guard. Nothing has been changed.')
  const { store, clock } = context
  const policy = soundPolicy(parsed, await readGuardPolicy(store, workspaceId))
  const { literals, domains, types } = policy.allow
  const detail = {
    sensitivity: policy.sensitivity,
    decisions: policy.decisions,
    custom: policy.custom.length,
    allowed: literals.length + domains.length + types.length,
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
