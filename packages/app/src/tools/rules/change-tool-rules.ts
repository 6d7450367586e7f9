import type { ToolRule, ToolRulesView } from '@varve/contract'
import { stableJson } from '@varve/engine/internal'
import type { AppContext } from '../../app-context.ts'
import { AppError } from '../../app-error.ts'
import { changeSetting } from '../../trust/change-setting.ts'
import { compileGlob } from '../pattern.ts'
import { MOST_RULES, parseToolRules, readToolRules, TOOL_RULES, toolRulesSchema } from './tool-rules.ts'
import { TOOLS } from '../tools.ts'

interface WorkspacePlace {
  readonly workspaceId: string
}

/** The rules of a workspace, and the tools that there are. */
export async function showToolRules(
  { store }: AppContext,
  { workspaceId }: WorkspacePlace,
): Promise<ToolRulesView> {
  const tools = TOOLS.filter(({ reach }) => reach !== 'ask').map(({ name, reach }) => ({ name, reach }))
  return { rules: await readToolRules(store, workspaceId), tools }
}

/** Replaces the rules. A pattern that cannot be read is refused: it would close more than was meant. */
export async function changeToolRules(
  context: AppContext,
  { workspaceId, rules: wanted }: WorkspacePlace & { readonly rules: unknown },
): Promise<ToolRulesView> {
  const parsed = toolRulesSchema.safeParse(wanted)
  if (!parsed.success)
    throw new AppError(
      'message-invalid',
      `These are no rules for tools, or more than ${MOST_RULES}. Nothing has been changed.`,
    )
  for (const { path } of parsed.data) if (path !== undefined) compileGlob(path, { ignoreCase: false })
  await storeRules(context, workspaceId, () => parsed.data)
  return showToolRules(context, { workspaceId })
}

/** Adds to the rules what is not among them. */
export async function addToolRules(
  context: Pick<AppContext, 'store' | 'clock'>,
  { workspaceId, rules }: WorkspacePlace & { readonly rules: readonly ToolRule[] },
): Promise<void> {
  await storeRules(context, workspaceId, (before) => [...before, ...rules])
}

async function storeRules(
  { store, clock }: Pick<AppContext, 'store' | 'clock'>,
  workspaceId: string,
  wanted: (before: readonly ToolRule[]) => readonly ToolRule[],
): Promise<void> {
  const at = clock.now()
  await changeSetting(store, {
    workspaceId,
    name: TOOL_RULES,
    change: (before) => {
      const rules = onlyOnce(wanted(parseToolRules(before)))
      const count = (decision: ToolRule['decision']) =>
        rules.filter((rule) => rule.decision === decision).length
      const detail = { allow: count('run'), ask: count('ask'), refuse: count('refuse') }
      const entry = { workspaceId, at, actor: undefined, action: 'tool-rules', detail } as const
      return { value: rules, beside: [store.audit.append(entry)] }
    },
  })
}

function onlyOnce(wanted: readonly ToolRule[]): readonly ToolRule[] {
  const rules = [...new Map(wanted.map((rule) => [stableJson(rule), rule])).values()]
  if (rules.length <= MOST_RULES) return rules
  throw new AppError(
    'message-invalid',
    `A workspace has at most ${MOST_RULES} rules for tools. Remove some in its settings first.`,
  )
}
