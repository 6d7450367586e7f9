import type { SectionInput } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { chatDefinitions } from '../definitions/chat-definitions.ts'
import { agentSection, projectSection, skillsSection } from '../definitions/definition-sections.ts'
import type { ChatSettingsView } from '../models/model-views.ts'
import { contractSection } from './contract.ts'
import { MEMORY_PATH, memoryText } from './memory.ts'
import { readWorkspaceText } from './workspace-text.ts'

const INSTRUCTIONS_PATH = 'AGENTS.md'

/** The longest that instructions of a workspace may be; what is longer is cut, and says so itself. */
const LONGEST = 40_000

export interface ChatToInstruct {
  readonly workspaceId: string
  readonly settings: ChatSettingsView
  /** Who will read it. */
  readonly audience: 'this-machine' | 'cloud'
}

export interface BuiltSections {
  readonly sections: readonly SectionInput[]
  /** In words: an agent or a project that was chosen and does not hold. */
  readonly notices: readonly string[]
}

/** The sections of L1 for a chat of this workspace, most stable first. */
export async function buildSections(context: AppContext, chat: ChatToInstruct): Promise<BuiltSections> {
  const { workspaceId } = chat
  const { agent, project, skills, notices } = await chatDefinitions(context, chat)
  const instructions = await readWorkspaceText(context, workspaceId, INSTRUCTIONS_PATH)
  const memory = await readWorkspaceText(context, workspaceId, MEMORY_PATH)
  const sections = [
    agent ? agentSection({ ...agent, body: cut(agent.body) }) : contractSection(),
    skillsSection(skills),
    instructions && ({ id: 'project', text: cut(instructions.text) } as const),
    project && projectSection({ ...project, body: cut(project.body) }),
    memory && ({ id: 'memory', text: cut(memoryText(memory.text)) } as const),
  ]
  return { sections: sections.filter((section) => section !== undefined), notices }
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST).toWellFormed()}\n[cut: ${text.length - LONGEST} more characters]`
}
