import type { AppContext } from '../../app-context.ts'
import { toolDefinitions } from '../../tools/tool-definitions.ts'
import { readToolRules } from '../../tools/rules/tool-rules.ts'
import { toolsFor } from '../../tools/tools-for.ts'
import type { AgentSetup, AgentWanted } from '../agent-setup.ts'
import { runLimits } from '../run-limits.ts'

/** The tools of a planner; undefined where messages are answered without one. */
export async function lookupSetup(
  context: AppContext,
  { workspaceId, settings }: AgentWanted,
): Promise<AgentSetup | undefined> {
  if (settings.runner !== 'plus') return undefined
  const web = { pages: context.fetchPage !== undefined, search: context.webSearch !== undefined }
  const tools = toolsFor({ mode: 'act', web }).filter(({ isLookup }) => isLookup)
  return {
    mode: 'act',
    rules: await readToolRules(context.store, workspaceId),
    limits: runLimits(settings),
    searchHits: settings.searchHits,
    tools,
    definitions: toolDefinitions(tools),
    // The model that answers is given results, and no tools.
    section: { id: 'tools', text: '' },
    skills: async () => [],
  }
}
