import { readSetting, writeSetting } from '../parts/setting.ts'
import { NEW_CHAT } from './workbench-state.ts'

type Models = Readonly<Record<string, readonly string[]>>

/** Of so many chats the choice is remembered, those in which several were chosen last. */
const MOST_CHATS = 100

/** Who was chosen to answer side by side, by chat. */
export function readModels(): Models {
  return parseModels(readSetting('varve.chat-models'))
}

/** Another tab may have remembered others meanwhile: only what has changed is written. */
export function rememberModels(before: Models, now: Models): void {
  if (before === now) return
  const known = readSetting('varve.chat-models')
  const next = printModels(parseModels(known), changedModels(before, now))
  if (next !== known) writeSetting('varve.chat-models', next)
}

/** What was stored may be of another version: what does not look like a choice of several is left out. */
export function parseModels(text: string | undefined): Models {
  if (text === undefined) return {}
  const stored = parseJson(text)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string[]] => isSeveral(entry[1])),
  )
}

/** A choice of one is no news: a chat goes on with whoever answered last. */
export function printModels(known: Models, changed: Models): string | undefined {
  const others = Object.entries(known).filter(([chat]) => changed[chat] === undefined)
  const several = Object.entries(changed).filter(([, ids]) => isSeveral(ids))
  const kept = [...others, ...several].slice(-MOST_CHATS)
  return kept.length === 0 ? undefined : JSON.stringify(Object.fromEntries(kept))
}

/** A new chat begins with one, whatever was chosen for the last one. */
function changedModels(before: Models, now: Models): Models {
  return Object.fromEntries(
    Object.entries(now).filter(([chat, ids]) => chat !== NEW_CHAT && before[chat] !== ids),
  )
}

function isSeveral(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 1 && value.every((id) => typeof id === 'string')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Cut or foreign text names no models.
    return undefined
  }
}
