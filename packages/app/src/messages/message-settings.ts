import type { AppContext } from '../app-context.ts'
import { effectiveSettings } from '../definitions/chat-defaults.ts'
import { chooseDefinition } from '../definitions/choose-definition.ts'
import { workspaceDefinitions } from '../definitions/workspace-definitions.ts'
import { readSettings } from '../models/chat-settings.ts'
import type { ChatModel } from '../models/chat-model.ts'
import type { ChatSettingsView } from '../models/model-views.ts'
import type { TurnDirectives } from '../turn/turn-directives.ts'
import type { TurnOptions } from '../turn/turn-options.ts'
import type { ReadMessage } from './read-message.ts'

/** The settings of a chat for one message: an agent that it calls by name brings its own. */
export function settingsWithAgent(
  stored: unknown,
  { agent, known }: Pick<ReadMessage, 'agent' | 'known'>,
): ChatSettingsView {
  const settings = readSettings(stored)
  if (agent === undefined) return settings
  if (agent === '') return { ...settings, runner: 'agent' }
  const { usable } = chooseDefinition(known, { kind: 'agent', id: agent, audience: 'this-machine' })
  const { runner, temperature, maxOutputTokens, ...rest } = settings
  const own = usable?.definition
  // What the agent says of itself counts; defaults of the chat stand where it says nothing.
  return {
    ...rest,
    ...(runner === undefined || own?.runner !== undefined ? {} : { runner }),
    ...(temperature === undefined || own?.temperature !== undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined || own?.maxTokens !== undefined ? {} : { maxOutputTokens }),
    agent,
  }
}

/** Who asks to search or to write, in a chat where neither is done, has it done for this message. */
export function settingsFor(
  settings: ChatSettingsView,
  { vault = false, web = false, composer = false }: TurnDirectives,
): ChatSettingsView {
  if (composer) return { ...settings, runner: 'agent', mode: 'act' }
  const runner = settings.runner ?? 'chat'
  if (runner === 'chat' && (vault || web)) return { ...settings, runner: 'plus' }
  // A runner that only searches notes cannot search the web.
  return runner === 'vault-qa' && web ? { ...settings, runner: 'plus' } : settings
}

/** What a message asks for, as far as its models can do it. */
export interface PossibleDirectives {
  readonly directives: TurnDirectives
  readonly notices: readonly string[]
}

/** Writing into notes takes tools. Where one of several models has none, it answers as text beside the others. */
export function possibleDirectives(
  asked: TurnDirectives,
  models: readonly { readonly model: ChatModel }[],
): PossibleDirectives {
  const unable = models.filter(({ model }) => !model.catalogue?.tools).map(({ model }) => model.name)
  if (!asked.composer || unable.length === 0) return { directives: asked, notices: [] }
  const names = unable.join(' and ')
  return {
    directives: { ...asked, composer: unable.length < models.length },
    notices: [`${names} cannot use tools, so @composer wrote nothing into notes; the answer is text.`],
  }
}

/** A runner that searched the notes anyway does so beside the web. */
export function directivesFor({ runner }: ChatSettingsView, directives: TurnDirectives): TurnDirectives {
  return runner === 'vault-qa' && directives.web ? { ...directives, vault: true } : directives
}

export interface AskedBefore {
  readonly workspaceId: string
  /** Of the chat, as they are now. */
  readonly stored: unknown
  readonly options: TurnOptions
}

/** The settings for a message that is answered again: as its words asked for, as they are recorded. */
export async function settingsAgain(
  context: AppContext,
  { workspaceId, stored, options }: AskedBefore,
): Promise<{ readonly chat: ChatSettingsView; readonly turn: ChatSettingsView }> {
  const { agent, runner, composer } = options
  const known = agent ? await workspaceDefinitions(context, workspaceId) : []
  const chat = settingsWithAgent(stored, { agent, known })
  const now = await effectiveSettings(context, { workspaceId, chat: { settings: chat } })
  const turn = { ...now, ...(runner === undefined ? {} : { runner }) }
  return { chat, turn: composer ? settingsFor(turn, { composer }) : turn }
}
