import type { SectionInput } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { chatDefinitions } from '../definitions/chat-definitions.ts'
import { maySee } from '../definitions/choose-definition.ts'
import { agentSection, projectSection, skillsSection } from '../definitions/definition-sections.ts'
import type { InstructionFile } from '../guard/redaction.ts'
import type { ChatSettingsView } from '../models/model-views.ts'
import { contractSection } from './contract.ts'
import { MEMORY_PATH, memoryText } from './memory.ts'
import { INSTRUCTIONS_PATH, readWorkspaceText, type WorkspaceText } from './workspace-text.ts'

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
  /** In words: files that are not trusted, or whose marks keep them from the one who reads this. */
  readonly withheld: readonly string[]
  /** The files of the workspace that its text comes from. */
  readonly files: readonly InstructionFile[]
}

/** The sections of L1 for a chat of this workspace, most stable first. */
export async function buildSections(context: AppContext, chat: ChatToInstruct): Promise<BuiltSections> {
  const { workspaceId } = chat
  const { agent, project, skills, notices, files } = await chatDefinitions(context, chat)
  const texts = await Promise.all(
    [INSTRUCTIONS_PATH, MEMORY_PATH].map(async (path) => {
      const read = await readWorkspaceText(context, workspaceId, path)
      return read && { ...read, path, why: whyNot(path, read, chat.audience) }
    }),
  )
  const [instructions, memory] = texts.map((read) => (read?.why === undefined ? read : undefined))
  const sections = [
    agent ? agentSection({ ...agent, body: cut(agent.body) }) : contractSection(),
    skillsSection(skills),
    instructions && ({ id: 'project', text: cut(instructions.text) } as const),
    project && projectSection({ ...project, body: cut(project.body) }),
    memory && ({ id: 'memory', text: cut(memoryText(memory.text)) } as const),
  ]
  return {
    sections: sections.filter((section) => section !== undefined),
    notices,
    withheld: texts.flatMap((read) => read?.why ?? []),
    files: [
      ...files,
      ...texts.flatMap((read) =>
        read && read.why === undefined ? [{ path: read.path, mark: read.privacy }] : [],
      ),
    ],
  }
}

/** In words: why a text is no instruction for the one who reads this. */
function whyNot(
  path: string,
  { trust, privacy }: WorkspaceText,
  audience: ChatToInstruct['audience'],
): string | undefined {
  if (trust === 'untrusted')
    return `${path} was left out: it is not trusted. Read it, then trust it in Workspace settings.`
  return maySee(privacy, audience) ? undefined : `"${path}" is marked ${privacy} and was left out.`
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST).toWellFormed()}\n[cut: ${text.length - LONGEST} more characters]`
}
