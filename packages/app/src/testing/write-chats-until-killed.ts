/** Run as a child: asks question after question in a workspace, whose chat file grows, until it is killed. */
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { openStore } from '@varve/store'
import { createApp } from '../create-app.ts'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { collect, temporaryFolders, WORKSPACE } from './temporary-app.ts'

const [path = '', root = ''] = process.argv.slice(2)
const store = await openStore({ path, now: Date.now() })
if (!(await store.workspaces.get(WORKSPACE)))
  await store.commit([
    store.workspaces.insert({ id: WORKSPACE, name: 'Vault', kind: 'folder', root, createdAt: 0 }),
  ])
const app = createApp({
  clock: { now: Date.now },
  newId: randomUUID,
  store,
  models: [offlineChatModel()],
  openFolder: temporaryFolders(dirname(path)),
  report: (message) => console.error(message),
})
const [known] = await app.listChats({ workspaceId: WORKSPACE })
const { id: chatId } = known ?? (await app.createChat({ workspaceId: WORKSPACE }))
for (let number = 1; ; number += 1) {
  const place = { workspaceId: WORKSPACE, chatId }
  const { answerId } = await app.sendMessage({
    ...place,
    text: `Question ${number}? `.repeat(200),
    attach: [],
  })
  await collect(app, answerId)
  process.stdout.write('writing\n')
  await app.writeChatFiles()
}
