import type { SectionInput } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { contractSection } from './contract.ts'
import { MEMORY_PATH, memoryText } from './memory.ts'
import { readWorkspaceText } from './workspace-text.ts'

const INSTRUCTIONS_PATH = 'AGENTS.md'

/** The longest that instructions of a workspace may be; what is longer is cut, and says so itself. */
const LONGEST = 40_000

/** The sections of L1 for a chat of this workspace, most stable first. */
export async function buildSections(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly SectionInput[]> {
  const instructions = await readWorkspaceText(context, workspaceId, INSTRUCTIONS_PATH)
  const memory = await readWorkspaceText(context, workspaceId, MEMORY_PATH)
  return [
    contractSection(),
    ...(instructions ? [{ id: 'project', text: cut(instructions.text) } as const] : []),
    ...(memory ? [{ id: 'memory', text: cut(memoryText(memory.text)) } as const] : []),
  ]
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST).toWellFormed()}\n[cut: ${text.length - LONGEST} more characters]`
}
