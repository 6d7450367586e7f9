import type { BrowserView } from '@varve/contract'
import { apiRoot, storePageKey } from './address.ts'

/**
 * How a browser that signed in once by a link stays signed in when Varve restarts: it has a key that no script can
 * read, tells Varve the public half, and signs a challenge for a new session. Nothing that travels is of use to
 * another server that takes the same port while Varve is off.
 */
interface BrowserKey {
  readonly browser: string
  readonly privateKey: CryptoKey
}

const DATABASE = 'varve'
const STORE = 'browser'
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** Makes a key for this browser and tells Varve its public half. Where that isn't possible, links still sign in. */
export async function rememberBrowser(): Promise<void> {
  try {
    const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
    const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const response = await postJson(`${apiRoot()}/browsers`, { publicKey: { x, y } })
    if (!response.ok) return
    const { browser } = (await response.json()) as BrowserView
    await writeKey({ browser, privateKey: pair.privateKey })
  } catch (error) {
    console.info('This browser is signed in until Varve restarts.', error)
  }
}

let renewing: Promise<boolean> | undefined

/** Signs in again by the key of this browser; false where it has none, or Varve doesn't know it. One try for all calls. */
export function renewSession(): Promise<boolean> {
  renewing ??= renew()
    .catch(() => false)
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

async function renew(): Promise<boolean> {
  const key = await readKey()
  if (!key) return false
  const asked = await postJson('/sign-in', {})
  if (!asked.ok) return false
  const { challenge } = (await asked.json()) as { readonly challenge: string }
  const port = location.port === '' ? '80' : location.port
  const text = new TextEncoder().encode(`varve sign-in on port ${port}: ${challenge}`)
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, text)
  const signed = { browser: key.browser, challenge, signature: base64url(new Uint8Array(signature)) }
  const response = await postJson('/sign-in', { signed })
  if (!response.ok) return false
  const { pageKey } = (await response.json()) as { readonly pageKey: string }
  storePageKey(pageKey)
  return true
}

function postJson(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function readKey(): Promise<BrowserKey | undefined> {
  return run<BrowserKey | undefined>('readonly', (store) => store.get(STORE))
}

async function writeKey(key: BrowserKey): Promise<void> {
  await run('readwrite', (store) => store.put(key, STORE))
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB is unavailable.')))
  })
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = act(database.transaction(STORE, mode).objectStore(STORE))
      request.addEventListener('success', () => resolve(request.result as T))
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')))
    })
  } finally {
    database.close()
  }
}
