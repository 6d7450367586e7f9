import type { Finding } from '@varve/guard'
import type { Statement, Store } from '@varve/store'
import { z } from 'zod'
import type { GuardPolicyView } from '../views.ts'

/** What a workspace wants of its guard. */
export type GuardPolicy = GuardPolicyView

type HeavyType = Pick<Finding, 'type' | 'severity'>

const names = z.array(z.string().min(1).max(500)).max(1000).default([])

const SCHEMA = z.object({
  sensitivity: z.enum(['strict', 'normal', 'relaxed']).default('normal'),
  jurisdictions: z.array(z.string().max(20)).max(50).default([]),
  decisions: z.record(z.string().max(100), z.enum(['redact', 'send', 'ask'])).default({}),
  allow: z
    .object({ literals: names, domains: names, types: names })
    .default({ literals: [], domains: [], types: [] }),
  custom: z
    .array(z.strictObject({ name: z.string().min(1).max(60), pattern: z.string().min(1).max(500) }))
    .max(100)
    .default([]),
  guardLocal: z.boolean().default(false),
})

const SETTING = 'guard'

/** What is stored and sound; anything else is at its default, which is to ask. */
export async function readGuardPolicy(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
): Promise<GuardPolicy> {
  return SCHEMA.safeParse((await settings.get(workspaceId, SETTING)) ?? {}).data ?? SCHEMA.parse({})
}

export function parseGuardPolicy(value: unknown): GuardPolicy | undefined {
  return SCHEMA.strict().safeParse(value).data
}

/** What a workspace decided for a type where nobody can be asked: what it would ask about is then redacted. */
export function decidedUnasked({ decisions }: GuardPolicy, type: string): 'redact' | 'send' | undefined {
  const decided = decisions[type]
  return decided === 'ask' ? 'redact' : decided
}

/** Of a text that leaves beside the turns of a chat: all but the lightest is hidden, where nothing else was decided. */
export function isHiddenUnasked({ type, severity }: HeavyType, policy: GuardPolicy): boolean {
  const isLight = severity === 'low' || type === 'NAME'
  return (decidedUnasked(policy, type) ?? (isLight ? 'send' : 'redact')) === 'redact'
}

/** The writes that change the rules, wherever somebody does, with what the audit says of it: never a value. */
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
    settings.set(workspaceId, SETTING, policy),
    audit.append({ workspaceId, at, actor: undefined, action: 'guard-rules', detail }),
  ]
}
