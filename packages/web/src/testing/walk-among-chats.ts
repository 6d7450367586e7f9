import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { askInNewChat } from './ask-in-new-chat.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** As long as the page itself is waited for. */
/** More than a page of the list. */
const CHATS = 230

/** Keeping order among chats, and what is remembered, as a person does it: the steps build on each other. */
export function walkAmongChats(browser: Browser): void {
  let varve: RunningVarve
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    varve = await startVarve()
    page = await openPage(browser, problems)
    await page.goto(varve.url)
    await page.evaluate(async (count) => {
      const headers = { 'content-type': 'application/json' }
      const call = async (method: string, path: string, body: object) => {
        const answer = await fetch(
          `/s/${localStorage.getItem('varve.page-key')}/api/workspaces/first/chats${path}`,
          {
            method,
            headers,
            body: JSON.stringify(body),
          },
        )
        return (await answer.json()) as { readonly id: string }
      }
      for (let at = 0; at < count; at += 10)
        await Promise.all(
          Array.from({ length: 10 }, async (_, more) => {
            const { id } = await call('POST', '', {})
            await call('PATCH', `/${id}`, { title: `Tide table ${at + more}` })
          }),
        )
    }, CHATS)
    await page.reload()
    await askInNewChat(page, 'Which kiln is cheapest?')
    await askInNewChat(page, 'Where is the harbour?')
  })

  afterAll(async () => {
    await varve?.stop()
  })

  const list = () => page.getByRole('list', { name: 'Chats', exact: true })
  const link = (name: RegExp) => page.getByRole('navigation').getByRole('link', { name })
  const search = () => page.getByRole('searchbox', { name: 'Search chats' })

  async function choose(chat: string, item: string): Promise<void> {
    await link(new RegExp(`^${chat}`)).hover()
    await page.getByRole('button', { name: new RegExp(`^More about “${chat}`) }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  async function show(place: string): Promise<void> {
    await page.getByRole('button', { name: 'Archived, trash, import' }).click()
    await page.getByRole('menuitem', { name: place, exact: true }).click()
  }

  const violations = () => axeViolations(page)

  test('a long list is in the page only where it is in view, and goes on to its end', async () => {
    await link(/^Where is the harbour/).waitFor()
    expect(await list().getByRole('link').count()).toBeLessThan(80)
    await expect
      .poll(async () => {
        await list()
          .locator('..')
          .evaluate((rows) => rows.scrollTo(0, 1e6))
        return link(/^Tide table \d$/).count()
      })
      .toBeGreaterThan(0)
    await list()
      .locator('..')
      .evaluate((rows) => rows.scrollTo(0, 0))
  })

  test('a chat is pinned, and keys go from one to the next', async () => {
    await choose('Which kiln', 'Pin')
    await page.getByRole('heading', { level: 2, name: 'Pinned' }).waitFor()
    await search().focus()
    await page.keyboard.press('ArrowDown')
    await link(/^Which kiln/)
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await link(/^Where is the harbour/)
      .and(page.locator(':focus'))
      .waitFor()
  })

  test('it is renamed where it stands, in the list and in its bar; Esc leaves it', async () => {
    const field = page.getByRole('textbox', { name: 'Title of the chat' })
    await page.keyboard.press('F2')
    await field.fill('Harbours')
    await page.keyboard.press('Enter')
    await link(/^Harbours/)
      .and(page.locator(':focus'))
      .waitFor()
    await page.getByRole('heading', { level: 1, name: 'Harbours' }).waitFor()
    await page.getByRole('button', { name: 'More about this chat' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await field.fill('Nothing')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Harbours' }).waitFor()
  })

  test('tags stand beside the title, and search finds by title, tag and what was said', async () => {
    await choose('Harbours', 'Tags…')
    const dialog = page.getByRole('dialog', { name: 'Tags of the chat' })
    await dialog.getByLabel('Add a tag').fill('at sea')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Remove at-sea' }).waitFor()
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')
    await link(/^Harbours #at-sea/).waitFor()
    for (const words of ['harbours', 'at-sea']) {
      await search().fill(words)
      const found = page.getByRole('list', { name: 'Chats found' })
      await expect.poll(() => found.getByRole('link').count()).toBe(1)
      await found.getByRole('link', { name: /^Harbours/ }).waitFor()
    }
    // What the answer says is found by the server alone.
    await search().fill('offline model quote')
    await page.getByRole('list', { name: 'Chats found' }).getByText('your notes; connect').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await search().inputValue()).toBe('')
    // So does the search of everything, with the same passage.
    await page.keyboard.press('Control+K')
    await page.keyboard.type('offline model quote')
    const chats = page.getByRole('listbox', { name: 'Found' }).getByRole('group', { name: 'Chats' })
    await chats.getByText('your notes; connect').first().waitFor()
    await page.keyboard.press('Escape')
  })

  test('a chat leaves as a file, and a file of one that is there says so', async () => {
    await choose('Harbours', 'Export…')
    const saving = page.waitForEvent('download')
    await page
      .getByRole('dialog', { name: 'Export chat' })
      .getByRole('link', { name: /^JSON Every/ })
      .click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^Harbours.*\.json$/)
    const path = await file.path()
    await page.getByLabel('File of chats').setInputFiles({
      name: file.suggestedFilename(),
      mimeType: 'application/json',
      buffer: readFileSync(path),
    })
    await page.getByText('“Harbours” is already here.').waitFor()
  })

  test('what is archived leaves the list and comes back', async () => {
    await choose('Harbours', 'Archive')
    await page.getByText('Archived “Harbours”.').waitFor()
    await link(/^Harbours/).waitFor({ state: 'detached' })
    await show('Archived')
    await choose('Harbours', 'Unarchive')
    await page.getByText('Nothing is archived.').waitFor()
    await page.getByRole('button', { name: 'Back to the chats' }).click()
    await link(/^Harbours/).waitFor()
  })

  test('the trash gives back: at once with Undo, later from its list', async () => {
    await link(/^Harbours/).focus()
    await page.keyboard.press('Delete')
    await page.getByRole('heading', { level: 1, name: 'New chat' }).waitFor()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { level: 1, name: 'Harbours' }).waitFor()
    await choose('Harbours', 'Move to trash')
    await link(/^Harbours/).waitFor({ state: 'detached' })
    await show('Trash')
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Restore “Harbours”' }).click()
    await page.getByText('The trash is empty.').waitFor()
    await page.getByRole('button', { name: 'Back to the chats' }).click()
    await link(/^Harbours/).click()
    await page.getByRole('article', { name: 'You' }).getByText('Where is the harbour?').waitFor()
  })

  test('commands show the archive and the trash, import, find, and act on the newest answer', async () => {
    const run = async (words: string, command: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search notes, chats and commands' }).fill(words)
      await page.getByRole('option', { name: command }).click()
    }
    await run('archived', 'Archived chats')
    await page.getByText('Nothing is archived.').waitFor()
    await run('trash', 'Chats in the trash')
    await page.getByText('The trash is empty.').waitFor()
    const choosing = page.waitForEvent('filechooser')
    await run('import', 'Import chats…')
    await choosing
    await run('find in', 'Find in this chat')
    await page
      .getByRole('search', { name: 'Find in this chat' })
      .getByRole('searchbox')
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Escape')
    await run('answer note', 'Save the answer as a note')
    await page.getByRole('dialog', { name: 'Save as note' }).waitFor()
    await page.keyboard.press('Escape')
    await run('regenerate', 'Answer again with another model')
    await page.getByRole('dialog', { name: 'Answer with another model' }).waitFor()
    await page.keyboard.press('Escape')
    const saving = page.waitForEvent('download')
    await run('export answer', 'Export the answer as Markdown')
    expect((await saving).suggestedFilename()).toBe('answer-1.md')
    // Where the list of chats is folded away, it opens for it.
    await page.setViewportSize({ width: 390, height: 844 })
    await run('archived', 'Archived chats')
    await page.getByRole('dialog', { name: 'Chats' }).getByText('Nothing is archived.').waitFor()
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Back to the chats' }).click()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
    await link(/^Harbours/).waitFor()
  })

  test.each(['light', 'dark'] as const)('axe objects to nothing in a menu, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await page.getByRole('button', { name: 'More about this chat' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('menuitem', { name: 'Move to trash' }).and(page.locator(':focus')).waitFor()
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('a draft is kept for each chat', async () => {
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Not yet')
    await link(/^Which kiln/).click()
    await page.getByRole('heading', { level: 1, name: /^Which kiln/ }).waitFor()
    expect(await message.inputValue()).toBe('')
    await message.fill('Nor this')
    await page.reload()
    await expect.poll(() => message.inputValue()).toBe('Nor this')
    await link(/^Harbours/).click()
    await expect.poll(() => message.inputValue()).toBe('Not yet')
  })

  test('what is remembered is seen and changed; what somebody else wrote is not overwritten unseen', async () => {
    const file = join(varve.notes, 'Varve/memory.md')
    const open = () => page.getByRole('button', { name: 'Settings', exact: true }).click()
    await open()
    const dialog = page.getByRole('main', { name: 'Settings' })
    const field = dialog.getByLabel(/^What every chat in this workspace should know/)
    const save = dialog.getByRole('region', { name: /^Context/ }).getByRole('button', { name: 'Save' })
    await field.fill('- Answer in short sentences.\n')
    await save.click()
    await dialog.getByText('Saved.', { exact: true }).waitFor()
    expect(readFileSync(file, 'utf8')).toBe('- Answer in short sentences.\n')
    await field.fill('- Mine.\n')
    appendFileSync(file, '- By an editor.\n')
    await save.click()
    await dialog.getByText('The memory has changed since you opened it.').waitFor()
    expect(await violations()).toEqual([])
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByText('Saved.', { exact: true }).waitFor()
    expect(readFileSync(file, 'utf8')).toBe('- Mine.\n')
    await page.keyboard.press('Escape')
  })

  test('in the drawer of a phone the same is at hand', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Chats' })
    await drawer.getByRole('link', { name: /^Harbours/ }).waitFor()
    await drawer.getByRole('button', { name: /^More about “Harbours/ }).click()
    const menu = await page.getByRole('menu').boundingBox()
    expect((menu?.x ?? -1) >= 0 && (menu?.x ?? 0) + (menu?.width ?? 999) <= 390).toBe(true)
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')
    // The browser itself logs that the memory was refused.
    expect(problems.filter((problem) => !/409/.test(problem))).toEqual([])
  })
}
