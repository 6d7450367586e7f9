import type { Statement, Store } from '../../packages/store/src/index.ts'
import { createRandom, type Random } from '../random.ts'

export const WORKSPACE = 'w'

const VOCABULARY = 10_000
const START = Date.UTC(2024, 0, 1)
const MINUTE = 60_000
/** Chats that are written at once. */
const GROUP = 200

export interface Filled {
  readonly texts: number
  readonly characters: number
}

/** Conversations of one to three turns, with words as common as those of a language: few often, most rarely. */
export async function fillChats(store: Store, count: number): Promise<Filled> {
  await store.commit([
    store.workspaces.insert({ id: WORKSPACE, name: 'W', kind: 'database', root: undefined, createdAt: 0 }),
  ])
  const random = createRandom(7)
  let texts = 0
  let characters = 0
  const write = (words: number): string => {
    const text = textOf(random, words)
    texts += 1
    characters += text.length
    return text
  }
  for (let first = 0; first < count; first += GROUP) {
    const statements: Statement[] = []
    for (let index = first; index < Math.min(count, first + GROUP); index++)
      statements.push(...chatStatements(store, index, { random, write }))
    await store.commit(statements)
  }
  return { texts, characters }
}

interface Writing {
  readonly random: Random
  readonly write: (words: number) => string
}

function chatStatements(store: Store, index: number, { random, write }: Writing): readonly Statement[] {
  const id = `chat-${index}`
  const at = START + index * 10 * MINUTE
  const title = write(5)
  const place = { workspaceId: WORKSPACE, conversationId: id }
  const statements: Statement[] = [
    store.conversations.insert({ workspaceId: WORKSPACE, id, title, at }),
    ...store.chatTexts.putChat({ ...place, at, title, tags: [] }),
  ]
  const turns = 1 + random.below(3)
  for (let number = 1; number <= turns; number++) {
    const time = at + number * MINUTE
    const turnId = `${id}-${number}`
    const answerId = `${turnId}-a`
    const [question, answer] = [write(20), write(80)]
    const parent = number === 1 ? undefined : `${id}-${number - 1}`
    const links = { parentId: parent, parentAnswerId: parent && `${parent}-a`, attach: [], options: {} }
    statements.push(
      store.turns.append({
        ...place,
        ...links,
        id: turnId,
        sequence: number,
        number,
        at: time,
        text: question,
      }),
      ...store.chatTexts.putQuestion({ ...place, turnId, text: question, at: time }),
      store.answers.insert({ ...place, id: answerId, turnId, modelId: 'm', modelName: 'M', startedAt: time }),
      store.answers.finish(
        { workspaceId: WORKSPACE, id: answerId },
        { status: 'complete', text: answer, sources: [], at: time },
      ),
      ...store.chatTexts.putAnswer({ ...place, answerId, text: answer, at: time }),
    )
  }
  return statements
}

function textOf(random: Random, words: number): string {
  const all: string[] = []
  for (let word = 0; word < words; word++) {
    // The further along, the rarer, as words of a language are.
    const share = random.below(1_000_000) / 1_000_000
    all.push(`w${Math.floor(VOCABULARY ** share) - 1}`)
  }
  return all.join(' ')
}
