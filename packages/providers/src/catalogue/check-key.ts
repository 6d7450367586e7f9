import { z } from 'zod'
import type { CatalogueModel } from './catalogue-model.ts'
import { findProvider } from './default-catalogue.ts'

/** What a provider says about a key, without calling a model. */
export type KeyCheck =
  /** With how many models it lists for it, where it does. */
  | { readonly kind: 'works'; readonly models?: number }
  | { readonly kind: 'refused' }
  /** Its answer tells nothing of the key, as where anyone may ask. */
  | { readonly kind: 'untold' }
  /** It did not answer. */
  | { readonly kind: 'unreached' }

export interface KeyCheckOptions {
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
}

type Place = Pick<CatalogueModel, 'provider' | 'protocol' | 'baseUrl'>

/**
 * Asks a provider for its models with a key, and without one: a list that anyone is given says nothing of the key.
 * Nothing of what it answers is passed on, since some repeat the key.
 */
export async function checkProviderKey(place: Place, options: KeyCheckOptions): Promise<KeyCheck> {
  const [withKey, without] = await Promise.all([
    askFor(place, options),
    askFor(place, { ...options, key: '' }),
  ])
  if (!withKey) return { kind: 'unreached' }
  if (withKey.refused) return { kind: 'refused' }
  if (!withKey.ok || !without || without.ok) return { kind: 'untold' }
  return { kind: 'works', ...(withKey.models === undefined ? {} : { models: withKey.models }) }
}

interface Told {
  readonly ok: boolean
  readonly refused: boolean
  readonly models: number | undefined
}

const listed = z.union([
  z.looseObject({ data: z.array(z.unknown()) }).transform(({ data }) => data.length),
  z.looseObject({ models: z.array(z.unknown()) }).transform(({ models }) => models.length),
])

async function askFor(place: Place, { key, fetch, timeoutMs }: KeyCheckOptions): Promise<Told | undefined> {
  try {
    const response = await fetch(addressOf(place), {
      headers: { accept: 'application/json', ...headersOf(place, key) },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    const text = await response.text()
    return {
      ok: response.ok,
      refused: isRefusal(response.status, text),
      models: response.ok ? listed.safeParse(parseJson(text)).data : undefined,
    }
  } catch {
    // No network, no such host, or too slow: whichever it is, the key is not known to be wrong.
    return undefined
  }
}

/** Google and xAI say it with 400. A 403 may be a key that may answer and not list. */
function isRefusal(status: number, text: string): boolean {
  return status === 401 || (status === 400 && /api[ _-]?key/i.test(text))
}

function addressOf({ provider, protocol, baseUrl }: Place): string {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  const keyPath = findProvider(provider)?.keyPath
  if (keyPath !== undefined) return `${base}${keyPath}`
  if (protocol === 'anthropic') return `${base}/models?limit=1000`
  return protocol === 'gemini' ? `${base}/models?pageSize=1000` : `${base}/models`
}

function headersOf({ protocol }: Place, key: string): Readonly<Record<string, string>> {
  if (protocol === 'anthropic')
    return { 'anthropic-version': '2023-06-01', ...(key === '' ? {} : { 'x-api-key': key }) }
  if (key === '') return {}
  return protocol === 'gemini' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
