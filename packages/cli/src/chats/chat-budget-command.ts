import type { CompactionView } from '@varve/app'
import { type ChatsContext, type ChatsOptions, withChat } from './with-chats.ts'
import { showCount } from '../show-number.ts'

export interface CompactOptions extends ChatsOptions {
  readonly undo?: boolean
}

/** `varve chats compact`: what the next message of a chat would save, and that it does. */
export async function compactChatCommand(
  chatId: string,
  options: CompactOptions,
  context: ChatsContext,
): Promise<void> {
  const view = await withChat({ ...options, chat: chatId }, context, 'write', (app, place) =>
    app.compactChat({ ...place, ...(options.undo ? { undo: true } : {}) }),
  )
  await context.output.write(
    options.json ? `${JSON.stringify(view)}\n` : `${compactionWords(view, options)}\n`,
  )
}

function compactionWords(
  { beforeTokens, afterTokens, summarizedTurns, shortened, pending }: CompactionView,
  { undo }: CompactOptions,
): string {
  if (undo) return 'The next message is sent as it would have been.'
  if (!pending) return `Nothing to save: the next message has ${showCount(beforeTokens)} tokens either way.`
  return [
    `The next message begins from ${showCount(afterTokens)} tokens instead of ${showCount(beforeTokens)}.`,
    `In short: ${summarizedTurns} turns, ${shortened.length} kept texts. Nothing is lost: the chat keeps every word.`,
  ].join('\n')
}

export interface MarkWanted {
  readonly key: string
  readonly priority: 'essential' | 'normal' | 'optional'
}

/** `varve chats mark`: from the next message on. */
export async function markChatCommand(
  chatId: string,
  wanted: MarkWanted,
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const { kept } = await withChat({ ...options, chat: chatId }, context, 'write', (app, place) =>
    app.markArtifact({ ...place, ...wanted }),
  )
  if (options.json) return void (await context.output.write(`${JSON.stringify(kept)}\n`))
  for (const { key, priority = 'normal', tokens } of kept)
    await context.output.write(`${priority.padEnd(9)}  ${showCount(tokens)}  ${key}\n`)
}
