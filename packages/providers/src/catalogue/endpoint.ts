import { z } from 'zod'
import { type CatalogueModel, catalogueModelSchema } from './catalogue-model.ts'
import { findProvider, PROVIDERS } from './default-catalogue.ts'

/** An address that speaks OpenAI's chat completions, and who is behind it. */
export interface Endpoint {
  readonly provider: string
  /** Where `/models` and `/chat/completions` are. */
  readonly baseUrl: string
}

/** A model as an address lists it; what it doesn't tell is unknown. */
export interface ListedModel {
  readonly id: string
  readonly window?: number
  /** US dollars for a million tokens. */
  readonly price?: { readonly input: number; readonly output: number }
}

/** The response of an address, in its own words if any. Never contains a key. */
export type EndpointAnswer =
  | { readonly kind: 'works'; readonly baseUrl: string; readonly models: readonly ListedModel[] }
  | { readonly kind: 'refused'; readonly status: number; readonly said: string }
  | { readonly kind: 'unreached'; readonly said: string }

export interface EndpointOptions {
  /** Empty where none is needed. */
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
}

/** Assumed where an address doesn't tell: most models take as much, few take less. */
const ASSUMED_WINDOW = 32_768
const LONGEST_ANSWER = 300
const MILLION = 1_000_000

/** The provider for an address: a row of the table, else named after its host. */
export function providerAt(address: string, wanted?: string): string {
  const { host, hostname } = new URL(address)
  const known = PROVIDERS.find(({ address: own }) => own !== undefined && new URL(own).host === host)
  if (known) return known.id
  // Some have an address of their own for each customer.
  if (wanted !== undefined && findProvider(wanted)?.address?.includes('YOUR-')) return wanted
  const name = /^(?:localhost|127\.|\[)/.test(hostname) ? host : hostname.replace(/^(?:api|www)\./, '')
  return name.replace(/[^a-z0-9.-]+/g, '-').replace(/^[^a-z0-9]+/, '')
}

/** Lists the models of an address; if there are none, also tries `/v1`. */
export async function listEndpointModels(address: string, options: EndpointOptions): Promise<EndpointAnswer> {
  const base = address.replace(/(?<!\/)\/+$/, '').replace(/\/(?:chat\/completions|models)$/, '')
  const first = await askModels(base, options)
  if (first.kind !== 'refused' || first.status !== 404 || /\/v\d+$/.test(base)) return first
  const second = await askModels(`${base}/v1`, options)
  return second.kind === 'works' ? second : first
}

/** Has a model say a word: then address, key and model are right. */
export async function tryEndpointModel(
  { baseUrl }: Pick<Endpoint, 'baseUrl'>,
  model: string,
  options: EndpointOptions,
): Promise<EndpointAnswer> {
  const messages = [{ role: 'user', content: 'Reply with the word ok.' }]
  // Not every server knows every name of the limit.
  for (const limit of [{ max_tokens: 16 }, {}]) {
    const body = JSON.stringify({ model, messages, ...limit })
    const answer = await ask(`${baseUrl}/chat/completions`, options, { method: 'POST', body })
    if (answer.kind === 'refused' && answer.status === 400 && /max_tokens/.test(answer.said)) continue
    return answer.kind === 'works' ? { kind: 'works', baseUrl, models: [{ id: model }] } : answer
  }
  return { kind: 'refused', status: 400, said: 'The model takes no limit for its output.' }
}

/** A model of an address as the catalogue has it. */
export function endpointModel(
  { provider, baseUrl }: Endpoint,
  { id, window, price }: ListedModel,
  { hasKey, name = id }: { readonly hasKey: boolean; readonly name?: string },
): CatalogueModel {
  const tokens = window ?? ASSUMED_WINDOW
  const output = Math.max(1, Math.min(8_192, Math.floor(tokens / 4)))
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(baseUrl).hostname)
  return catalogueModelSchema.parse({
    id: `${provider}/${id.replace(/\s/g, '_')}`,
    name,
    provider,
    wireModel: id,
    protocol: 'openai-chat',
    baseUrl,
    keyVariable: hasKey ? keyVariableOf(provider) : '',
    window: tokens,
    outputLimit: output,
    reservedOutput: output,
    modalities: ['text'],
    tools: true,
    tokenizer: 'estimate',
    cache: { profile: 'openai' },
    price: price ?? { input: 0, output: 0 },
    unknown: [
      ...(window === undefined ? (['window'] as const) : []),
      // What runs on this machine costs nothing.
      ...(price === undefined && !(isHere && !hasKey) ? (['price'] as const) : []),
    ],
    settings: {},
    textParts: false,
    asOf: '2026-11-15',
    source: ADDED,
  })
}

/** Where a model comes from that the user added. */
export const ADDED = 'Added by the user'

/** Where the key of a provider is looked for in the environment. */
export function keyVariableOf(provider: string): string {
  return (
    findProvider(provider)?.keyVariable ?? `${provider.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_API_KEY`
  )
}

const count = z.number().int().positive().optional().catch(undefined)
const perToken = z.coerce.number().nonnegative().optional().catch(undefined)

const list = z.looseObject({
  data: z.array(
    z
      .looseObject({
        id: z.string().min(1),
        context_length: count,
        context_window: count,
        max_model_len: count,
        max_context_length: count,
        pricing: z.looseObject({ prompt: perToken, completion: perToken }).optional().catch(undefined),
      })
      .transform(({ id, pricing, ...sizes }): ListedModel => {
        const window =
          sizes.context_length ?? sizes.context_window ?? sizes.max_model_len ?? sizes.max_context_length
        const { prompt, completion } = pricing ?? {}
        const price =
          prompt === undefined || completion === undefined
            ? undefined
            : { input: prompt * MILLION, output: completion * MILLION }
        return { id, ...(window === undefined ? {} : { window }), ...(price ? { price } : {}) }
      }),
  ),
})

async function askModels(baseUrl: string, options: EndpointOptions): Promise<EndpointAnswer> {
  const answer = await ask(`${baseUrl}/models`, options)
  if (answer.kind !== 'works') return answer
  const models = list.safeParse(answer.body).data?.data
  if (!models) return { kind: 'refused', status: 404, said: 'It answered, but not with a list of models.' }
  return { kind: 'works', baseUrl, models: models.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

type Heard =
  | { readonly kind: 'works'; readonly body: unknown }
  | Exclude<EndpointAnswer, { readonly kind: 'works' }>

async function ask(url: string, options: EndpointOptions, init: RequestInit = {}): Promise<Heard> {
  const { key, fetch, timeoutMs } = options
  try {
    const response = await fetch(url, {
      ...init,
      headers: {
        accept: 'application/json',
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    const text = await response.text()
    const body = parseJson(text)
    if (response.ok && body !== undefined) return { kind: 'works', body }
    return { kind: 'refused', status: response.status, said: wordsIn(body, text, key) }
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    return { kind: 'unreached', said: isSlow ? 'It took too long to answer.' : 'Nothing answered there.' }
  }
}

const refusal = z.union([
  z.looseObject({ error: z.looseObject({ message: z.string() }) }).transform(({ error }) => error.message),
  z.looseObject({ error: z.string() }).transform(({ error }) => error),
  z.looseObject({ message: z.string() }).transform(({ message }) => message),
  z.looseObject({ detail: z.string() }).transform(({ detail }) => detail),
])

/** Some repeat the key in what they say. */
function wordsIn(body: unknown, text: string, key: string): string {
  const said = refusal.safeParse(body).data ?? (text.startsWith('<') ? '' : text)
  const safe = key === '' ? said : said.replaceAll(key, '[removed]')
  // Also the ends of it, as some show them.
  const parts = key.length >= 12 ? [key.slice(0, 8), key.slice(-6)] : []
  const bare = parts.reduce((words, part) => words.replaceAll(part, '[removed]'), safe)
  return bare
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_ANSWER)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
