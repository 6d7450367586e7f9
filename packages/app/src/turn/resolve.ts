import type { ConversationRecord, TurnRecord } from '@varve/store'
import type { AttachRequest } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { requireGuides } from '../areas/workspace-areas.ts'
import { type BranchPosition, readBase } from '../chat/branch-position.ts'
import { readTurnOptions, type TurnOptions } from '../chat/turn-options.ts'
import { type AnsweringModels, answeringModels } from '../definitions/answering-models.ts'
import { type ChatDefaults, chatDefaults, effectiveSettings } from '../definitions/chat-defaults.ts'
import { chooseDefinition } from '../definitions/choose-definition.ts'
import type { ComposerReading, TurnDirectives } from '../definitions/composer-reading.ts'
import type { KnownDefinition } from '../definitions/known-definition.ts'
import { parseComposer } from '../definitions/parse-composer.ts'
import { forgetDefinitions, workspaceDefinitions } from '../definitions/workspace-definitions.ts'
import { parseAttachables } from '../files/attachable.ts'
import { requestsOf } from '../files/find-lost.ts'
import type { GuardDecision } from '../guard/guard-decision.ts'
import { audienceOfAll } from '../models/provider-info.ts'
import type { ChatModel } from '../models/chat-model.ts'
import { readSettings } from '../models/chat-settings.ts'
import { type ChatSettingsView, type Notice, notice } from '@varve/contract'
import { requireModel, requireReadyModel } from '../models/require-model.ts'
import { type ComposedMessage, composeMessage, type ReadMessage } from './compose-message.ts'
import { type TunedModel, tuneModels } from './tune-model.ts'
import type { MessageDraft, TurnDraft } from './turn-data.ts'

const MOST_LISTED = 10

interface MessageToResolve extends MessageDraft {
  /** Where it goes if not to the end of the branch on show. */
  readonly after?: BranchPosition | undefined
  /** The answer that was cut off and that this continues with. */
  readonly continues?: string | undefined
  readonly decision?: GuardDecision | undefined
  /** Nothing is refused that only sending refuses. */
  readonly isDraft?: boolean | undefined
  /** As if the models were another kind of themselves. */
  readonly adapt?: ((model: ChatModel) => ChatModel) | undefined
}

/** A message with the models that answer it, and what it continues from. */
export interface ResolvedTurn {
  readonly draft: TurnDraft
  readonly models: readonly TunedModel[]
  /** As it is stored. */
  readonly chat: ConversationRecord
  readonly read: ReadMessage
  readonly defaults: ChatDefaults
  /** Why it is these models. */
  readonly answering: AnsweringModels
  readonly composed: ComposedMessage
  /** Notes of an imported chat that come along. */
  readonly offered: readonly string[]
}

/** First step: which chat, which agent and project, which models, which settings, and what the words attach. */
export async function resolveTurn(context: AppContext, input: MessageToResolve): Promise<ResolvedTurn> {
  const { workspaceId, chatId, modelId, modelIds, attach, isDraft = false, adapt = (model) => model } = input
  const { chat: stored, latest, after } = await readBase(context, input, input.after)
  if (stored.answering && !isDraft) throw answerRunning(context, input)
  // For a continued answer these were checked with its question and may be missing since.
  if (input.continues === undefined) await requireGuides(context, input)
  const read = await readMessage(context, input)
  const chat = { ...stored, settings: settingsWithAgent(stored.settings, read) }
  const defaults = await chatDefaults(context, { workspaceId, chat, after })
  const answering = await answeringModels(context, { modelIds, modelId, called: read.agent, defaults })
  const require = isDraft ? requireModel : requireReadyModel
  const chosen = await Promise.all(answering.ids.map((id) => require(context, id)))
  const at = context.clock.now()
  const { models, policy } = await tuneModels(context, {
    workspaceId,
    chatId,
    models: chosen.map(adapt),
    at,
    settings: defaults.settings,
    format: input.client?.format,
    toolChoice: input.client?.toolChoice,
  })
  const possible = possibleDirectives(read.directives, models)
  const settings = settingsFor(defaults.settings, possible.directives)
  const directives = directivesFor(defaults.settings, possible.directives)
  const audience = audienceOfAll(models)
  const message = { workspaceId, attach, at, audience, settings, directives, isDraft }
  const composed = await composeMessage(context, read, message)
  const offered = await offeredContext(context, { workspaceId, after, leaveOut: input.leaveOut })
  const names = offered.notes.map((name) => ({ kind: 'name', name }) as const)
  const {
    active,
    remoteImages,
    allowExtracts,
    areas,
    jurisdictions,
    unrecorded,
    decision,
    passages,
    client,
  } = input
  const draft: TurnDraft = {
    workspaceId,
    chatId,
    after,
    latest,
    policy,
    turnId: isDraft ? 'forecast' : context.newId(),
    at,
    text: composed.text,
    attach: parseAttachables([
      ...defaults.pinned,
      ...names,
      ...attach,
      ...composed.attach,
      ...(settings.pinned ?? []).map((name) => ({ kind: 'name', name, priority: 'essential' }) as const),
    ]),
    active,
    remoteImages,
    settings,
    allowExtracts,
    areas,
    jurisdictions,
    directives,
    guidance: composed.guidance,
    instructions: composed.instructions,
    notices: [...possible.notices, ...composed.notices, ...offered.notices],
    lasting: answering.notices,
    unrecorded,
    passages,
    decision,
    client,
    isDraft,
  }
  return { draft, models, chat: stored, read, defaults, answering, composed, offered: offered.notes }
}

/** Where the answer has ended and the disk does not take it, that is what keeps the next message from being sent. */
export function answerRunning(
  { live }: Pick<AppContext, 'live'>,
  { chatId }: { readonly chatId: string },
): AppError {
  const unsaved = [...live.values()].find((answer) => answer.unsaved?.chatId === chatId)?.unsaved?.error
  if (unsaved)
    return new AppError(
      unsaved.code,
      `The last answer of this chat is not saved yet: ${unsaved.message} Nothing has been sent.`,
      { cause: unsaved },
    )
  return new AppError(
    'answer-running',
    'An answer is still being written in this chat. Nothing has been sent.',
  )
}

interface MessageToRead {
  readonly workspaceId: string
  readonly text: string
  readonly client?: MessageDraft['client']
  /** A draft makes do with what was read a moment ago. */
  readonly isDraft?: boolean | undefined
}

/** Without any of these signs no file is looked up. */
const MAY_NAME = /(?:^|[^\p{L}\p{N}_])@|(?:^|\s)\/\p{L}|\[\[/u

/** Reads the composer's language in a message. Nothing is attached or filled in yet. */
export async function readMessage(
  context: AppContext,
  { workspaceId, text, client, isDraft = false }: MessageToRead,
): Promise<ReadMessage> {
  const none = { known: [], directives: {}, agent: undefined }
  if (client?.isPlain) return { reading: { ...parseComposer(''), text, plain: text }, ...none }
  if (!MAY_NAME.test(text)) return { reading: parseComposer(text), ...none }
  if (!isDraft) forgetDefinitions(context, workspaceId)
  const known = await workspaceDefinitions(context, workspaceId)
  // Also invalid ones: naming one shows what is wrong with it.
  const idsOf = (kind: KnownDefinition['file']['kind']): readonly string[] =>
    known.filter(({ file }) => file.kind === kind).map(({ file }) => file.id)
  const names = { agents: idsOf('agent'), templates: idsOf('template'), skills: idsOf('skill') }
  const reading = parseComposer(text, names)
  return { reading, known, directives: directivesOf(reading, known), agent: reading.directives.agent }
}

/** A template may say `@vault` as the user may; what is filled into it may not. */
function directivesOf({ directives }: ComposerReading, known: readonly KnownDefinition[]): TurnDirectives {
  const said = directives.templates.flatMap((id) => {
    const { usable } = chooseDefinition(known, { kind: 'template', id, audience: 'this-machine' })
    return usable ? [parseComposer(usable.definition.body).directives] : []
  })
  const all = [directives, ...said]
  return {
    vault: all.some(({ vault }) => vault),
    chats: all.some(({ chats }) => chats),
    web: all.some(({ web }) => web),
    composer: all.some(({ composer }) => composer),
  }
}

/** The settings of a chat for one message: an agent that it calls by name brings its own. */
function settingsWithAgent(
  stored: unknown,
  { agent, known }: Pick<ReadMessage, 'agent' | 'known'>,
): ChatSettingsView {
  const settings = readSettings(stored)
  if (agent === undefined) return settings
  if (agent === '') return { ...settings, runner: 'agent' }
  const { usable } = chooseDefinition(known, { kind: 'agent', id: agent, audience: 'this-machine' })
  const { runner, temperature, maxOutputTokens, ...rest } = settings
  const own = usable?.definition
  // The agent's own settings take precedence; the chat's defaults fill the gaps.
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
  { vault = false, chats = false, web = false, composer = false }: TurnDirectives,
): ChatSettingsView {
  if (composer) return { ...settings, runner: 'agent', mode: 'act' }
  const runner = settings.runner ?? 'auto'
  if ((runner === 'chat' || runner === 'auto') && (vault || chats || web))
    return { ...settings, runner: 'plus' }
  // A runner that only searches notes cannot search anything else.
  return runner === 'vault-qa' && (chats || web) ? { ...settings, runner: 'plus' } : settings
}

/** What a message asks for, as far as its models can do it. */
interface PossibleDirectives {
  readonly directives: TurnDirectives
  readonly notices: readonly Notice[]
}

/** Writing into notes takes tools. Where one of several models has none, it answers as text beside the others. */
function possibleDirectives(
  asked: TurnDirectives,
  models: readonly { readonly model: ChatModel }[],
): PossibleDirectives {
  const unable = models.filter(({ model }) => !model.catalogue?.tools).map(({ model }) => model.name)
  if (!asked.composer || unable.length === 0) return { directives: asked, notices: [] }
  const names = unable.join(' and ')
  return {
    directives: { ...asked, composer: unable.length < models.length },
    notices: [notice('composer-needs-tools', undefined, { names })],
  }
}

/** A runner that searched the notes anyway still does. */
function directivesFor({ runner }: ChatSettingsView, directives: TurnDirectives): TurnDirectives {
  return runner === 'vault-qa' && (directives.chats || directives.web)
    ? { ...directives, vault: true }
    : directives
}

interface AskedBefore {
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
  const now = await effectiveSettings(context, workspaceId, chat)
  const turn = { ...now, ...(runner === undefined ? {} : { runner }) }
  return { chat: now, turn: composer ? settingsFor(turn, { composer }) : turn }
}

interface OfferPlace {
  readonly workspaceId: string
  /** Where the message goes. */
  readonly after: BranchPosition
  /** Names that the user does not want to bring along. */
  readonly leaveOut?: readonly string[] | undefined
}

interface OfferedContext {
  /** Paths of notes, as the imported chat names them. */
  readonly notes: readonly string[]
  readonly notices: readonly Notice[]
}

/**
 * What the first message after an imported chat brings along: the notes that the chat names without their text, as
 * they are today. Links are only listed, since reading them would fetch them.
 */
async function offeredContext(
  context: AppContext,
  { workspaceId, after: { turn }, leaveOut }: OfferPlace,
): Promise<OfferedContext> {
  if (!turn || !isNamedOnly(turn)) return { notes: [], notices: [] }
  const branch = await context.store.turns.branch({ workspaceId, headId: turn.id })
  const named = branch.filter(isNamedOnly).flatMap(({ attach }) => requestsOf(attach))
  const left = new Set(leaveOut)
  const names = <Name extends string>(nameOf: (request: AttachRequest) => Name | undefined) => [
    ...new Set(named.flatMap((request) => nameOf(request) ?? [])),
  ]
  const notes = names((request) => (request.kind === 'path' ? request.path : undefined)).filter(
    (path) => !left.has(path),
  )
  const others = names((request) => {
    if (request.kind === 'url') return request.url
    if (request.kind === 'tag') return `#${request.tag}`
    return request.kind === 'folder' ? `${request.path}/` : undefined
  })
  return {
    notes,
    notices: [
      ...(notes.length === 0 ? [] : [notice('context-offered', undefined, { names: listed(notes) })]),
      ...(others.length === 0 ? [] : [notice('context-also-named', undefined, { names: listed(others) })]),
    ],
  }
}

function isNamedOnly({ options }: TurnRecord): boolean {
  return readTurnOptions(options).namedOnly === true
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED
  return [...names.slice(0, MOST_LISTED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
