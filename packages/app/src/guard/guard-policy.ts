import type { Store } from '@varve/store'
import { z } from 'zod'
import type { GuardPolicyView } from '../views.ts'

/** What a workspace wants of its guard. */
export type GuardPolicy = GuardPolicyView

const names = z.array(z.string().min(1).max(500)).max(1000).default([])

const SCHEMA = z.object({
  sensitivity: z.enum(['strict', 'normal', 'relaxed']).default('normal'),
  jurisdictions: z.array(z.string().max(20)).max(50).default([]),
  decisions: z.record(z.string().max(100), z.enum(['redact', 'send'])).default({}),
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

export function policyStatement(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  policy: GuardPolicy,
) {
  return settings.set(workspaceId, SETTING, policy)
}
