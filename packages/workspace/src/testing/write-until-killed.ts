/**
 * Run as a child: writes ever new versions of one file and removes and restores another, and says each time
 * what is acknowledged, until it is killed.
 */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openFolderStore } from '../file-store/open-folder-store.ts'
import { numberedText } from './numbered-text.ts'

const [root = '', keepFolder = '', first = '1'] = process.argv.slice(2)
const store = await openFolderStore({ root, keepFolder, clock: () => Date.now(), newId: () => randomUUID() })
for (let number = Number(first); ; number += 1) {
  await store.write('notes/a.md', Buffer.from(numberedText(number)), 'any')
  writeSync(1, `write ${number}\n`)
  if (number % 3 > 0) continue
  await store.write('notes/b.md', Buffer.from(numberedText(number)), 'any')
  writeSync(1, `other ${number}\n`)
  await store.restore((await store.remove('notes/b.md', 'any')).id)
  await store.move('notes/b.md', 'notes/c.md', 'any')
  await store.move('notes/c.md', 'notes/b.md', 'absent')
}
