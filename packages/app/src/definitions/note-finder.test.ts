import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { offlineChatModel } from '../models/offline-chat-model.ts'
import { type TemporaryApp, temporaryApp, WORKSPACE } from '../testing/temporary-app.ts'
import { openFolderFiles } from '../workspaces/open-folder-files.ts'
import { untilReady } from '../files/control-index.ts'

describe('a message that names notes', () => {
  let it: TemporaryApp
  let data: string
  /** The folders that were listed; undefined is the whole workspace. */
  let listed: (string | undefined)[]
  let isReady: Promise<void>
  let time: number
  /** How far time goes with each look at it. */
  let step: number

  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'varve-finder-'))
    listed = []
    const ready = Promise.withResolvers<void>()
    isReady = ready.promise
    time = 0
    step = 10_000
    it = await temporaryApp([offlineChatModel()], {
      // What was read is never fresh.
      timer: () => (time += step),
      openFolder: async ({ root }) => {
        const clock = { now: Date.now }
        const opened = await openFolderFiles({
          root,
          dataFolder: data,
          clock,
          newId: randomUUID,
          watch: false,
        })
        const list = (folder?: string) => {
          listed.push(folder)
          return opened.files.list(folder)
        }
        const openIndex: typeof opened.openIndex = async (...given) => {
          const index = await opened.openIndex(...given)
          untilReady(index).then(ready.resolve, ready.reject)
          return index
        }
        return { ...opened, openIndex, files: { ...opened.files, list } }
      },
    })
    it.write('garden/Roses.md', '# Roses\n\nWater them.\n')
    it.write('plan.md', '# Plan\n')
  })
  afterEach(async () => {
    await it.remove()
    rmSync(data, { recursive: true, force: true })
  })

  const attached = async (text: string): Promise<readonly string[]> => {
    const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
    const { attachments = [] } = await it.app.forecastTurn({
      workspaceId: WORKSPACE,
      chatId,
      text,
      attach: [],
    })
    return attachments.map(({ key }) => key)
  }

  test('finds them in the index, and lists only definitions', async () => {
    await attached('[[plan]]')
    await isReady
    listed = []
    expect(await attached('See [[Roses]] and @garden/')).toContain('garden/Roses.md')
    expect(listed.filter((folder) => folder === undefined)).toEqual([])
  })

  test('does not list the folder again for an unknown name while nothing changes', async () => {
    await attached('[[plan]]')
    await isReady
    await attached('See [[nothing]]')
    step = 0
    await attached('See [[nothing]]')
    listed = []
    for (const text of ['if [[ -f x ]]; then', '[[nothing]] and [[plan]]', '@nobody', '@nowhere/']) {
      time += 3000
      await attached(text)
    }
    expect(listed.filter((folder) => folder === undefined)).toEqual([])
  })

  test('finds one newer than the index, and misses a deleted one', async () => {
    await attached('[[plan]]')
    await isReady
    it.write('garden/Tulips.md', '# Tulips\n')
    rmSync(join(it.root, 'plan.md'))
    expect(await attached('See [[Tulips]]')).toEqual(['garden/Tulips.md'])
    expect(await attached('See [[plan]]')).toEqual([])
  })
})
