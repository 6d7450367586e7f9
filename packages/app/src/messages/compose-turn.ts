import type { AppContext } from '../app-context.ts'
import type { AnsweringModels } from '../definitions/answering-models.ts'
import type { ChatDefaults } from '../definitions/chat-defaults.ts'
import { type Attachable, parseAttachables } from '../files/attachable.ts'
import { audienceOfAll } from '../models/audience-of.ts'
import { type OfferPlace, offeredContext } from '../turn/offered-context.ts'
import type { TurnDraft } from '../turn/prepared-turn.ts'
import type { TunedModel } from '../turn/tune-model.ts'
import { type ComposedMessage, composeMessage } from './compose-message.ts'
import { directivesFor, possibleDirectives, settingsFor } from './message-settings.ts'
import type { ReadMessage } from './read-message.ts'

export interface TurnToCompose extends OfferPlace {
  readonly read: ReadMessage
  readonly defaults: ChatDefaults
  readonly models: readonly TunedModel[]
  /** Why it is these. */
  readonly answering: AnsweringModels
  /** What is attached beside its words. */
  readonly attach: readonly Attachable[]
  readonly at: number
  readonly isDraft?: boolean | undefined
}

/** What a message comes to with the chat that it is sent in. */
export interface ComposedTurn {
  readonly draft: Pick<
    TurnDraft,
    'text' | 'attach' | 'guidance' | 'instructions' | 'notices' | 'lasting' | 'settings'
  > &
    Required<Pick<TurnDraft, 'directives'>>
  readonly composed: ComposedMessage
  /** Notes of an imported chat that come along. */
  readonly offered: readonly string[]
}

/** The same for a message that is sent and for one that is still being written. */
export async function composeTurn(context: AppContext, toCompose: TurnToCompose): Promise<ComposedTurn> {
  const { workspaceId, read, defaults, models, answering, attach, at, isDraft } = toCompose
  const possible = possibleDirectives(read.directives, models)
  const settings = settingsFor(defaults.settings, possible.directives)
  const directives = directivesFor(defaults.settings, possible.directives)
  const audience = audienceOfAll(models)
  const message = { workspaceId, attach, at, audience, settings, directives, isDraft }
  const composed = await composeMessage(context, read, message)
  const { text, guidance, instructions } = composed
  const offered = await offeredContext(context, toCompose)
  const names = offered.notes.map((name) => ({ kind: 'name', name }) as const)
  return {
    draft: {
      text,
      guidance,
      instructions,
      notices: [...possible.notices, ...composed.notices, ...offered.notices],
      lasting: answering.notices,
      attach: parseAttachables([...defaults.pinned, ...names, ...attach, ...composed.attach]),
      settings,
      directives,
    },
    composed,
    offered: offered.notes,
  }
}
