import type { Artifact, State } from '@varve/engine'
import { type RedactionMap, valuesBehind } from '@varve/guard'
import { originalOf } from '../guard/original-of.ts'
import { NO_REDACTION, type Redaction } from '../guard/redaction.ts'
import { placeholdersIn, typesOf } from '../guard/placeholders-in.ts'
import type { ChatTurnRows } from './chat-rows.ts'
import type { TextOf } from './file-texts.ts'

export interface ChatToTell {
  /** Each behind the one that it follows. */
  readonly turns: readonly ChatTurnRows[]
  /** At the ends of its branches. */
  readonly states: readonly State[]
  readonly textOf: TextOf
}

/**
 * What stood behind the placeholders of a chat up to each of its turns, told by its texts as they were beside its
 * texts as they were sent. What nothing tells any more stands for itself, so that its number is not given out again.
 * Whether all of it went through the guard is not in a file: the next message has it look again.
 */
export async function restoreRedactions(chat: ChatToTell): Promise<ReadonlyMap<string, Redaction>> {
  const sent = new Map(
    chat.states.flatMap(({ history, open }) =>
      [...history, ...(open ? [open] : [])].map(({ turnId, text }) => [turnId, text] as const),
    ),
  )
  const redactions = new Map<string, Redaction>()
  for (const turn of chat.turns) {
    const before = redactions.get(turn.parentId ?? '')?.state.values ?? {}
    const values = { ...(await valuesOf(turn, sent.get(turn.turnId) ?? turn.sent, chat.textOf)), ...before }
    if (Object.keys(values).length === 0) continue
    redactions.set(turn.turnId, { ...NO_REDACTION, state: { values }, types: typesOf(Object.keys(values)) })
  }
  return redactions
}

/** A text as it was sent, and as it was; undefined where that is not to be had. */
interface Redacted {
  readonly sent: string
  readonly was: string | undefined
}

async function valuesOf(turn: ChatTurnRows, sent: string, textOf: TextOf): Promise<RedactionMap> {
  const texts: readonly Redacted[] = [
    { sent, was: turn.sent },
    ...(await Promise.all(turn.artifacts.map(({ artifact }) => redactedOf(artifact, textOf)))),
    ...turn.answers.map(({ received, shown }) => ({ sent: received, was: shown })),
  ]
  const values: Record<string, string> = {}
  // What was not changed holds no placeholder of ours, whatever it looks like.
  const changed = texts.filter((text) => text.sent !== text.was)
  for (const text of changed) {
    const told = text.was === undefined ? undefined : valuesBehind(text.sent, text.was)
    for (const [placeholder, value] of Object.entries(told ?? {})) values[placeholder] ??= value
  }
  for (const text of changed)
    for (const placeholder of placeholdersIn(text.sent)) values[placeholder] ??= placeholder
  return values
}

async function redactedOf(artifact: Artifact, textOf: TextOf): Promise<Redacted> {
  const { hash } = originalOf(artifact)
  const { content, contentHash } = artifact
  return { sent: content, was: hash === contentHash ? content : await textOf(hash) }
}
