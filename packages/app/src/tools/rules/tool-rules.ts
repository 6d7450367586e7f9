import type { Store } from '@varve/store'
import { z } from 'zod'
import { TOOL_LIMITS } from '../tool-limits.ts'

/** What becomes of a call. */
export type Approval = 'run' | 'ask' | 'refuse'

/** A decision that the user has made beforehand, for a tool and the paths or addresses that a call names. */
export interface ToolRule {
  /** A name, or `*` for every tool. */
  readonly tool: string
  /**
   * As for glob, `/a.md` for one in the root; everything where absent. For pages all that is sent, as
   * `example.org/search[?]q=tides`, or `example.org/**`; for MCP tools their arguments as JSON.
   */
  readonly path?: string | undefined
  readonly decision: Approval
}

/** Rules for more than one call: an explicit choice, of which scope and subject tell the consequence. */
export interface WiderRules {
  /** Every page of a host, or every call of a tool. */
  readonly scope: 'host' | 'tool'
  readonly subject: string
  readonly rules: readonly ToolRule[]
}

const toolRuleSchema: z.ZodType<ToolRule> = z.strictObject({
  tool: z.string().min(1).max(100),
  path: z.string().min(1).max(TOOL_LIMITS.patternCharacters).optional(),
  decision: z.enum(['run', 'ask', 'refuse']),
})

export const MOST_RULES = 200
export const toolRulesSchema = z.array(toolRuleSchema).max(MOST_RULES)

/** The setting that they are kept in. */
export const TOOL_RULES = 'toolRules'

/** Rules that cannot be read might have refused something: then everything is asked. */
const ASK_ALL: readonly ToolRule[] = [{ tool: '*', decision: 'ask' }]

/** The rules of a workspace. */
export async function readToolRules(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
): Promise<readonly ToolRule[]> {
  return parseToolRules(await settings.get(workspaceId, TOOL_RULES))
}

/** As they are stored. */
export function parseToolRules(stored: unknown): readonly ToolRule[] {
  return stored === undefined ? [] : (toolRulesSchema.safeParse(stored).data ?? ASK_ALL)
}
