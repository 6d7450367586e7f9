import {
  type Artifact,
  type ArtifactKey,
  type Attachment,
  createMemo,
  createState,
  estimateTokenizer,
  messagesOf,
  type ModelSpec,
  parseState,
  type Plan,
  serializeState,
  type State,
  step,
  type StepResult as EngineStep,
  type Tokenizer,
} from '@varve/engine'
import { hashBytes, type ImageReference, type Prediction } from '@varve/engine/internal'
import {
  type CatalogueModel,
  cacheProfileOf,
  type LoadedImages,
  type Loss,
  modelSpecOf,
  placeLoadedCall,
  readImageSize,
  toBase64,
} from '@varve/providers/convert'
import type { LanguageModel, ModelMessage, PrepareStepFunction, SystemModelMessage, ToolSet } from 'ai'
import type { PromptImage } from './attachments.ts'
import { ContextError } from './context-error.ts'
import { type Forecast, forecastCall, type Memories, parseMemories } from './forecast.ts'
import { type ModelFacts, modelOf } from './model-of.ts'
import { type AnswerResult, readSteps, type ReadStep, type ResponseMessage } from './read-steps.ts'
import { buildReport, type TurnReport } from './report.ts'
import { type ProviderOptions, type Prompt, toPrompt } from './to-prompt.ts'
import { defineTools } from './tools.ts'

export interface ContextOptions {
  /** What stays the same for the whole conversation. */
  readonly system?: string
  /** Names the conversation, also to providers that keep one cache for each. */
  readonly id?: string
  /** Default: an estimate. `o200kTokenizer` of `@varve/engine/tokenizer-o200k` counts exactly for OpenAI. */
  readonly tokenizer?: Tokenizer
  /** How long Anthropic keeps what is marked; an hour costs more to write. Default: `5m`. */
  readonly lifetime?: '5m' | '1h'
  /** Milliseconds since 1970. Default: the clock of the machine. */
  readonly now?: () => number
}

export interface TurnOptions<Tools extends ToolSet = ToolSet> {
  readonly model: LanguageModel
  readonly prompt: string
  /** Notes, files, pages. They stay in the conversation until you forget them. */
  readonly attach?: readonly (Artifact | Attachment)[]
  readonly images?: readonly PromptImage[]
  readonly tools?: Tools
  /** Keys of attachments that should go. */
  readonly forget?: readonly ArtifactKey[]
  /** Text for this turn only, such as the current time: it never disturbs the cached part. */
  readonly guidance?: string
  /** Default: kept free for the answer as the model's row says. */
  readonly maxOutputTokens?: number
  /** What you know better than the built-in catalogue. */
  readonly facts?: ModelFacts
  /** Added to those that the context sets itself. */
  readonly providerOptions?: ProviderOptions
}

/** Hand it to `streamText` or `generateText`, with anything else that you want to say. */
export interface TurnRequest<Tools extends ToolSet = ToolSet> {
  readonly model: LanguageModel
  readonly instructions: SystemModelMessage[]
  readonly messages: ModelMessage[]
  readonly tools?: Tools
  readonly providerOptions: ProviderOptions
  readonly maxOutputTokens?: number
  /** Plans each call of a tool loop anew, so that the marks move on with it. */
  readonly prepareStep: PrepareStepFunction<Tools>
}

export interface Turn<Tools extends ToolSet = ToolSet> {
  readonly request: TurnRequest<Tools>
  /** What the first call will send, layer by layer, and why it differs from the one before. */
  readonly plan: Plan
  /** What the first call will use and cost. */
  readonly predicted: Prediction
  /** What the model cannot take, with the reason. */
  readonly losses: readonly Loss[]
  /** Puts answer, tool steps and usage into the context. Until then the context has not changed. */
  readonly done: (result: AnswerResult) => Promise<TurnReport>
}

/** A conversation that builds each request so that the provider's cache keeps hitting. */
export interface Context {
  readonly id: string
  /** @throws BudgetError where the essential does not fit the model's window. */
  readonly turn: <Tools extends ToolSet = ToolSet>(options: TurnOptions<Tools>) => Turn<Tools>
  /** Plain JSON. */
  readonly save: () => SavedContext
}

export interface SavedContext {
  readonly version: 1
  readonly system: string
  readonly root: unknown
  readonly objects: Readonly<Record<string, string>>
  /** Base64 by hash. */
  readonly images: Readonly<Record<string, string>>
  readonly memories: unknown
}

/** A new conversation. */
export function createContext(options: ContextOptions = {}): Context {
  const { id = `context-${crypto.randomUUID()}`, system = '' } = options
  const state = createState({ conversationId: id })
  return new LayeredContext({ state, system, images: new Map(), memories: {} }, options)
}

/**
 * The conversation as it was saved: its next request has the same bytes as if it had never been closed.
 *
 * @throws ContextError `bad-save`
 */
export function restore(saved: SavedContext, options: Omit<ContextOptions, 'id'> = {}): Context {
  const objects = new Map(Object.entries(saved.objects))
  const parsed = parseState(saved.root, (hash) => objects.get(hash))
  if (parsed.kind !== 'state')
    throw new ContextError('bad-save', `The saved context cannot be read: ${parsed.reason}`)
  const images = new Map(Object.entries(saved.images).map(([hash, text]) => [hash, bytesOf(text)]))
  const { state } = parsed
  const memories = parseMemories(saved.memories)
  return new LayeredContext({ state, system: options.system ?? saved.system, images, memories }, options)
}

interface Parts {
  readonly state: State
  readonly system: string
  readonly images: Map<string, Uint8Array>
  readonly memories: Memories
}

class LayeredContext implements Context {
  readonly #options: ContextOptions
  readonly #system: string
  readonly #tokenizer: Tokenizer
  readonly #memo = createMemo()
  readonly #images: Map<string, Uint8Array>
  #state: State
  #memories: Memories

  constructor({ state, system, images, memories }: Parts, options: ContextOptions) {
    this.#state = state
    this.#system = system
    this.#images = images
    this.#memories = memories
    this.#options = options
    this.#tokenizer = options.tokenizer ?? estimateTokenizer()
  }

  get id(): string {
    return this.#state.conversationId
  }

  turn<Tools extends ToolSet>(options: TurnOptions<Tools>): Turn<Tools> {
    const before = this.#state
    const catalogue = this.#modelOf(options)
    const model = this.#specOf(catalogue)
    const tools = defineTools(options.tools)
    const turnId = `turn-${before.history.length + 1}`
    const at = this.#now()
    const asked = step(
      before,
      {
        kind: 'turn',
        turnId,
        at,
        text: options.prompt,
        sections: this.#system === '' ? [] : [{ id: 'contract', text: this.#system }],
        models: [model],
        tools: tools.definitions,
        attach: (options.attach ?? []).map((one) => ('artifact' in one ? one : { artifact: one })),
        images: (options.images ?? []).map((image) => this.#keepImage(image)),
        ...(options.forget ? { forget: options.forget } : {}),
        ...(options.guidance === undefined ? {} : { guidance: options.guidance }),
      },
      { memo: this.#memo },
    )
    const folded = new FoldedTurn(asked, {
      turnId,
      at,
      model,
      catalogue,
      memories: this.#memories,
      memo: this.#memo,
      now: () => this.#now(),
    })
    const first = this.#write(folded.plan(0), catalogue)
    const providerOptions = merge(first.prompt.providerOptions, options.providerOptions)
    const request: TurnRequest<Tools> = {
      model: options.model,
      instructions: first.prompt.instructions,
      messages: first.prompt.messages,
      ...(options.tools ? { tools: tools.sorted as Tools } : {}),
      providerOptions,
      ...outputLimit(options, catalogue),
      prepareStep: ({ stepNumber, responseMessages }) => {
        if (stepNumber === 0) return undefined
        const plan = folded.continueWith(readSteps(responseMessages).slice(0, stepNumber))
        const { instructions, messages } = this.#write(plan, catalogue).prompt
        return { instructions, messages }
      },
    }
    return {
      request,
      plan: folded.plan(0),
      predicted: folded.forecasts[0]?.predicted ?? folded.plan(0).predicted,
      losses: first.losses,
      done: async (result) => {
        const messages: readonly ResponseMessage[] | undefined = await result.responseMessages
        if (messages === undefined)
          throw new ContextError(
            'wrong-sdk',
            'The result has no "responseMessages". Install version 7 of "ai": npm install ai@7',
          )
        const steps = readSteps(messages)
        const usage = (await result.steps).map((one) => one.usage)
        const state = folded.answer(steps)
        if (this.#state !== before)
          throw new ContextError(
            'stale-turn',
            'This turn cannot be finished: the context has moved on since it began. Ask again with a new turn.',
          )
        this.#state = state
        this.#memories = folded.forecasts.at(-1)?.memories ?? this.#memories
        const { calls } = folded
        return buildReport({ steps, usage, calls, model: catalogue, losses: first.losses })
      },
    }
  }

  save(): SavedContext {
    const { root, objects } = serializeState(this.#state)
    const images = [...this.#images].map(([hash, bytes]) => [hash, toBase64(bytes)])
    return {
      version: 1,
      system: this.#system,
      root,
      objects: Object.fromEntries(objects),
      images: Object.fromEntries(images),
      memories: this.#memories,
    }
  }

  #modelOf({ model, facts, maxOutputTokens }: Pick<TurnOptions, 'model' | 'facts' | 'maxOutputTokens'>) {
    const row = modelOf(model, facts)
    return maxOutputTokens === undefined ? row : { ...row, reservedOutput: maxOutputTokens }
  }

  #specOf(catalogue: CatalogueModel): ModelSpec {
    const { lifetime = '5m' } = this.#options
    return { ...modelSpecOf(catalogue, this.#tokenizer), profile: cacheProfileOf(catalogue, { lifetime }) }
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }

  #write(plan: Plan, model: CatalogueModel): { readonly prompt: Prompt; readonly losses: readonly Loss[] } {
    const cache = {
      key: this.id,
      marks: plan.marks,
      longMarks: this.#options.lifetime === '1h' ? plan.marks.length : 0,
    }
    const images: LoadedImages = this.#images
    const call = placeLoadedCall({ model, messages: messagesOf(plan), tools: plan.tools, cache }, images)
    return { prompt: toPrompt(call), losses: call.losses }
  }

  #keepImage({ data, mediaType, name = 'image' }: PromptImage): ImageReference {
    const bytes = typeof data === 'string' ? bytesOf(data) : data
    const hash = hashBytes(bytes)
    this.#images.set(hash, bytes)
    return { hash, mediaType, name, ...readImageSize(toBase64(bytes)) }
  }
}

interface FoldOptions {
  readonly turnId: string
  readonly at: number
  readonly model: ModelSpec
  readonly catalogue: CatalogueModel
  readonly memories: Memories
  readonly memo: ReturnType<typeof createMemo>
  readonly now: () => number
}

/** One turn, call by call. The same steps may come twice, where a request is sent again. */
class FoldedTurn {
  readonly #options: FoldOptions
  /** After the turn was asked, and after each step with tools. */
  #folded: readonly [EngineStep, ...EngineStep[]]
  /** Of each call. */
  forecasts: readonly Forecast[]

  constructor(asked: EngineStep, options: FoldOptions) {
    this.#options = options
    this.#folded = [asked]
    this.forecasts = [forecastCall(this.plan(0), options)]
  }

  get calls(): readonly { readonly plan: Plan; readonly predicted: Prediction }[] {
    return this.forecasts.map(({ predicted }, index) => ({ plan: this.plan(index), predicted }))
  }

  /** @throws BudgetError */
  plan(index: number): Plan {
    const { plans, failures } = this.#folded[index] ?? {}
    const [plan] = plans ?? []
    if (plan) return plan
    throw failures?.[0] ?? new RangeError(`The turn has no call ${index + 1}.`)
  }

  /** The plan of the call that follows these steps. */
  continueWith(steps: readonly ReadStep[]): Plan {
    const count = steps.length
    const made = steps[count - 1]
    const state = this.#folded[count - 1]?.state
    if (!made || !state) throw new RangeError(`The turn has no call ${count}.`)
    const at = this.#options.now()
    const [asked, ...later] = this.#folded
    this.#folded = [asked, ...later.slice(0, count - 1), this.#continue(state, made, at)]
    const memories = this.forecasts[count - 1]?.memories ?? this.#options.memories
    const forecast = forecastCall(this.plan(count), { ...this.#options, memories, at })
    this.forecasts = [...this.forecasts.slice(0, count), forecast]
    return this.plan(count)
  }

  /** The state after the whole turn. */
  answer(steps: readonly ReadStep[]): State {
    const { turnId, model, now } = this.#options
    const last = steps.at(-1)
    const isAnswered = last !== undefined && last.exchanges.length === 0
    const withTools = isAnswered ? steps.slice(0, -1) : steps
    const [asked] = this.#folded
    let { state } = asked
    let sent = state
    for (const [index, made] of withTools.entries()) {
      const known = this.#folded[index + 1]
      // Results that no call took back were sent nowhere: the provider holds what it held before.
      if (known) sent = known.state
      state = (known ?? this.#continue(state, made, now())).state
    }
    const { text, reasoning } = isAnswered ? last : { text: '' }
    const answers = [{ model: model.id, text, ...(reasoning ? { reasoning } : {}) }]
    const closed = step(
      { ...state, caches: sent.caches },
      { kind: 'answer', turnId, at: now(), answers, chosen: model.id },
    )
    return closed.state
  }

  #continue(state: State, made: ReadStep, at: number): EngineStep {
    const { turnId, model, memo } = this.#options
    return step(state, { kind: 'continue', turnId, at, model, step: made }, { memo })
  }
}

/** Anthropic must be given a limit: the one that the plan kept free, so that prompt and answer fit together. */
function outputLimit(
  { maxOutputTokens }: Pick<TurnOptions, 'maxOutputTokens'>,
  { protocol, reservedOutput }: CatalogueModel,
): { readonly maxOutputTokens?: number } {
  if (maxOutputTokens !== undefined) return { maxOutputTokens }
  return protocol === 'anthropic' ? { maxOutputTokens: reservedOutput } : {}
}

function merge(own: ProviderOptions, more: ProviderOptions = {}): ProviderOptions {
  const names = new Set([...Object.keys(own), ...Object.keys(more)])
  return Object.fromEntries([...names].map((name) => [name, { ...own[name], ...more[name] }]))
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
