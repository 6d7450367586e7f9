import { type SectionInput, neutralize } from '@varve/engine/internal'
import type { AppContext } from '../app-context.ts'
import type { InstructionFile } from '../guard/redaction.ts'
import { CONTEXT_RULE, MEMORY_PATH, contractSection, memoryText } from '../memory/memory.ts'
import { INSTRUCTIONS_PATH, type WorkspaceText, readWorkspaceText } from '../memory/workspace-text.ts'
import { type ChatSettingsView, type Notice, notice } from '@varve/contract'
import { chatDefinitions } from './chat-definitions.ts'
import { maySee } from './choose-definition.ts'
import type { AgentDefinition, ProjectDefinition, SkillDefinition } from './definition.ts'

const SKILLS_INTRODUCTION =
  'Skills are instructions for one kind of work. When a request fits one, call useSkill with its name and follow what it returns:'

/** The longest that instructions of a workspace may be; what is longer is cut, and says so itself. */
const LONGEST = 40_000

export interface ChatToInstruct {
  readonly workspaceId: string
  readonly settings: ChatSettingsView
  /** Who will read it. */
  readonly audience: 'this-machine' | 'cloud'
  /** A program that says itself who the assistant is. */
  readonly client?: { readonly system?: string | undefined; readonly isPlain: boolean } | undefined
}

export interface BuiltSections {
  readonly sections: readonly SectionInput[]
  /** An agent or a project that was chosen and is unavailable. */
  readonly notices: readonly Notice[]
  /** Files that are not trusted, or whose marks keep them from this model. */
  readonly withheld: readonly Notice[]
  /** The files of the workspace that its text comes from. */
  readonly files: readonly InstructionFile[]
}

/** The sections of L1 for a chat of this workspace, most stable first. */
export async function buildSections(context: AppContext, chat: ChatToInstruct): Promise<BuiltSections> {
  const { workspaceId, client } = chat
  const persona = client?.system === undefined ? undefined : agentSection({ body: client.system })
  // Who asks a model alone wants that model: the default persona would have it speak of files.
  if (client?.isPlain)
    return {
      sections: [persona ?? { id: 'contract', text: CONTEXT_RULE }],
      notices: [],
      withheld: [],
      files: [],
    }
  const { agent, project, skills, notices, files } = await chatDefinitions(context, chat)
  const texts = await Promise.all(
    [INSTRUCTIONS_PATH, MEMORY_PATH].map(async (path) => {
      const read = await readWorkspaceText(context, workspaceId, path)
      return read && { ...read, path, why: whyNot(path, read, chat.audience) }
    }),
  )
  const [instructions, memory] = texts.map((read) => (read?.why === undefined ? read : undefined))
  const sections = [
    persona ?? (agent ? agentSection({ ...agent, body: cut(agent.body) }) : contractSection()),
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

/** Why a text does not instruct the model that reads this. */
function whyNot(
  path: string,
  { trust, privacy }: WorkspaceText,
  audience: ChatToInstruct['audience'],
): Notice | undefined {
  if (trust === 'untrusted') return notice('not-trusted', path)
  return maySee(privacy, audience) ? undefined : notice('marked-left-out', path, { mark: privacy })
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST).toWellFormed()}\n[cut: ${text.length - LONGEST} more characters]`
}

/** A persona in place of the default one. That context is no instruction holds for every persona. */
function agentSection({ body }: Pick<AgentDefinition, 'body'>): SectionInput {
  return { id: 'contract', text: `${neutralize(body)}\n\n${CONTEXT_RULE}` }
}

/** Undefined for a project without instructions. It follows those of the workspace. */
function projectSection({ name, body }: ProjectDefinition): SectionInput | undefined {
  return body === '' ? undefined : { id: 'project', text: `Of the project "${name}":\n\n${body}` }
}

/** Skills by name and description only; their instructions come when one is used. Undefined for none. */
function skillsSection(skills: readonly SkillDefinition[]): SectionInput | undefined {
  if (skills.length === 0) return undefined
  const lines = skills
    .map(({ id, description }) => `- ${id}: ${description.replace(/\s+/g, ' ')}`)
    .sort()
    .map(neutralize)
  return { id: 'tools', text: [SKILLS_INTRODUCTION, ...lines].join('\n') }
}
