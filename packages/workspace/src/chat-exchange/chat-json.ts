import { type Hash, hashText } from '@varve/engine/internal'
import type { ChatDocument } from '../chat-file/chat-document.ts'
import { parseJsonLine } from '../chat-file/json-line.ts'
import { checkChatDocument } from './check-chat-document.ts'
import { fieldOf, recordOf } from './untrusted.ts'

/** Raised when a field changes its meaning. */
const CHAT_JSON_VERSION = 1

export interface ChatJson {
  readonly document: ChatDocument
  /** Texts by hash that came along. */
  readonly objects: ReadonlyMap<Hash, string>
  /** Objects whose text is not what their hash names; they are left out. */
  readonly refused: readonly Hash[]
}

/** One conversation with every field, and the texts that it names by hash where they are given. */
export function printChatJson(
  document: ChatDocument,
  objects: ReadonlyMap<Hash, string> = new Map(),
): string {
  const whole = {
    format: 'varve-chat',
    version: CHAT_JSON_VERSION,
    conversation: document,
    ...(objects.size > 0 ? { objects: Object.fromEntries(objects) } : {}),
  }
  return `${JSON.stringify(whole, null, 2)}\n`
}

/** The inverse of `printChatJson`; what is not such a file is refused in words. */
export function parseChatJson(text: string): ChatJson | { readonly problem: string } {
  const parsed = parseJsonLine(text)
  if ('problem' in parsed) return { problem: `It is no JSON that can be read: ${parsed.problem}.` }
  const whole = recordOf(parsed.value)
  if (fieldOf(whole, 'format') !== 'varve-chat') return { problem: 'It has no "format": "varve-chat".' }
  const version = fieldOf(whole, 'version')
  if (version !== CHAT_JSON_VERSION)
    return { problem: `It has version ${String(version)}; this program reads ${CHAT_JSON_VERSION}.` }
  const checked = checkChatDocument(fieldOf(whole, 'conversation'))
  if ('problem' in checked) return checked
  const objects = new Map<Hash, string>()
  const refused: Hash[] = []
  for (const [hash, value] of Object.entries(recordOf(fieldOf(whole, 'objects')) ?? {})) {
    if (typeof value === 'string' && hashText(value) === hash) objects.set(hash, value)
    else refused.push(hash)
  }
  return { document: checked.document, objects, refused }
}
