import { z } from 'zod'
import { type CatalogueModel, catalogueModelSchema } from './catalogue-model.ts'

export type LocalServerKind = 'ollama' | 'lm-studio' | 'llama-server'

export interface LocalServer {
  readonly kind: LocalServerKind
  readonly baseUrl: string
  readonly models: readonly CatalogueModel[]
}

export interface FindOptions {
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
  /** Other ports than the default ones. */
  readonly ports?: Readonly<Partial<Record<LocalServerKind, number>>>
}

const DEFAULT_PORTS: Readonly<Record<LocalServerKind, number>> = {
  ollama: 11_434,
  'lm-studio': 1_234,
  'llama-server': 8_080,
}

/** Assumed where a server does not tell; most local models take more, few take less. */
const ASSUMED_WINDOW = 32_768

/**
 * Ollama reserves memory for the whole window that a request asks for, so a model's own (131,072 tokens and
 * more) would fill a laptop. A user with more memory raises `window` in the configuration.
 */
const LARGEST_OLLAMA_WINDOW = 32_768

interface ListedModel {
  readonly name: string
  readonly window?: number
  readonly vision?: boolean
  readonly tools?: boolean
  readonly passedOn?: boolean
}

/** Model servers on this machine, on loopback only, with their models. A port where none answers in time is left out. */
export async function findLocalServers(options: FindOptions): Promise<readonly LocalServer[]> {
  const kinds: readonly LocalServerKind[] = ['ollama', 'lm-studio', 'llama-server']
  const found = await Promise.all(kinds.map((kind) => askServer(kind, options)))
  return found.filter((server) => server !== undefined)
}

async function askServer(kind: LocalServerKind, options: FindOptions): Promise<LocalServer | undefined> {
  const origin = `http://127.0.0.1:${options.ports?.[kind] ?? DEFAULT_PORTS[kind]}`
  const found = await listModels(kind, origin, options)
  if (!found) return undefined
  const listed =
    kind === 'ollama' ? await Promise.all(found.map((model) => showModel(model, origin, options))) : found
  const baseUrl = kind === 'ollama' ? origin : `${origin}/v1`
  return { kind, baseUrl, models: listed.map((model) => localModel(kind, baseUrl, model)) }
}

const count = z.number().int().positive().optional()

const ollamaList = z
  .looseObject({
    models: z.array(z.looseObject({ name: z.string().min(1), remote_host: z.unknown().optional() })),
  })
  .transform(({ models }): readonly ListedModel[] =>
    models.map(({ name, remote_host: host }) => ({
      name,
      // Signed in, Ollama lists models of its service beside those that are here; their names say so too.
      passedOn: (host ?? '') !== '' || /[:-]cloud$/i.test(name),
    })),
  )

/** LM Studio's own list: with the context that a model was loaded with, and without models that write no answers. */
const studioList = z
  .looseObject({
    data: z.array(
      z.looseObject({
        id: z.string().min(1),
        type: z.string(),
        max_context_length: count,
        loaded_context_length: count,
        capabilities: z.array(z.string()).nullish(),
      }),
    ),
  })
  .transform(({ data }): readonly ListedModel[] =>
    data
      .filter(({ type }) => type === 'llm' || type === 'vlm')
      .map(({ id, type, loaded_context_length: loaded, max_context_length: most, capabilities }) => {
        const window = loaded ?? (most === undefined ? undefined : Math.min(most, ASSUMED_WINDOW))
        return {
          name: id,
          vision: type === 'vlm',
          ...(capabilities ? { tools: capabilities.includes('tool_use') } : {}),
          ...(window === undefined ? {} : { window }),
        }
      }),
  )

const openList = z
  .looseObject({
    data: z.array(
      z.looseObject({
        id: z.string().min(1),
        max_context_length: count,
        meta: z.looseObject({ n_ctx: count }).nullish(),
      }),
    ),
  })
  .transform(({ data }): readonly ListedModel[] =>
    data.map(({ id, max_context_length, meta }) => {
      const window = meta?.n_ctx ?? max_context_length
      return { name: id, ...(window === undefined ? {} : { window }) }
    }),
  )

const ollamaShow = z.looseObject({
  model_info: z.record(z.string(), z.unknown()).nullish(),
  capabilities: z.array(z.string()).nullish(),
})

/** What Ollama tells of one model beside its name; a server that does not tell is no fault. */
async function showModel(model: ListedModel, origin: string, options: FindOptions): Promise<ListedModel> {
  const body = JSON.stringify({ model: model.name })
  const { data } = ollamaShow.safeParse(
    await askJson(`${origin}/api/show`, options, { method: 'POST', body }),
  )
  if (!data) return model
  const told = Object.entries(data.model_info ?? {}).find(([name]) => name.endsWith('.context_length'))
  const window = count.safeParse(told?.[1]).data
  const can = data.capabilities
  return {
    ...model,
    ...(window === undefined ? {} : { window: Math.min(window, LARGEST_OLLAMA_WINDOW) }),
    ...(can ? { vision: can.includes('vision'), tools: can.includes('tools') } : {}),
  }
}

async function listModels(
  kind: LocalServerKind,
  origin: string,
  options: FindOptions,
): Promise<readonly ListedModel[] | undefined> {
  const own = kind === 'lm-studio' ? await askJson(`${origin}/api/v0/models`, options) : undefined
  const told = studioList.safeParse(own).data
  if (told) return told
  const path = kind === 'ollama' ? '/api/tags' : '/v1/models'
  const listed = await askJson(`${origin}${path}`, options)
  return (kind === 'ollama' ? ollamaList : openList).safeParse(listed).data
}

async function askJson(url: string, options: FindOptions, init: RequestInit = {}): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(options.timeoutMs)
    const response = await options.fetch(url, { ...init, signal, redirect: 'error' })
    return response.ok ? await response.json() : undefined
  } catch {
    // Nothing listens there, or something else does: the usual case, and no error.
    return undefined
  }
}

function localModel(kind: LocalServerKind, baseUrl: string, listed: ListedModel): CatalogueModel {
  const { name, window, vision = false, tools = true, passedOn = false } = listed
  const tokens = window ?? ASSUMED_WINDOW
  const output = Math.max(1, Math.min(4_096, Math.floor(tokens / 4)))
  return catalogueModelSchema.parse({
    id: `${kind}/${name.replace(/\s/g, '_')}`,
    name,
    provider: kind,
    wireModel: name,
    protocol: kind === 'ollama' ? 'ollama' : 'openai-chat',
    baseUrl,
    keyVariable: '',
    window: tokens,
    outputLimit: output,
    reservedOutput: output,
    modalities: vision ? ['text', 'image'] : ['text'],
    tools,
    tokenizer: 'estimate',
    cache: { profile: 'ollama' },
    price: { input: 0, output: 0 },
    settings: {},
    textParts: false,
    passedOn,
    asOf: '2026-11-15',
    source: window === undefined ? 'Listed by the server; window assumed' : 'Listed by the server',
  })
}
