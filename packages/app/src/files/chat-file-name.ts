import type { Hash } from '@varve/engine/internal'
import { hashText } from '@varve/engine/internal'

export const CHATS_FOLDER = 'Varve/chats'
const CHAT_FILE = new RegExp(`^${CHATS_FOLDER}/[^/]+\\.md$`)

export function isChatFile(path: string): boolean {
  return CHAT_FILE.test(path)
}

const LONGEST_TITLE = 48
const LONGEST_ID = 8

/** The name of a chat's note: its title in what every disk and every link can hold, and enough of its id. */
export function chatFileName(chat: { readonly id: string; readonly title: string }, count = 1): string {
  const words = Array.from(plainTitle(chat.title))
    .slice(0, LONGEST_TITLE)
    .join('')
    .trimEnd()
    .replace(/(?<!\.)\.+$/, '')
  const again = count === 1 ? '' : ` ${count}`
  return `${CHATS_FOLDER}/${words === '' ? 'Chat' : words} ${shortId(chat.id)}${again}.md`
}

function plainTitle(title: string): string {
  return title
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{C}\\/:*?"<>|#^[\]]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[ .]+/, '')
}

/** The end of an id: where ids are made of times, it is what differs. */
function shortId(id: string): Hash {
  const plain = /^[0-9A-Za-z-]+$/.test(id) ? id.replaceAll('-', '') : hashText(id)
  return plain.slice(-LONGEST_ID).toLowerCase()
}
