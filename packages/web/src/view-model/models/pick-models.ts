import type { ModelView } from '@varve/server/types'

export interface ModelWishes {
  /** Chosen for this chat; several answer side by side. */
  readonly chosen: readonly string[]
  /** The model of the agent of this chat, then those of its project: the first that can be asked. */
  readonly defined?: readonly string[]
  /** What answered last in this chat. */
  readonly answered: string | undefined
  /** The last choice in any chat, also of earlier visits. */
  readonly remembered: string | undefined
}

/**
 * Who answers next. A chat stays with its model even while that one cannot be asked, and where its model is
 * gone the first that leaves nothing of the chat to a stranger steps in: neither price nor place changes unasked.
 */
export function pickModels(models: readonly ModelView[], wishes: ModelWishes): readonly ModelView[] {
  const { chosen, defined = [], answered, remembered } = wishes
  const known = (id: string | undefined) => models.find((model) => model.id === id)
  const wanted = chosen.flatMap((id) => known(id) ?? [])
  if (wanted.length > 0) return wanted
  const own = defined.flatMap((id) => known(id) ?? []).find(({ ready }) => ready)
  if (own) return [own]
  const stays = known(answered)
  if (stays) return [stays]
  const last = answered === undefined ? known(remembered) : undefined
  if (last?.ready) return [last]
  const next = models.find(({ ready, location }) => ready && location !== 'cloud') ?? models[0]
  return next ? [next] : []
}
