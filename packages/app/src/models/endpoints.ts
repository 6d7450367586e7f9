import type { EndpointView, KeyKeeping, ModelView } from '@varve/contract'
import {
  ADDED,
  type EndpointAnswer,
  endpointModel,
  findProvider,
  keyVariableOf,
  listEndpointModels,
  providerAt,
  tryEndpointModel,
} from '@varve/providers'
import { AppError } from '../app-error.ts'
import { refuseBaseUrl } from './check-base-url.ts'
import { parseKey } from './key-ring.ts'
import type { ModelRegistry } from './model-registry.ts'
import { modelView } from './model-view.ts'

/** The model itself may have to be loaded first. */
const PATIENCE_MILLISECONDS = 30_000

interface Models {
  readonly registry: ModelRegistry
}

export interface EndpointInput {
  readonly address: string
  readonly key?: string | undefined
  /** The provider of the table that the user chose. */
  readonly provider?: string | undefined
}

/** Asks an OpenAI-compatible address for its models. Nothing is kept. */
export async function checkEndpoint(context: Models, input: EndpointInput): Promise<EndpointView> {
  const { address, key } = await resolveEndpoint(context, input)
  const answer = await listEndpointModels(address, callOptions(context, key))
  if (answer.kind !== 'works') return answer
  const models = answer.models.map(({ id }) => id)
  // An address that anyone may read says nothing of the key: that is seen when the model is tried.
  return { kind: 'works', address: answer.baseUrl, models }
}

export interface AddModelInput extends EndpointInput {
  /** Its name in a request. */
  readonly model: string
  /** In memory where it is not said. */
  readonly keep?: KeyKeeping | undefined
}

/** Tries a model of an address, and adds it to the user's own where it answers. */
export async function addModel(context: Models, input: AddModelInput): Promise<ModelView> {
  const { registry } = context
  const { address, provider, key } = await resolveEndpoint(context, input)
  const options = callOptions(context, key)
  const listed = await listEndpointModels(address, options)
  const baseUrl = listed.kind === 'works' ? listed.baseUrl : address
  const tried = await tryEndpointModel({ baseUrl }, input.model, options)
  if (tried.kind !== 'works') throw new AppError('provider-failed', `${wordsOf(tried)} Nothing was saved.`)
  const known = listed.kind === 'works' ? listed.models.find(({ id }) => id === input.model) : undefined
  const model = endpointModel({ provider, baseUrl }, known ?? { id: input.model }, { hasKey: key !== '' })
  if (input.key !== undefined && key !== '')
    await (input.keep === 'sealed' ? registry.keys.seal(provider, key) : registry.keys.keep(provider, key))
  await registry.add(model)
  return modelView(model, registry.keys)
}

/** Takes a model out of the user's own. Its key stays until that is removed. */
export async function removeModel(
  { registry }: Models,
  { modelId }: { readonly modelId: string },
): Promise<void> {
  const model = (await registry.list()).find(({ id }) => id === modelId)
  if (model?.source !== ADDED) throw new AppError('model-unknown', `"${modelId}" is no model that was added.`)
  await registry.remove(modelId)
}

interface ResolvedEndpoint {
  readonly address: string
  readonly provider: string
  /** Empty where none is sent. */
  readonly key: string
}

async function resolveEndpoint(
  { registry }: Models,
  { address: typed, key, provider: wanted }: EndpointInput,
): Promise<ResolvedEndpoint> {
  const address = /^\w+:\/\//.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '') || address.includes('YOUR-'))
    throw new AppError('message-invalid', `"${typed}" is not an address such as https://host/v1.`)
  const refused = await refuseBaseUrl(address)
  if (refused !== undefined) throw new AppError('message-invalid', refused)
  const provider = providerAt(address, wanted)
  if (key !== undefined && key.trim() !== '') return { address, provider, key: parseKey(key) }
  // A key that Varve has goes to the address that it was given for, and to no other.
  const keyVariable = keyVariableOf(provider)
  const own = [findProvider(provider)?.address, ...(await addressesOf(registry, provider))]
  const isOwn = own.some((each) => each !== undefined && originOf(each) === originOf(address))
  return { address, provider, key: (isOwn && registry.keys.find({ provider, keyVariable })) || '' }
}

async function addressesOf(registry: ModelRegistry, provider: string): Promise<readonly string[]> {
  return (await registry.list()).filter((model) => model.provider === provider).map(({ baseUrl }) => baseUrl)
}

function originOf(address: string): string {
  return URL.parse(address)?.origin ?? ''
}

function callOptions({ registry }: Models, key: string) {
  return { key, fetch: registry.fetch, timeoutMs: PATIENCE_MILLISECONDS }
}

function wordsOf(answer: Exclude<EndpointAnswer, { readonly kind: 'works' }>): string {
  if (answer.kind === 'unreached') return answer.said
  const said = answer.said === '' ? '' : `: ${answer.said.replace(/(?<![.!])[.!]+$/, '')}`
  return `It answered ${answer.status}${said}.`
}
