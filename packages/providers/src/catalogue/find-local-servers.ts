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

interface ListedModel {
  readonly name: string
  readonly window?: number
}

/** Model servers on this machine, on loopback only, with their models. A port where none answers in time is left out. */
export async function findLocalServers(options: FindOptions): Promise<readonly LocalServer[]> {
  const kinds: readonly LocalServerKind[] = ['ollama', 'lm-studio', 'llama-server']
  const found = await Promise.all(kinds.map((kind) => askServer(kind, options)))
  return found.filter((server) => server !== undefined)
}

async function askServer(kind: LocalServerKind, options: FindOptions): Promise<LocalServer | undefined> {
  const origin = `http://127.0.0.1:${options.ports?.[kind] ?? DEFAULT_PORTS[kind]}`
  const listed = await listModels(kind, origin, options)
  if (!listed) return undefined
  const baseUrl = kind === 'ollama' ? origin : `${origin}/v1`
  return { kind, baseUrl, models: listed.map((model) => localModel(kind, baseUrl, model)) }
}

const count = z.number().int().positive().optional()

const ollamaList = z
  .looseObject({ models: z.array(z.looseObject({ name: z.string().min(1) })) })
  .transform(({ models }): readonly ListedModel[] => models.map(({ name }) => ({ name })))

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

async function listModels(
  kind: LocalServerKind,
  origin: string,
  options: FindOptions,
): Promise<readonly ListedModel[] | undefined> {
  const path = kind === 'ollama' ? '/api/tags' : '/v1/models'
  try {
    const signal = AbortSignal.timeout(options.timeoutMs)
    const response = await options.fetch(`${origin}${path}`, { signal, redirect: 'error' })
    if (!response.ok) return undefined
    const parsed = (kind === 'ollama' ? ollamaList : openList).safeParse(await response.json())
    return parsed.data
  } catch {
    // Nothing listens there, or something else does: the ordinary case, and no error to the user.
    return undefined
  }
}

function localModel(kind: LocalServerKind, baseUrl: string, { name, window }: ListedModel): CatalogueModel {
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
    modalities: ['text'],
    tools: true,
    tokenizer: 'estimate',
    cache: { profile: 'ollama' },
    price: { input: 0, output: 0 },
    settings: {},
    textParts: false,
    asOf: '2026-11-15',
    source: window === undefined ? 'Listed by the server; window assumed' : 'Listed by the server',
  })
}
