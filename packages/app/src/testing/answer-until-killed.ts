/** Run as a child: sends a message and streams an answer that never ends, until it is killed. */
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { createApp } from '../create-app.ts'
import { openDatabase } from '../open/open-database.ts'
import { scriptedModel } from './scripted-model.ts'
import { temporaryFolders } from './temporary-app.ts'

const [database = '', root = '', dataFolder = dirname(database)] = process.argv.slice(2)
const store = await openDatabase(database, Date.now())
const workspace = { id: 'w', name: 'Vault', kind: 'folder', root, createdAt: 0 } as const
await store.commit([store.workspaces.insert(workspace)])
const model = scriptedModel()
const report = (message: string): void => console.error(message)
const openFolder = temporaryFolders(dataFolder)
const app = createApp({
  clock: { now: Date.now },
  newId: randomUUID,
  store,
  models: [model],
  openFolder,
  report,
})
const { id: chatId } = await app.createChat({ workspaceId: 'w' })
const sent = await app.sendMessage({ workspaceId: 'w', chatId, text: 'Are you there?', attach: [] })
process.stdout.write(`${JSON.stringify({ chatId, ...sent })}\n`)
for (let word = 1; ; word += 1) {
  model.say(`word${word} `)
  await new Promise((resolve) => setTimeout(resolve, 10))
  const stored = await store.answers.get({ workspaceId: 'w', id: sent.answerId })
  process.stdout.write(`${JSON.stringify({ stored: stored?.text.length ?? 0 })}\n`)
}
