/** Run as a child: changes files of the database named on its command line until it is killed. */
import { randomUUID } from 'node:crypto'
import { openDatabaseStore } from '../file-store/open-database-store.ts'
import { openStore } from '../open-store.ts'

const store = await openStore({ path: process.argv[2] ?? '', now: 0 })
await store.commit([
  store.workspaces.insert({ id: 'w', name: 'W', kind: 'database', root: undefined, createdAt: 0 }),
])
const files = openDatabaseStore({ store, workspaceId: 'w', clock: () => 0, newId: randomUUID })
const say = (line: string): void => void process.stdout.write(`${line}\n`)
for (let number = 1; ; number += 1) {
  await files.write('a.md', Buffer.from(`text ${number}`), 'any')
  say(`written ${number}`)
  await files.move('a.md', 'b.md', 'absent')
  const { id } = await files.remove('b.md', 'any')
  say(`removed ${number}`)
  await files.restore(id, 'a.md')
  say(`restored ${number}`)
}
