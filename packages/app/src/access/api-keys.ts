import { createHash, randomBytes } from 'node:crypto'
import {
  type ApiKeyScope,
  type ApiKeyView,
  apiKeyScopeSchema,
  type CreateApiKeyRequest,
  type NewApiKeyView,
} from '@varve/contract'
import type { ApiKeyRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { DEMO_ID } from '../files/ensure-demo-workspace.ts'
import type { ActingKey } from '../acting.ts'

/** What clients of other services know as the form of a key, and what scanners find in a text. */
const PREFIX = 'sk-varve-'

const HINT_CHARACTERS = 4

/** Last use is recorded to the minute: a write for each request would be too much. */
const USED_MILLISECONDS = 60_000

type Ports = Pick<AppContext, 'store' | 'clock' | 'newId'>

/** Makes a key. It is given out here and never again: only its hash is kept. */
export async function createApiKey(
  { store, clock, newId }: Ports,
  { name, ...wanted }: CreateApiKeyRequest,
): Promise<NewApiKeyView> {
  const scope = apiKeyScopeSchema.parse(wanted)
  const known = new Set((await store.workspaces.list()).map(({ id }) => id))
  const missing = scope.workspaces?.find((id) => !known.has(id))
  if (missing !== undefined) throw new AppError('workspace-not-found', `There is no workspace "${missing}".`)
  const key = `${PREFIX}${randomBytes(32).toString('base64url')}`
  const place = { workspaceId: DEMO_ID, id: newId() }
  const hint = key.slice(-HINT_CHARACTERS)
  const record = { ...place, name: name.trim(), hash: hashOf(key), hint, scope, createdAt: clock.now() }
  await store.commit([store.apiKeys.insert(record)])
  return { key, apiKey: viewOf({ ...record, usedAt: undefined, revokedAt: undefined, spentUSD: 0 }) }
}

/** All of them, revoked ones included; the oldest first. */
export async function listApiKeys(
  { store }: Pick<Ports, 'store'>,
  _input: undefined,
): Promise<readonly ApiKeyView[]> {
  return (await store.apiKeys.list(DEMO_ID)).map(viewOf)
}

/** From now on it opens nothing. One that was revoked before stays as it is. */
export async function revokeApiKey(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { id }: { readonly id: string },
): Promise<ApiKeyView> {
  const find = async () => (await store.apiKeys.list(DEMO_ID)).find((one) => one.id === id)
  const known = await find()
  if (!known) throw new AppError('api-key-not-found', 'There is no such API key.')
  if (known.revokedAt !== undefined) return viewOf(known)
  await store.commit([store.apiKeys.revoke(known, clock.now())])
  return viewOf((await find()) ?? known)
}

/** What a key opens, if it opens anything. It is looked up each time, so that a revoked one is closed at once. */
export async function findApiKey(
  { store, clock, report }: Pick<AppContext, 'store' | 'clock' | 'report'>,
  key: string,
): Promise<ActingKey | undefined> {
  if (!key.startsWith(PREFIX)) return undefined
  const record = await store.apiKeys.find(hashOf(key))
  if (!record || record.revokedAt !== undefined) return undefined
  const now = clock.now()
  if (store.readOnly === undefined && now - (record.usedAt ?? -Infinity) >= USED_MILLISECONDS)
    await store
      .commit([store.apiKeys.use(record, now)])
      .catch((error: unknown) => report(`When an API key was last used is not kept: ${String(error)}`))
  const { workspaceId, id, hash } = record
  return { workspaceId, id, hash, scope: scopeOf(record) }
}

/** A key is 256 random bits and can't be guessed, so its hash needs no salt and no delay. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function scopeOf({ scope }: Pick<ApiKeyRecord, 'scope'>): ApiKeyScope {
  return apiKeyScopeSchema.parse(scope)
}

function viewOf(record: ApiKeyRecord): ApiKeyView {
  const { id, name, hint, spentUSD, createdAt, usedAt, revokedAt } = record
  return {
    id,
    name,
    hint,
    ...scopeOf(record),
    spentUSD,
    createdAt: new Date(createdAt).toISOString(),
    ...(usedAt === undefined ? {} : { usedAt: new Date(usedAt).toISOString() }),
    ...(revokedAt === undefined ? {} : { revokedAt: new Date(revokedAt).toISOString() }),
  }
}
