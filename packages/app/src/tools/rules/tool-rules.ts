import type { ToolRule } from '@varve/contract'
import type { Store } from '@varve/store'
import { z } from 'zod'
import { TOOL_LIMITS } from '../tool-limits.ts'

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
