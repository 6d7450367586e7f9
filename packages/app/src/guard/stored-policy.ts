import { canonicalJurisdictions } from '@varve/areas'
import { SEVERITIES } from '@varve/guard'
import { z } from 'zod'
import type { GuardPolicyView } from '@varve/contract'

/** The rules of a guard as they were found in storage. */
export interface StoredPolicy {
  readonly policy: GuardPolicyView
  /** Where something cannot be read; while there is anything, nothing is sent by these rules. */
  readonly problems: readonly string[]
}

const JURISDICTION = z.string().max(20)
const TYPE = z.string().max(100)
const DECISION = z.enum(['redact', 'send', 'ask'])
const NAME = z.string().min(1).max(500)
const SOURCE = z.string().min(1).max(500)
export const CUSTOM = z
  .strictObject({
    name: z.string().min(1).max(60),
    text: SOURCE.exactOptional(),
    pattern: SOURCE.exactOptional(),
    severity: z.enum(SEVERITIES).default('high'),
  })
  .refine(({ text, pattern }) => (text === undefined) !== (pattern === undefined), {
    path: ['pattern'],
    message: 'a rule has either a "text" or a "pattern"',
  })
const MOST = { jurisdictions: 50, names: 1000, custom: 100 }
const names = z.array(NAME).max(MOST.names).default([])

export const POLICY = z.object({
  sensitivity: z.enum(['strict', 'normal', 'relaxed']).default('normal'),
  jurisdictions: z.array(JURISDICTION).max(MOST.jurisdictions).default([]).transform(canonicalJurisdictions),
  decisions: z.record(TYPE, DECISION).default({}),
  allow: z
    .object({ literals: names, domains: names, types: names })
    .default({ literals: [], domains: [], types: [] }),
  custom: z.array(CUSTOM).max(MOST.custom).default([]),
  guardLocal: z.boolean().default(false),
})

/** Keeps what can be read; anything else becomes the strictest choice, and is reported. */
export function parseStoredPolicy(raw: unknown): StoredPolicy {
  const stored = withTexts(raw)
  const whole = POLICY.safeParse(stored ?? {})
  if (whole.success) return { policy: whole.data, problems: [] }
  const parts = new Parts()
  const value = parts.object(stored, 'all of them')
  const allow = parts.object(value['allow'], 'allow')
  const allowed = (kind: string): readonly string[] =>
    parts.list(NAME, allow[kind], [`allow.${kind}`, MOST.names])
  const policy: GuardPolicyView = {
    sensitivity: parts.one(POLICY.shape.sensitivity, value['sensitivity'], ['sensitivity', 'strict']),
    jurisdictions: canonicalJurisdictions(
      parts.list(JURISDICTION, value['jurisdictions'], ['jurisdictions', MOST.jurisdictions]),
    ),
    decisions: parts.record(DECISION, value['decisions'], 'decisions'),
    allow: { literals: allowed('literals'), domains: allowed('domains'), types: allowed('types') },
    custom: parts.list(CUSTOM, value['custom'], ['custom', MOST.custom]),
    guardLocal: parts.one(POLICY.shape.guardLocal, value['guardLocal'], ['guardLocal', true]),
  }
  return { policy, problems: parts.problems }
}

/** Rules that were stored without a severity are from when a pattern was found as it is written: it is a text. */
function withTexts(stored: unknown): unknown {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null
  if (!isObject(stored) || !Array.isArray(stored['custom'])) return stored
  const custom = stored['custom'].map((rule: unknown) => {
    if (!isObject(rule) || 'severity' in rule || 'text' in rule || !('pattern' in rule)) return rule
    const { pattern, ...rest } = rule
    return { ...rest, text: pattern }
  })
  return { ...stored, custom }
}

class Parts {
  readonly problems: string[] = []

  one<Part>(schema: z.ZodType<Part>, value: unknown, [where, otherwise]: readonly [string, Part]): Part {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    this.problems.push(where)
    return otherwise
  }

  list<Part>(
    schema: z.ZodType<Part>,
    value: unknown,
    [where, most]: readonly [string, number],
  ): readonly Part[] {
    if (value === undefined) return []
    if (!Array.isArray(value)) return this.#none(where, [])
    if (value.length > most) this.problems.push(`${where}, more than ${most} entries`)
    return value.slice(0, most).flatMap((entry: unknown, index) => {
      const parsed = schema.safeParse(entry)
      return parsed.success ? [parsed.data] : this.#none(`${where}, entry ${index + 1}`, [])
    })
  }

  record<Part>(schema: z.ZodType<Part>, value: unknown, where: string): { readonly [name: string]: Part } {
    const entries = Object.entries(this.object(value, where)).flatMap(([name, entry]) => {
      const parsed = schema.safeParse(entry)
      const isSound = parsed.success && TYPE.safeParse(name).success
      return isSound ? [[name, parsed.data] as const] : this.#none(`${where}, ${name.slice(0, 100)}`, [])
    })
    return Object.fromEntries(entries)
  }

  object(value: unknown, where: string): Readonly<Record<string, unknown>> {
    if (value === undefined) return {}
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Readonly<Record<string, unknown>>) : this.#none(where, {})
  }

  #none<Part>(where: string, none: Part): Part {
    this.problems.push(where)
    return none
  }
}
