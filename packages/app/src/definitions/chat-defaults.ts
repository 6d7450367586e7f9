import { hashText } from '@varve/engine/internal'
import type { ConversationRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import type { ChatSettingsView } from '@varve/contract'
import { readSettings } from '../models/chat-settings.ts'
import type { BranchPosition } from '../chat/branch-position.ts'
import { readTurnOptions } from '../chat/turn-options.ts'
import { chatDefinitions, withDefaults } from './chat-definitions.ts'
import type { ProjectDefinition } from './definition.ts'

export interface ChatWithDefaults {
  readonly workspaceId: string
  readonly chat: Pick<ConversationRecord, 'settings'>
  /** Position of the message in its branch. */
  readonly after: BranchPosition
}

/** What a message of this chat goes by where it says nothing itself. */
export interface ChatDefaults {
  readonly settings: ChatSettingsView
  /** The model that the agent of the message asks for, where it asks for one. */
  readonly agentModel: { readonly agent: string; readonly modelId: string } | undefined
  /** Those of the project, the first that can be asked before the others. */
  readonly projectModels: { readonly project: string; readonly modelIds: readonly string[] }
  /** What the project pins and this branch has not been given yet, as names to attach. */
  readonly pinned: readonly string[]
  /** Stands for what was pinned, to be kept with the turn. */
  readonly project: string | undefined
}

/** What the agent and the project of a chat give to its next message. */
export async function chatDefaults(context: AppContext, wanted: ChatWithDefaults): Promise<ChatDefaults> {
  const { workspaceId, chat } = wanted
  const settings = readSettings(chat.settings)
  const found = await chatDefinitions(context, { workspaceId, settings, audience: 'this-machine' })
  const project = found.project && pinnedName(found.project)
  // Once for a branch, and again when the project pins something else: what was given stays in the library.
  const before = readTurnOptions(wanted.after.turn?.options).project
  const isGiven = project === undefined || before === project
  return {
    settings: withDefaults(settings, found),
    agentModel:
      found.agent?.model === undefined ? undefined : { agent: found.agent.id, modelId: found.agent.model },
    projectModels: { project: found.project?.id ?? '', modelIds: found.project?.models ?? [] },
    pinned: isGiven ? [] : (found.project?.pinned ?? []),
    project,
  }
}

/** The settings of a chat with what its agent and its project say where it says nothing. */
export async function effectiveSettings(
  context: AppContext,
  workspaceId: string,
  stored: unknown,
): Promise<ChatSettingsView> {
  const settings = readSettings(stored)
  const found = await chatDefinitions(context, { workspaceId, settings, audience: 'this-machine' })
  return withDefaults(settings, found)
}

function pinnedName({ id, pinned }: ProjectDefinition): string {
  return `${id} ${hashText(JSON.stringify(pinned)).slice(0, 16)}`
}
