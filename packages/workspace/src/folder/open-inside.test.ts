import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, open, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canNameHandles } from '../path/anchor-folder.ts'
import { openInside } from './read-file-text.ts'
import { WorkspaceError } from '../workspace-error.ts'

let base = ''
let root = ''

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'varve-open-'))
  root = join(base, 'vault')
  await mkdir(join(root, 'folder'), { recursive: true })
  await mkdir(join(base, 'outside'))
  await writeFile(join(root, 'folder', 'a.md'), 'inside')
  await writeFile(join(base, 'outside', 'a.md'), 'outside')
})

afterAll(() => rm(base, { recursive: true, force: true }))

test('a folder and a pipe are not files', async () => {
  await expect(openInside(root, 'folder')).rejects.toMatchObject({ code: 'not-a-file' })
  execFileSync('mkfifo', [join(root, 'pipe.md')])
  await expect(openInside(root, 'pipe.md')).rejects.toMatchObject({ code: 'not-a-file' })
})

describe('a folder swapped for a link between check and open', () => {
  const outside = (): string => join(base, 'outside')

  test('is detected while the link is there', async () => {
    const opening = openInside(root, 'folder/a.md', async (place, flags) => {
      await rename(join(root, 'folder'), join(root, 'aside'))
      await symlink(outside(), join(root, 'folder'))
      return open(place, flags)
    })
    await expect(opening).rejects.toMatchObject({ code: 'path-outside' })
    await restore()
  })

  test('leads nowhere else once the folder is back', async () => {
    const opening = openInside(root, 'folder/a.md', async (place, flags) => {
      await rename(join(root, 'folder'), join(root, 'aside'))
      await symlink(outside(), join(root, 'folder'))
      const handle = await open(place, flags)
      await restore()
      return handle
    })
    // Where a folder cannot be held by its handle, the file outside was opened, and that is found out.
    const text = await opening.then(
      async ({ handle }) => {
        const read = await handle.readFile('utf8')
        await handle.close()
        return read
      },
      (error: unknown) => (error instanceof WorkspaceError ? error.code : String(error)),
    )
    expect(text).toBe(canNameHandles() ? 'inside' : 'changed-while-reading')
  })

  test('a file swapped for a link is not followed', async () => {
    const opening = openInside(root, 'folder/a.md', async (place, flags) => {
      await rm(place)
      await symlink(join(outside(), 'a.md'), place)
      return open(place, flags)
    })
    await expect(opening).rejects.toBeInstanceOf(WorkspaceError)
  })

  async function restore(): Promise<void> {
    await rm(join(root, 'folder'))
    await rename(join(root, 'aside'), join(root, 'folder'))
  }
})
