import type { BrowserView } from '@varve/contract'
import { apiRoot, basePath, storedName, storePageKey } from './address.ts'

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
  const asked = await askSignIn()
  if (!asked) return false
  const { challenge } = asked
  const text = new TextEncoder().encode(`varve sign-in at ${location.origin}: ${challenge}`)
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, text)
  const signed = { browser: key.browser, challenge, signature: base64url(new Uint8Array(signature)) }
  return openSession(await postJson(signInAddress(), { signed }))
}

/** What there is to sign, and whether a password signs in as well. */
export async function askSignIn(): Promise<
  { readonly challenge: string; readonly hasPassword: boolean } | undefined
> {
  const response = await postJson(signInAddress(), {})
  return response.ok ? response.json() : undefined
}

/** Signs this browser in, and has Varve remember it. */
export async function signInByPassword(password: string): Promise<'signed-in' | 'wrong' | 'wait'> {
  const response = await postJson(signInAddress(), { password })
  if (!(await openSession(response))) return response.status === 429 ? 'wait' : 'wrong'
  await rememberBrowser()
  return 'signed-in'
}

async function openSession(response: Response): Promise<boolean> {
  if (!response.ok) return false
  const { pageKey } = (await response.json()) as { readonly pageKey: string }
  storePageKey(pageKey)
  return true
}

function signInAddress(): string {
  return `${basePath()}/sign-in`
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
    const opening = indexedDB.open(storedName(DATABASE), 1)
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
