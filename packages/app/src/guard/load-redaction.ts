import type { RedactionMap } from '@varve/guard'
import { type Statement, StoreError, unpackJson } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import {
  isEmptyRedaction,
  NO_REDACTION,
  parseRedaction,
  printRedaction,
  type Redaction,
} from './redaction.ts'

/** What had been taken out when a turn was asked. Nothing is sent on where that cannot be read. */
export async function loadRedaction(
  context: AppContext,
  { workspaceId, chatId }: ChatPlace,
  turnId: string | undefined,
): Promise<Redaction> {
  if (turnId === undefined) return NO_REDACTION
  const { store, sealer } = context
  const sealed = await store.redactions.get({ workspaceId, turnId })
  if (!sealed) return NO_REDACTION
  if (sealed.length === 0) return { ...NO_REDACTION, guarded: true }
  let text: string
  try {
    text = await sealer.unseal(sealed, { workspaceId, name: sealName(chatId) })
  } catch (error) {
    const lost = isKeyLost(error) ? await lostRedaction(context, { workspaceId, turnId }) : undefined
    if (!lost) throw error
    return lost
  }
  const redaction = parseRedaction(text)
  if (!redaction) throw new AppError('data-corrupt', 'What was redacted in this chat cannot be read back.')
  return redaction
}

/** The write that keeps it with the turn. That nothing was found is no secret, and needs no key. */
export async function redactionStatements(
  { store, sealer }: AppContext,
  { workspaceId, chatId, turnId }: ChatPlace & { readonly turnId: string },
  redaction: Redaction,
): Promise<readonly Statement[]> {
  if (isEmptyRedaction(redaction))
    return redaction.guarded ? [store.redactions.put({ workspaceId, turnId, sealed: new Uint8Array() })] : []
  const sealed = await sealer.seal(printRedaction(redaction), { workspaceId, name: sealName(chatId) })
  return [store.redactions.put({ workspaceId, turnId, sealed })]
}

/** Binds what is sealed to its chat: under another one it does not open. */
function sealName(chatId: string): string {
  return `redaction:${chatId}`
}

/** What to put in place of placeholders for reading; without its key a chat is still shown. */
export async function loadPlaceholders(
  context: AppContext,
  place: ChatPlace,
  turnId: string | undefined,
): Promise<RedactionMap> {
  try {
    return (await loadRedaction(context, place, turnId)).state.values
  } catch (error) {
    context.report(`What was redacted in chat ${place.chatId} cannot be opened: ${String(error)}`)
    return {}
  }
}

/** Whether something was sealed with a key that is no longer there; one that is locked may come back. */
function isKeyLost(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'seal-foreign' || error.code === 'master-key-missing')
}

/**
 * Continues a conversation whose placeholder values can't be decrypted: each placeholder stays as it is, and
 * new values get other numbers. What passed the guard is unknown, so everything is scanned again. Undefined
 * if the texts as sent are lost too: then nothing may be sent.
 */
async function lostRedaction(
  { store }: AppContext,
  { workspaceId, turnId }: { readonly workspaceId: string; readonly turnId: string },
): Promise<Redaction | undefined> {
  const stored = await store.engineStates.ofTurn({ workspaceId, turnId })
  if (!stored) return undefined
  const { value, missing } = await unpackJson(stored.root, (hashes) =>
    store.objects.getMany(workspaceId, hashes),
  )
  if (missing.size > 0) return undefined
  const branch = await store.turns.branch({ workspaceId, headId: turnId })
  const answers = await store.answers.ofTurns(
    workspaceId,
    branch.map(({ id }) => id),
  )
  const said = answers.map(({ received, text, steps }) => ({ received, text, steps }))
  const found = placeholdersIn(JSON.stringify([value, said]))
  return {
    ...NO_REDACTION,
    state: { values: Object.fromEntries(found.map((placeholder) => [placeholder, placeholder])) },
    types: typesOf(found),
    lost: true,
  }
}

const PLACEHOLDER = /<<([A-Z][A-Z0-9_]*)_[1-9]\d{0,8}>>/g
/** Stands for what only looked like a placeholder. */
const LITERAL = 'LITERAL'

/** The placeholders of a text, each as often as it is there. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([placeholder]) => placeholder)
}

/** The types that placeholders were given for, each once. */
export function typesOf(placeholders: readonly string[]): readonly string[] {
  const types = placeholders.flatMap((one) => [...one.matchAll(PLACEHOLDER)].map(([, type = '']) => type))
  return [...new Set(types)].filter((type) => type !== LITERAL).sort()
}
