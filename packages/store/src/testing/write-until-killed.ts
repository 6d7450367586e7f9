/** Run as a child: opens the database named on its command line and writes until it is killed. */
import { openStore } from '../open-store.ts'
import { plainTurn } from './plain-turn.ts'

const place = process.argv[2] ?? ''
const store = await openStore(
  place.startsWith('postgres:') ? { url: place, now: 0 } : { path: place, now: 0 },
)
await store.commit([
  store.workspaces.insert({ id: 'w', name: 'W', kind: 'database', root: undefined, createdAt: 0 }),
  store.conversations.insert({ workspaceId: 'w', id: 'c', title: 'T', at: 0 }),
])
for (let number = 1; ; number += 1) {
  const chat = { workspaceId: 'w', conversationId: 'c' }
  const answer = { workspaceId: 'w', id: `a${number}` }
  await store.commit([
    store.turns.append(
      plainTurn({
        ...chat,
        id: `t${number}`,
        number,
        at: number,
        text: `message ${number}`,
        attach: [],
      }),
    ),
    store.answers.insert({
      ...chat,
      ...answer,
      turnId: `t${number}`,
      modelId: 'm',
      modelName: 'M',
      startedAt: 0,
    }),
  ])
  process.stdout.write(`turn ${number}\n`)
  await store.commit([store.answers.appendText(answer, 'kept')])
  process.stdout.write(`text ${number}\n`)
  await store.commit([store.answers.finish(answer, { status: 'complete', text: 'kept', sources: [], at: 1 })])
  process.stdout.write(`done ${number}\n`)
}
