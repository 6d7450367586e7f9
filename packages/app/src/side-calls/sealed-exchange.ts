import type { AppContext } from '../app-context.ts'

/** What was sent and what came back. */
export interface Exchange {
  readonly request: string
  readonly answer: string
}

interface SealedAt {
  readonly workspaceId: string
  readonly id: string
}

/** More than this of a request or an answer is not kept. */
const MOST_CHARACTERS = 400_000

export function sealExchange(
  { sealer }: AppContext,
  { workspaceId, id }: SealedAt,
  { request, answer }: Exchange,
): Promise<Uint8Array> {
  const bounded = { request: boundText(request), answer: boundText(answer) }
  return sealer.seal(JSON.stringify(bounded), { workspaceId, name: `side call:${id}` })
}

/** Undefined where it was deleted, or cannot be opened with the key of this machine: then that is reported. */
export async function unsealExchange(
  { sealer, report }: AppContext,
  { workspaceId, id, sealed }: SealedAt & { readonly sealed: Uint8Array | undefined },
): Promise<Exchange | undefined> {
  if (!sealed) return undefined
  try {
    return JSON.parse(await sealer.unseal(sealed, { workspaceId, name: `side call:${id}` })) as Exchange
  } catch (error) {
    report(`What was said in side call ${id} cannot be opened: ${String(error)}`)
    return undefined
  }
}

/** A text as far as it is kept. */
export function boundText(text: string): string {
  const wellFormed = text.toWellFormed()
  if (wellFormed.length <= MOST_CHARACTERS) return wellFormed
  const left = wellFormed.length - MOST_CHARACTERS
  return `${wellFormed.slice(0, MOST_CHARACTERS).toWellFormed()}\n[${left} more characters were not kept]`
}
