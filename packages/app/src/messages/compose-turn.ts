import type { AppContext } from '../app-context.ts'
import type { AnsweringModels } from '../definitions/answering-models.ts'
import type { ChatDefaults } from '../definitions/chat-defaults.ts'
import { type Attachable, parseAttachables } from '../files/attachable.ts'
import { audienceOfAll } from '../models/audience-of.ts'
import type { TurnDraft } from '../turn/prepared-turn.ts'
import type { TunedModel } from '../turn/tune-model.ts'
import { type ComposedMessage, composeMessage } from './compose-message.ts'
import { directivesFor, possibleDirectives, settingsFor } from './message-settings.ts'
import type { ReadMessage } from './read-message.ts'

export interface TurnToCompose {
  readonly workspaceId: string
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
  readonly draft: Pick<TurnDraft, 'text' | 'attach' | 'guidance' | 'notices' | 'lasting' | 'settings'> &
    Required<Pick<TurnDraft, 'directives'>>
  readonly composed: ComposedMessage
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
  const { text, guidance } = composed
  return {
    draft: {
      text,
      guidance,
      notices: [...possible.notices, ...composed.notices],
      lasting: answering.notices,
      attach: parseAttachables([...defaults.pinned, ...attach, ...composed.attach]),
      settings,
      directives,
    },
    composed,
  }
}
