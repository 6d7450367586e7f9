import {
  type Artifact,
  BudgetError,
  type Envelope,
  type ImageReference,
  type Plan,
  type State,
  step,
} from '@varve/engine'
import type { AttachRequest, Extraction } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import type { ChatModel } from '../chat-model.ts'
import type { ChatPlace } from '../require-chat.ts'
import { audienceOf } from '../models/audience-of.ts'
import { hydrate } from '../workspace/hydrate.ts'
import { refuseLocalOnly } from '../workspace/refuse-local-only.ts'
import { systemSections } from './contract.ts'
import { loadState } from './load-state.ts'
import { keptNotices } from './kept-notices.ts'
import { newVersions, observeFiles } from './observe-files.ts'

export interface TurnDraft extends ChatPlace {
  readonly turnId: string
  readonly at: number
  readonly text: string
  readonly attach: readonly AttachRequest[]
  /** The note that is open beside the chat. */
  readonly active?: string | undefined
  readonly remoteImages?: boolean | undefined
  readonly model: ChatModel
}

export interface PlannedTurn {
  readonly kind: 'planned'
  readonly number: number
  /** Before this turn, and with it open. */
  readonly before: State
  readonly state: State
  readonly envelope: Envelope
  readonly plan: Plan
  readonly attached: readonly Artifact[]
  /** Pictures of the message itself. */
  readonly images: readonly ImageReference[]
  /** The bytes of the pictures that came with the turn. */
  readonly pictures: Extraction['pictures']
  readonly forgotten: readonly string[]
  /** In words: what was named and could not be had, and kept files that are no longer what the model was given. */
  readonly notices: readonly string[]
}

export type PreparedTurn = PlannedTurn | { readonly kind: 'over-budget'; readonly error: BudgetError }

/** Reads what is attached and plans the request. Nothing is stored: sending and forecasting both begin here. */
export async function prepareTurn(context: AppContext, draft: TurnDraft): Promise<PreparedTurn> {
  const { workspaceId, chatId, turnId, at, text, model } = draft
  const audience = audienceOf(model)
  const extraction = await hydrate(context, { ...draft, audience })
  const { artifacts: attached } = extraction
  const { state, turnNumber, rebuilt } = await loadState(context, draft)
  const forgotten = await context.store.forgets.list(workspaceId, chatId)
  const renewed = new Set([...attached.map(({ key }) => key), ...forgotten])
  const kept = [...state.library].map(({ artifact }) => artifact).filter(({ key }) => !renewed.has(key))
  if (audience === 'cloud') await refuseLocalOnly(context, workspaceId, state)
  const files = await observeFiles(context, workspaceId, kept)
  const result = step(
    state,
    {
      kind: 'turn',
      turnId,
      at,
      text,
      sections: systemSections(),
      attach: attached.map((artifact) => ({ artifact })),
      images: extraction.images,
      models: [model.spec],
      observed: newVersions(files),
      forget: forgotten,
      ...(rebuilt ? { rebase: 'rebuilt' } : {}),
    },
    { memo: context.memo },
  )
  const [plan] = result.plans
  const [error] = result.failures
  if (!plan) return { kind: 'over-budget', error: error ?? noPlan(model) }
  const { envelope } = result
  const states = { before: state, state: result.state }
  const notices = [...extraction.warnings.map(({ message }) => message), ...keptNotices(files)]
  const { images, pictures } = extraction
  const outcome = { envelope, plan, attached, images, pictures, forgotten, notices }
  return { kind: 'planned', number: turnNumber + 1, ...states, ...outcome }
}

function noPlan({ spec }: ChatModel): BudgetError {
  const layers = { L1: 0, L2: 0, L3: 0, L4: 0, L5: 0 }
  return new BudgetError({ model: spec.id, needed: 0, budget: 0, layers, largest: [], actions: [] })
}
