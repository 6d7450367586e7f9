import { readNotices } from '@varve/contract'
import type { Hash } from '@varve/engine/internal'
import { z } from 'zod'
import type { PendingTurnOptions } from '../chat/pending-options.ts'
import type { PlanSummary } from '../turn/record-plan.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().min(0)
const layers = z.object({ L1: count, L2: count, L3: count, L4: count, L5: count })
const picture = z.object({
  hash,
  mediaType: z.string(),
  name: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
})
const attachment = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.string(),
  tokens: count,
  form: z.enum(['full', 'reference', 'update', 'compacted', 'omitted']),
  added: count.optional(),
  removed: count.optional(),
})
export const PLAN_SUMMARY = z.looseObject({
  attachments: z.array(attachment),
  layerTokens: layers,
  epochNote: z.string().optional(),
  notices: z.array(z.unknown()).transform(readNotices).optional(),
  predicted: z.object({ input: count, cached: count, costUSD: z.number() }),
  base: z.object({ epoch: z.number(), hash: z.string() }).optional(),
  factor: z.number().positive().optional(),
  cache: z
    .looseObject({ lifetime: z.enum(['5m', '1h']).optional(), object: z.string().optional() })
    .optional(),
})
const PRIORITY = z.enum(['essential', 'normal', 'optional'])
const priority = PRIORITY.optional()
const named = z.union([
  z.string(),
  z.object({
    kind: z.literal('selection'),
    path: z.string(),
    lines: z.tuple([z.number(), z.number()]),
    content: hash,
    priority,
  }),
  z.object({ kind: z.literal('paste'), content: hash, priority }),
  z.object({ kind: z.literal('name'), name: z.string(), priority }),
  z.object({ kind: z.literal('chat-summary'), chatId: z.string(), content: hash, priority }),
])

const comparison = z.object({
  model: z.string(),
  name: z.string(),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  costUSD: count,
  /** Stored here and not in a separate file, so that it disappears when the answer is replaced. */
  text: z.string(),
})

/** What the app itself keeps in the comment of a turn. It may come from anywhere: what is not sound is left out. */
export interface ChatDecisions {
  readonly attach?: readonly z.infer<typeof named>[] | undefined
  readonly images?: readonly z.infer<typeof picture>[] | undefined
  readonly plan?: PlanSummary | undefined
  /** For the current branch; stored with the last turn of the file. */
  readonly state?: Hash | undefined
  /** Of a branch that is not on show and ends with this turn. */
  readonly end?: Hash | undefined
  /** The answer that the turn continues from. */
  readonly after?: string | undefined
  readonly options?: { readonly [name: string]: unknown } | undefined
  /** What a judge made of the answers. */
  readonly comparison?: z.infer<typeof comparison> | undefined
  readonly chat?:
    | {
        readonly titledBy?: 'default' | 'message' | 'user' | undefined
        readonly updatedAt?: number | undefined
        readonly settings?: unknown
        readonly forget?: readonly string[] | undefined
        readonly compact?: boolean | undefined
        readonly priorities?: PendingTurnOptions['priorities'] | undefined
      }
    | undefined
}

const FIELDS = {
  attach: z.array(named),
  images: z.array(picture),
  plan: PLAN_SUMMARY,
  state: hash,
  end: hash,
  after: z.string(),
  options: z.record(z.string(), z.unknown()),
  comparison,
  chat: z.object({
    titledBy: z.enum(['default', 'message', 'user']).optional(),
    updatedAt: z.number().optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
    forget: z.array(z.string()).optional(),
    compact: z.boolean().optional(),
    priorities: z.array(z.object({ key: z.string().min(1), priority: PRIORITY })).optional(),
  }),
} as const

/** Reads the decisions of a turn; `problems` names the fields that could not be used. */
export function readDecisions(value: unknown): {
  readonly decisions: ChatDecisions
  readonly problems: readonly string[]
} {
  if (typeof value !== 'object' || value === null) return { decisions: {}, problems: [] }
  const problems: string[] = []
  const read = Object.entries(FIELDS).flatMap(([name, schema]) => {
    const field: unknown = Object.hasOwn(value, name) ? value[name as keyof typeof value] : undefined
    if (field === undefined) return []
    // As it is in the file, its order included, so that it is written again as it was.
    if (schema.safeParse(field).success) return [[name, field]]
    problems.push(name)
    return []
  })
  return { decisions: Object.fromEntries(read) as ChatDecisions, problems }
}
