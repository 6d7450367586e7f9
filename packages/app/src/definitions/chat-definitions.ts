import {
  CHAT_SETTING_ROWS,
  type ChatSettingsView,
  type DefinitionKind,
  type Notice,
  notice,
} from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import type { InstructionFile } from '../guard/redaction.ts'
import { chooseDefinition, maySee } from './choose-definition.ts'
import type { AgentDefinition, DefinitionFile, ProjectDefinition, SkillDefinition } from './definition.ts'
import { type UsableDefinition, usableDefinitions, workspaceDefinitions } from './workspace-definitions.ts'
import type { KnownDefinition } from './known-definition.ts'

/** What the files of a workspace say about one chat. */
export interface ChatDefinitions {
  readonly agent: AgentDefinition | undefined
  readonly project: ProjectDefinition | undefined
  /** Skills listed for the model. */
  readonly skills: readonly SkillDefinition[]
  /** In words: what was chosen and does not hold. */
  readonly notices: readonly Notice[]
  /** The files of the workspace that all of these come from. */
  readonly files: readonly InstructionFile[]
}

export interface ChatToDefine {
  readonly workspaceId: string
  readonly settings: ChatSettingsView
  /** Who will read it; whatever is kept on this machine is left out for the cloud. */
  readonly audience: 'this-machine' | 'cloud'
}

const NOTHING: ChatDefinitions = { agent: undefined, project: undefined, skills: [], notices: [], files: [] }

/** The agent, project and skills of a chat as they are now. A chat that chose none of them reads nothing. */
export async function chatDefinitions(context: AppContext, chat: ChatToDefine): Promise<ChatDefinitions> {
  const { settings, workspaceId } = chat
  if (settings.agent === undefined && settings.project === undefined && !usesTools(settings.runner))
    return NOTHING
  const known = await workspaceDefinitions(context, workspaceId)
  const agent = choose(known, 'agent', settings.agent, chat)
  const project = choose(known, 'project', settings.project, chat)
  const runner = settings.runner ?? agent.definition?.runner ?? project.definition?.runner
  const skills = usesTools(runner) ? skillsFor(known, agent.definition, chat) : []
  return {
    agent: agent.definition,
    project: project.definition,
    skills: skills.map(({ definition }) => definition),
    notices: [...agent.notices, ...project.notices],
    files: [agent.file, project.file, ...skills.map(({ file }) => file)].flatMap(instructionFile),
  }
}

/** The skills of a chat at this moment, for the tool that loads them. */
export async function usableSkills(
  context: AppContext,
  chat: ChatToDefine,
): Promise<readonly UsableDefinition<'skill'>[]> {
  const known = await workspaceDefinitions(context, chat.workspaceId)
  return skillsFor(known, choose(known, 'agent', chat.settings.agent, chat).definition, chat)
}

/** By name in code-unit order; none where the agent may not use the tool that loads them. */
function skillsFor(
  known: readonly KnownDefinition[],
  agent: AgentDefinition | undefined,
  { audience }: ChatToDefine,
): readonly UsableDefinition<'skill'>[] {
  if (agent?.tools && !agent.tools.includes('useSkill')) return []
  return usableDefinitions(known, 'skill')
    .filter(({ file }) => maySee(file.privacy, audience))
    .filter(({ file }) => agent?.skills?.includes(file.id) ?? true)
}

/** What a chat asks where it says nothing itself: as its agent says, then as its project does. */
export function withDefaults(
  settings: ChatSettingsView,
  { agent, project }: Pick<ChatDefinitions, 'agent' | 'project'>,
): ChatSettingsView {
  const defaults = CHAT_SETTING_ROWS.flatMap(([name, { agentField, projectField }]) => {
    const value = fieldOf(agent, agentField) ?? fieldOf(project, projectField)
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(defaults), ...settings }
}

function fieldOf(definition: AgentDefinition | ProjectDefinition | undefined, field = ''): unknown {
  return definition && new Map<string, unknown>(Object.entries(definition)).get(field)
}

function usesTools(runner: ChatSettingsView['runner']): boolean {
  return runner === 'agent' || runner === 'plus'
}

/** Built-in definitions are public. */
export function instructionFile(file: DefinitionFile | undefined): readonly InstructionFile[] {
  return file?.origin === 'workspace' ? [{ path: file.path, mark: file.privacy }] : []
}

interface Choice<Kind extends DefinitionKind> {
  readonly definition: UsableDefinition<Kind>['definition'] | undefined
  readonly file?: DefinitionFile | undefined
  readonly notices: readonly Notice[]
}

function choose<Kind extends 'agent' | 'project'>(
  known: readonly KnownDefinition[],
  kind: Kind,
  id: string | undefined,
  { audience }: ChatToDefine,
): Choice<Kind> {
  if (id === undefined) return { definition: undefined, notices: [] }
  const { usable, why } = chooseDefinition(known, { kind, id, audience })
  const instead = usable ? 'The built-in one holds.' : INSTEAD[kind]
  return {
    definition: usable?.definition,
    file: usable?.file,
    notices: why === undefined ? [] : [notice('definition-unusable', id, { kind, why, instead })],
  }
}

const INSTEAD = {
  agent: 'The default assistant answers.',
  project: 'Its instructions and pinned notes are left out.',
} as const
