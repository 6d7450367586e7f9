import type { Hash } from '@varve/engine/internal'
import { StoreError, type TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { eraseChatFile } from './erase-chat-file.ts'
import { warmKey } from '../chat/load-state.ts'
import type { ChatPlace } from '../chat/require-chat.ts'

/**
 * Takes a chat out of the trash, out of the database and out of the files, for good: what was said, what was sent, and
 * what is behind its placeholders. Notes that were written from it stay.
 */
export async function eraseChat(context: AppContext, place: ChatPlace): Promise<void> {
  const { store, warm, sweeps, chatFiles } = context
  const { workspaceId, chatId: id } = place
  const [chat] = await store.conversations.some(workspaceId, [id])
  if (chat?.trashedAt === undefined) refuse()
  // Nobody may write the note between its removal and that of the chat.
  await chatFiles.whileQuiet(async () => {
    const turns = await store.turns.list(workspaceId, id)
    const hashes = await hashesInStates(context, workspaceId, turns)
    // First: what is left of a chat after a failure is still in the trash, and can be erased again.
    await eraseChatFile(context, { ...place, hashes })
    await eraseRows(context, place, turns)
  })
  warm.delete(warmKey(place))
  sweeps.due(workspaceId)
}

async function eraseRows(
  { store }: AppContext,
  { workspaceId, chatId: id }: ChatPlace,
  turns: readonly TurnRecord[],
): Promise<void> {
  const chat = { workspaceId, conversationId: id, at: 0 }
  const answers = await store.answers.list(workspaceId, id)
  try {
    await store.commit([
      // Words that are searched are in an index of their own: without any, nothing of it is found.
      ...store.chatTexts.putChat({ ...chat, title: '', tags: [] }),
      ...turns.flatMap((turn) => store.chatTexts.putQuestion({ ...chat, turnId: turn.id, text: '' })),
      ...answers.flatMap((answer) => store.chatTexts.putAnswer({ ...chat, answerId: answer.id, text: '' })),
      ...store.conversations.erase({ workspaceId, id }),
    ])
  } catch (error) {
    if (error instanceof StoreError && error.code === 'conflict') refuse(error)
    throw error
  }
}

function refuse(cause?: Error): never {
  throw new AppError('chat-not-found', 'There is no such chat in the trash.', { cause })
}

const HASH = /"([0-9a-f]{64})"/g

/**
 * What the states of a chat name: the texts of earlier ones are beside its note, which no longer names them. Any hash
 * counts: a short text is in the state itself, and beside the note under its own hash.
 */
async function hashesInStates(
  { store }: AppContext,
  workspaceId: string,
  turns: readonly TurnRecord[],
): Promise<ReadonlySet<Hash>> {
  const named = new Set<Hash>()
  let open: string[] = []
  for (const { id: turnId } of turns) {
    const stored = await store.engineStates.ofTurn({ workspaceId, turnId })
    if (stored) open.push(JSON.stringify(stored.root))
  }
  while (open.length > 0) {
    const found = open.flatMap((json) => Array.from(json.matchAll(HASH), ([, hash = '']) => hash))
    const fresh = new Set(found.filter((hash) => !named.has(hash)))
    for (const hash of fresh) named.add(hash)
    const texts = await store.objects.getMany(workspaceId, fresh)
    // Pages are lists in JSON and name others; what only looks like one costs nothing.
    open = [...texts.values()].filter((text) => text.startsWith('['))
  }
  return named
}
