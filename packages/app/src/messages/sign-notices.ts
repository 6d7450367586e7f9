import type { ComposerReading } from '../definitions/composer-reading.ts'
import type { ChatSettingsView } from '../models/model-views.ts'
import type { TurnDirectives } from '../turn/turn-directives.ts'

export interface SignsToCheck {
  readonly settings: ChatSettingsView
  readonly directives: TurnDirectives
  readonly isDraft?: boolean | undefined
  /** An engine is named for it. */
  readonly searchesWeb: boolean
}

/** Done by others, before a message is sent. */
const COMMANDS: ReadonlySet<string> = new Set(['compact'])

/** In words: signs to the program in a message that it cannot follow. */
export function signNotices(reading: ComposerReading, toCheck: SignsToCheck): readonly string[] {
  return [...unknownCommands(reading, toCheck), ...unsearchedWeb(toCheck), ...unheardAgents(reading)]
}

/** While it is typed, half a name is no mistake: there it is told once other words follow. */
function unknownCommands(
  { text, mentions }: ComposerReading,
  { isDraft = false }: SignsToCheck,
): readonly string[] {
  const sent = isDraft ? 'is' : 'was'
  return mentions
    .filter(({ kind, name }) => kind === 'command' && !COMMANDS.has(name))
    .filter(({ to }) => !isDraft || text.slice(to).trim() !== '')
    .map(({ name }) => `There is no template, skill or command "/${name}"; it ${sent} sent as it stands.`)
}

/** Where the search is done before an answer, that tells it itself once the message was sent. */
function unsearchedWeb({
  settings,
  directives,
  isDraft = false,
  searchesWeb,
}: SignsToCheck): readonly string[] {
  if (!directives.web || searchesWeb || !(isDraft || settings.runner === 'agent')) return []
  return ['No search of the web is set up, so @web does nothing.']
}

function unheardAgents({ mentions, directives: { agent } }: ComposerReading): readonly string[] {
  if (agent === undefined) return []
  const named = mentions.filter(({ kind }) => kind === 'agent').map(({ name }) => name)
  const unheard = [...new Set(named.filter((name) => name !== agent))].map(signOf)
  if (unheard.length === 0) return []
  const left = unheard.length === 1 ? 'is' : 'are'
  return [
    `One agent answers a message, the last that it names: ${signOf(agent)}. ${unheard.join(' and ')} ${left} left out.`,
  ]
}

function signOf(agent: string): string {
  return agent === '' ? '@agent' : `@${agent}`
}
