import { localDay } from '@varve/index'
import { type Attachable, type ChatSettingsView, type Notice, notice, uniqueNotices } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { instructionFile } from '../definitions/chat-definitions.ts'
import { chooseDefinition } from '../definitions/choose-definition.ts'
import { attachmentFor, isFile, type Named, namedBy, type NoteFinder } from '../definitions/attachment-for.ts'
import type { ComposerReading, Mention, TurnDirectives } from '../definitions/composer-reading.ts'
import { expandMessage, type Replaced } from '../definitions/expand-message.ts'
import type { TemplateAttachment } from '../definitions/expand-template.ts'
import type { KnownDefinition } from '../definitions/known-definition.ts'
import { loadSkills } from '../definitions/load-skills.ts'
import { workspaceFinder } from '../definitions/workspace-definitions.ts'
import type { InstructionFile } from '../guard/redaction.ts'

/** Done by others, before a message is sent. */
const COMMANDS: ReadonlySet<string> = new Set(['compact'])

/** A message, and what of it is meant for the program. */
export interface ReadMessage {
  readonly reading: ComposerReading
  /** What its names are looked up in; nothing where it has none. */
  readonly known: readonly KnownDefinition[]
  readonly directives: TurnDirectives
  /** The agent that is to answer it; empty for whichever the chat has. */
  readonly agent: string | undefined
}

export interface MessageToCompose {
  readonly workspaceId: string
  /** What is attached to it beside its words. */
  readonly attach: readonly Attachable[]
  readonly at: number
  /** Who will read it, and how it is answered. */
  readonly audience: 'this-machine' | 'cloud'
  readonly settings: ChatSettingsView
  readonly directives: TurnDirectives
  /** No page is fetched for a draft because its address is being typed. */
  readonly isDraft?: boolean | undefined
}

export interface ComposedMessage {
  /** What the model reads: templates are filled in. */
  readonly text: string
  /** Where that differs from what was typed. */
  readonly replaced: readonly Replaced[]
  /** Names in the text that are not attached yet. */
  readonly attach: readonly string[]
  /** Instructions of skills that it calls, for this turn. */
  readonly guidance: string
  /** In words: what was named and could not be had. */
  readonly notices: readonly Notice[]
  /** The files of templates and skills that it calls. */
  readonly instructions: readonly InstructionFile[]
}

/** A text that was pasted may be full of links; beyond these, chips are the way. */
const MOST_NAMED = 50

/** Does what the words of a message ask for: templates, skills, and what it names. */
export async function composeMessage(
  context: AppContext,
  { reading, known }: Pick<ReadMessage, 'reading' | 'known'>,
  toCompose: MessageToCompose,
): Promise<ComposedMessage> {
  const { text, mentions } = reading
  if (mentions.length === 0)
    return { text, replaced: [], attach: [], guidance: '', notices: [], instructions: [] }
  const { workspaceId, at, audience, settings, directives } = toCompose
  const selection = selectionIn(toCompose.attach)
  const expanded = expandMessage({ reading, known, audience, date: localDay(at), selection })
  const hasTools = settings.runner === 'agent'
  const skills = loadSkills({ reading, known, audience, hasTools })
  const named = namedIn(mentions, expanded.attach)
  const finder = named.some(isFile) ? await workspaceFinder(context, workspaceId, named) : undefined
  const found = attachNamed(named, toCompose, finder)
  return {
    text: expanded.text,
    replaced: expanded.replaced,
    attach: found.attach,
    guidance: [...orders(directives, settings), skills.guidance].filter((part) => part !== '').join('\n\n'),
    notices: [
      ...expanded.notices,
      ...skills.notices,
      ...found.notices,
      ...signNotices(reading, { ...toCompose, searchesWeb: context.webSearch !== undefined }),
    ],
    instructions: mentions.flatMap(({ kind, name: id }) =>
      kind === 'template' || kind === 'skill'
        ? instructionFile(chooseDefinition(known, { kind, id, audience }).usable?.file).map(
            (file): InstructionFile => ({ ...file, inMessage: true }),
          )
        : [],
    ),
  }
}

/** A model with tools is told what the signs in the message mean; for others they are resolved before the answer. */
function orders(
  { vault = false, chats = false, web = false, composer = false }: TurnDirectives,
  { runner }: ChatSettingsView,
): readonly string[] {
  if (runner !== 'agent') return []
  return [
    ...(vault ? ['@vault: search the workspace with localSearch before you answer.'] : []),
    ...(chats ? ['@chats: search earlier chats with searchChats before you answer.'] : []),
    ...(web ? ['@web: search the web with webSearch before you answer, if there is such a tool.'] : []),
    ...(composer ? [COMPOSER] : []),
  ]
}

const COMPOSER =
  '@composer: write what is asked for into the files of the workspace with edit or write. The user is shown each change as a difference and accepts or rejects it, so do not ask before and do not repeat the new text in the answer. Afterwards say in one or two sentences what was changed, and what was rejected.'

function namedIn(mentions: readonly Mention[], templates: readonly TemplateAttachment[]): readonly Named[] {
  const typed = mentions.flatMap((mention) => namedBy(mention) ?? [])
  const filled = templates.map(
    (one): Named =>
      one.kind === 'tag' ? { kind: 'tag', name: `#${one.tag}` } : { kind: 'note', name: one.target },
  )
  return [...typed, ...filled]
}

function attachNamed(
  named: readonly Named[],
  { attach: chips, isDraft = false }: MessageToCompose,
  finder: NoteFinder | undefined,
): Pick<ComposedMessage, 'attach' | 'notices'> {
  const attached = new Set(chips.filter((item) => typeof item === 'string'))
  const attach = new Set<string>()
  const notices: Notice[] = []
  for (const one of named) {
    const item = attachmentFor(one, finder)
    if (item === undefined && (one.kind === 'note' || one.kind === 'folder'))
      notices.push(notice('not-found', one.name, { kind: one.kind }))
    if (item === undefined || attached.has(item)) continue
    if (one.kind === 'url' && isDraft) notices.push(notice('read-when-sent', item))
    else attach.add(item)
  }
  if (attach.size <= MOST_NAMED) return { attach: [...attach], notices: uniqueNotices(notices) }
  const more = notice('too-many-named', undefined, { count: attach.size, most: MOST_NAMED })
  return { attach: [...attach].slice(0, MOST_NAMED), notices: [...uniqueNotices(notices), more] }
}

function selectionIn(attach: readonly Attachable[]): string | undefined {
  const passage = attach.find((item) => typeof item !== 'string' && item.kind === 'selection')
  return typeof passage === 'object' ? passage.content : undefined
}

interface SignsToCheck {
  readonly settings: ChatSettingsView
  readonly directives: TurnDirectives
  readonly isDraft?: boolean | undefined
  /** An engine is named for it. */
  readonly searchesWeb: boolean
}

/** Commands in a message that Varve cannot follow. */
function signNotices(reading: ComposerReading, toCheck: SignsToCheck): readonly Notice[] {
  return [...unknownCommands(reading, toCheck), ...unsearchedWeb(toCheck), ...unheardAgents(reading)]
}

/** While typing, half a name is no mistake: reported once other words follow. */
function unknownCommands(
  { text, mentions }: ComposerReading,
  { isDraft = false }: SignsToCheck,
): readonly Notice[] {
  return mentions
    .filter(({ kind, name }) => kind === 'command' && !COMMANDS.has(name))
    .filter(({ to }) => !isDraft || text.slice(to).trim() !== '')
    .map(({ name }) => notice('unknown-command', name))
}

/** Where the search is done before an answer, that tells it itself once the message was sent. */
function unsearchedWeb({
  settings,
  directives,
  isDraft = false,
  searchesWeb,
}: SignsToCheck): readonly Notice[] {
  if (!directives.web || searchesWeb || !(isDraft || settings.runner === 'agent')) return []
  return [notice('web-search-missing')]
}

function unheardAgents({ mentions, directives: { agent } }: ComposerReading): readonly Notice[] {
  if (agent === undefined) return []
  const named = mentions.filter(({ kind }) => kind === 'agent').map(({ name }) => name)
  const unheard = [...new Set(named.filter((name) => name !== agent))].map(signOf)
  if (unheard.length === 0) return []
  const others = unheard.join(' and ')
  return [notice('one-agent', undefined, { agent: signOf(agent), others, count: unheard.length })]
}

function signOf(agent: string): string {
  return agent === '' ? '@agent' : `@${agent}`
}
