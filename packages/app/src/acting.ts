import { AsyncLocalStorage } from 'node:async_hooks'
import type { ApiKeyScope } from '@varve/contract'
import { AppError } from './app-error.ts'

/** The API key that a request came in with. */
export interface ActingKey {
  readonly workspaceId: string
  readonly id: string
  readonly hash: string
  readonly scope: ApiKeyScope
}

/** It goes along with whatever a request begins, its answers included, so that no action can forget to hand it on. */
const acting = new AsyncLocalStorage<ActingKey>()

export function actingWith<Result>(key: ActingKey, act: () => Result): Result {
  return acting.run(key, act)
}

export function actingKeyId(): string | undefined {
  return acting.getStore()?.id
}

export function mayEnter(workspaceId: string): boolean {
  const { workspaces } = acting.getStore()?.scope ?? {}
  return workspaces === undefined || workspaces.includes(workspaceId)
}

/** A workspace outside the scope of a key is not there for it. */
export function requireMayEnter(input: unknown): void {
  if (typeof input !== 'object' || input === null || !('workspaceId' in input)) return
  if (!mayEnter(String(input.workspaceId)))
    throw new AppError('workspace-not-found', 'There is no such workspace.')
}

/** A key that is bound by what a workspace allows does not loosen it. */
export function requireUnlimited(why: string): void {
  const { workspaces, models, limitUSD } = acting.getStore()?.scope ?? {}
  if (workspaces ?? models ?? limitUSD) throw new AppError('out-of-scope', `This API key is limited: ${why}`)
}

/** Files that models follow, and those that say what may leave. */
export function requireMayWrite(path: string): void {
  if (shapesChats(path)) requireUnlimited('it can’t change AGENTS.md and what is in Varve.')
}

/** Agents, skills, memory, instructions, rules of privacy: what later requests are made of. */
export function shapesChats(path: string): boolean {
  const name = path
    .normalize('NFC')
    .toLowerCase()
    .replace(/^(?:\.?\/)+/, '')
  return name === 'varve' || name.startsWith('varve/') || name === 'agents.md'
}

export function mayAsk(modelId: string): boolean {
  const { models } = acting.getStore()?.scope ?? {}
  return models === undefined || models.some((one) => isNamedBy(one, modelId))
}

/** `openai/*` names every model of OpenAI. */
function isNamedBy(pattern: string, modelId: string): boolean {
  return pattern.endsWith('*') ? modelId.startsWith(pattern.slice(0, -1)) : pattern === modelId
}

export function whyMayNotAsk(modelId: string): string | undefined {
  return mayAsk(modelId) ? undefined : `This API key may not ask "${modelId}".`
}

export function actingKey(): ActingKey | undefined {
  return acting.getStore()
}
