import type { AppContext } from '../app-context.ts'
import { chooseDefinition } from '../definitions/choose-definition.ts'
import type { ComposerReading } from '../definitions/composer-reading.ts'
import { parseComposer } from '../definitions/parse-composer.ts'
import { forgetDefinitions, workspaceDefinitions } from '../definitions/workspace-definitions.ts'
import type { KnownDefinition } from '../definitions/known-definition.ts'
import type { TurnDirectives } from '../turn/turn-directives.ts'

/** A message, and what of it is meant for the program. */
export interface ReadMessage {
  readonly reading: ComposerReading
  /** What its names are looked up in; nothing where it has none. */
  readonly known: readonly KnownDefinition[]
  readonly directives: TurnDirectives
  /** The agent that is to answer it; empty for whichever the chat has. */
  readonly agent: string | undefined
}

export interface MessageToRead {
  readonly workspaceId: string
  readonly text: string
  /** A draft makes do with what was read a moment ago. */
  readonly isDraft?: boolean | undefined
}

/** Where nothing of this stands, no file is looked at. */
const MAY_NAME = /(?:^|[^\p{L}\p{N}_])@|(?:^|\s)\/\p{L}|\[\[/u

/** Reads the composer's language in a message. Nothing is attached or filled in yet. */
export async function readMessage(
  context: AppContext,
  { workspaceId, text, isDraft = false }: MessageToRead,
): Promise<ReadMessage> {
  if (!MAY_NAME.test(text))
    return { reading: parseComposer(text), known: [], directives: {}, agent: undefined }
  if (!isDraft) forgetDefinitions(context, workspaceId)
  const known = await workspaceDefinitions(context, workspaceId)
  // Also those that do nothing: whoever names one is told why.
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
    web: all.some(({ web }) => web),
    composer: all.some(({ composer }) => composer),
  }
}
