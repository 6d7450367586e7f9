import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { interceptedDisk } from '../testing/intercepted-disk.ts'
import { readTree } from '../testing/read-tree.ts'
import { temporaryFolderStore, type TemporaryFolderStore } from '../testing/temporary-folder-store.ts'

const CANARY = 'text of a file outside'
const INSIDE = Buffer.from('inside')

let place: TemporaryFolderStore

afterEach(() => place.remove())

const ACTS: Readonly<Record<string, (store: FileStore) => Promise<unknown>>> = {
  read: (store) => store.read('folder/file.md'),
  write: (store) => store.write('folder/file.md', INSIDE, 'any'),
  'write new': (store) => store.write('folder/new/n.md', INSIDE, 'any'),
  'move out of it': (store) => store.move('folder/file.md', 'top.md', 'any'),
  'move into it': (store) => store.move('top.md', 'folder/file.md', 'any'),
  remove: (store) => store.remove('folder/file.md', 'any'),
}

/** Swaps a name of the workspace for a link that leads out, and back. */
function swapFor(name: string, target: string): { readonly swap: () => void; readonly back: () => void } {
  const [there, aside] = [
    join(place.root, name),
    join(place.base, 'vault', `${name.replace('/', '-')}-aside`),
  ]
  return {
    swap: () => {
      renameSync(there, aside)
      symlinkSync(target, there)
    },
    back: () => {
      rmSync(there)
      renameSync(aside, there)
    },
  }
}

/** Runs an action while a swap happens before its call of that number; false where it made fewer calls. */
async function swapAt(act: (store: FileStore) => Promise<unknown>, options: Swap): Promise<boolean> {
  let isOn = false
  let count = 0
  const outside = join(place.base, 'outside')
  const { swap, back } = swapFor(options.name, join(outside, options.name.slice('folder'.length)))
  const disk = interceptedDisk(async () => {
    if (!isOn) return
    count += 1
    if (count === options.at) swap()
    if (count === options.at + 1 && options.isPutBack) back()
  })
  const store = await place.reopen({ disk })
  isOn = true
  const result = await act(store).catch((error: unknown) => error)
  expect(JSON.stringify(result)).not.toContain(Buffer.from(CANARY).toString('hex'))
  if (
    typeof result === 'object' &&
    result !== null &&
    'bytes' in result &&
    result.bytes instanceof Uint8Array
  )
    expect(Buffer.from(result.bytes).toString()).not.toContain(CANARY)
  return count >= options.at
}

interface Swap {
  readonly name: string
  readonly at: number
  readonly isPutBack: boolean
}

describe.each(Object.entries(ACTS))('%s', (_, act) => {
  test.each([
    ['folder', 'stays', false],
    ['folder', 'is put back', true],
    ['folder/file.md', 'stays', false],
    ['folder/file.md', 'is put back', true],
  ] as const)(
    '%s swapped before any call, and it %s: nothing outside is read or changed',
    async (name, __, isPutBack) => {
      for (let at = 1; ; at += 1) {
        place = await temporaryFolderStore({ inMemory: true })
        const { base, root } = place
        for (const folder of ['outside', 'vault/folder']) await mkdir(join(base, folder))
        await writeFile(join(base, 'outside/file.md'), CANARY)
        await writeFile(join(root, 'folder/file.md'), 'first')
        await writeFile(join(root, 'top.md'), 'top')
        const wasReached = await swapAt(act, { name, at, isPutBack })
        expect(readTree(join(base, 'outside'))).toEqual({ 'file.md': CANARY })
        expect(Object.values(readTree(place.keepFolder)).filter((text) => text.includes(CANARY))).toEqual([])
        if (!wasReached) return expect(at).toBeGreaterThan(3)
        await place.remove()
      }
    },
  )
})
