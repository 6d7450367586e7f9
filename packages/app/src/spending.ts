import { priceUsage } from '@varve/engine'
import type { Statement, Store } from '@varve/store'
import { type ActingKey, actingKey, whyMayNotAsk } from './acting.ts'
import type { AppContext } from './app-context.ts'
import { AppError } from './app-error.ts'
import type { ChatModel } from './models/chat-model.ts'

/**
 * What calls under way will cost, by key and then by what they are made for. It is counted with what a key has spent, so
 * that requests at the same time can't pass its limit together.
 */
const held = new Map<string, Map<string, number>>()

/** An answer is seldom longer; its real length counts when it has ended. */
const EXPECTED_OUTPUT = 1000

/** Refuses a model that the key does not name, and any once its money is spent. */
export async function requireMayAsk(context: Pick<AppContext, 'store'>, modelId: string): Promise<void> {
  const why = whyMayNotAsk(modelId)
  if (why !== undefined) throw new AppError('out-of-scope', `${why} Nothing has been sent.`)
  await requireMoney(context)
}

interface MoneyToHold {
  /** Names what the money is for, such as an answer: its calls are held together. */
  readonly owner: string
  readonly model: ChatModel
  /** What it has cost so far, and what the next request is expected to cost. */
  readonly soFarUSD?: number
  readonly inputUSD: number
  readonly maxOutputTokens?: number | undefined
}

/** Sets aside what the next call of an owner will cost, or refuses it where the key's money is spent. */
export async function holdMoney(
  context: Pick<AppContext, 'store'>,
  { owner, model, soFarUSD = 0, inputUSD, maxOutputTokens = EXPECTED_OUTPUT }: MoneyToHold,
): Promise<void> {
  const key = actingKey()
  if (key?.scope.limitUSD === undefined) return
  const output = Math.min(maxOutputTokens, EXPECTED_OUTPUT)
  const answerUSD = priceUsage({ input: 0, cached: 0, written: 0, uncached: 0 }, model.spec.profile, output)
  await requireMoney(context, { owner, soFarUSD })
  const own = held.get(key.id) ?? new Map<string, number>()
  held.set(key.id, own.set(owner, soFarUSD + inputUSD + answerUSD))
}

/** To be called once the cost is stored with the key, or there is none. */
export function releaseMoney(owner: string): void {
  const key = actingKey()
  if (!key) return
  const own = held.get(key.id)
  if (own?.delete(owner) && own.size === 0) held.delete(key.id)
}

async function requireMoney(
  { store }: Pick<AppContext, 'store'>,
  { owner, soFarUSD }: { readonly owner?: string; readonly soFarUSD: number } = { soFarUSD: 0 },
): Promise<void> {
  const key = actingKey()
  const limit = key?.scope.limitUSD
  if (key === undefined || limit === undefined) return
  // What ends while the database is read counts on one side at least.
  const before = heldBy(key, owner)
  const { spentUSD = 0 } = (await store.apiKeys.find(key.hash)) ?? {}
  const underWay = Math.max(before, heldBy(key, owner)) + soFarUSD
  if (spentUSD + underWay < limit) return
  const more = underWay > 0 ? `, and $${money(underWay)} is reserved for requests in progress` : ''
  throw new AppError(
    'spending-limit',
    `This API key has spent $${money(spentUSD)} of its $${money(limit)}${more}. Nothing has been sent.`,
  )
}

/** Without what is held for this owner itself. */
function heldBy({ id }: ActingKey, owner: string | undefined): number {
  return [...(held.get(id) ?? [])].reduce((sum, [name, costUSD]) => (name === owner ? sum : sum + costUSD), 0)
}

/** Cents, and more places for amounts below one. */
function money(amount: number): string {
  return amount === 0 || amount >= 0.01 ? amount.toFixed(2) : amount.toPrecision(2)
}

/** What a call cost counts for the key that it was made with. */
export function spendStatements({ apiKeys }: Pick<Store, 'apiKeys'>, costUSD = 0): readonly Statement[] {
  const key = actingKey()
  return key && costUSD > 0 ? [apiKeys.spend(key, costUSD)] : []
}
