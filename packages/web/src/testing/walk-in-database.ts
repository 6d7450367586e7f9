import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'
import { walkDefinitions } from './walk-definitions.ts'

/** A workspace that has no folder, from its making to an answer: the steps build on each other. */
export function walkInDatabase(browser: Browser): void {
  let varve: RunningVarve
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    varve = await startVarve()
    page = await openPage(browser, problems)
    await page.goto(varve.url)
  })

  afterAll(async () => {
    await varve?.stop()
  })

  test('one is made by its name, and the page goes there', async () => {
    await page.locator('.workspace-card').first().click()
    await page.getByRole('button', { name: 'New workspace in the database…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New workspace in the database' })
    expect(await dialog.getByRole('button', { name: 'Create workspace' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Name of the workspace' }).fill('Kept inside')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/w\//)
    await page.getByText('Database, 0 files').waitFor()
  })

  test('files are added, shown, and not overwritten', async () => {
    await page.evaluate(() => (location.hash = '#/files'))
    await page.getByText('There are no files here yet.').waitFor()
    const note = {
      name: 'launch.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Launch\n\nOn 12 December.'),
    }
    await page.getByLabel('Files to add').setInputFiles(note)
    await page.getByRole('treeitem', { name: /launch/ }).click()
    await page.getByRole('heading', { name: 'Launch' }).first().waitFor()
    await page.getByLabel('Files to add').setInputFiles({ ...note, buffer: Buffer.from('other') })
    await page.getByText(/There is a file "launch.md" already/).waitFor()
    const empty = { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }
    const pricing = { ...note, name: 'pricing.md', buffer: Buffer.from('# Pricing') }
    await page.getByLabel('Files to add').setInputFiles([empty, note, pricing])
    await page
      .getByText(/^Added 1 file\. Not added: 2 files\. "empty\.pdf" is empty\. There is a file "launch\.md"/)
      .waitFor()
    await page.getByRole('treeitem', { name: /pricing/ }).waitFor()
    await page.getByLabel('Files to add').setInputFiles({ ...note, name: 'third.md' })
    await page.getByText(/^Added 1 file\.$/).waitFor()
    expect(await page.getByText(/Not added/).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    // The refusal is an answer of the server that the browser writes down as well.
    expect(problems.splice(0).filter((problem) => !/409|422|400|415/.test(problem))).toEqual([])
  })

  test('a note of it answers a question', async () => {
    await page.evaluate(() => (location.hash = '#/'))
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('When is the launch?')
    await page.keyboard.press('Enter')
    const answer = page.getByRole('article', { name: /^Answer/ })
    await answer.getByRole('button', { name: 'Copy the answer' }).waitFor()
    await answer.getByText('12 December').waitFor()
    expect(problems).toEqual([])
  })

  test('a file is moved, downloaded, thrown away and brought back, from the palette too', async () => {
    const run = async (words: string, command: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search notes, chats and commands' }).fill(words)
      await page.getByRole('option', { name: new RegExp(`^${command}`) }).click()
    }
    await page.evaluate(() => (location.hash = '#/files/third.md'))
    await page.getByRole('heading', { name: 'Launch' }).first().waitFor()
    await run('rename', 'Rename or move this file')
    await page.getByRole('dialog', { name: 'Rename or move' }).getByRole('combobox').fill('plans/later.md')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/files\/plans\/later\.md$/)
    await page.getByRole('heading', { name: 'Launch' }).first().waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), run('download', 'Download this file')])
    expect(file.suggestedFilename()).toBe('later.md')
    await run('delete', 'Move this file to the trash')
    await page.getByText('later.md is in the trash.').waitFor()
    expect(await page.getByRole('treeitem', { name: /later/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.waitForURL(/#\/files\/plans\/later\.md$/)
    await run('ask about', 'Ask about this file')
    await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor()
    // The browser writes down that a file was looked for under the name that it had.
    expect(problems.splice(0).filter((problem) => !/404/.test(problem))).toEqual([])
  })

  test('the settings list every workspace, and lead there', async () => {
    await page.evaluate(() => (location.hash = '#/settings/workspaces'))
    const listed = page.getByRole('region', { name: /^Workspaces/ }).getByRole('listitem')
    await listed.filter({ hasText: 'Kept inside' }).getByText('Current', { exact: true }).waitFor()
    await listed
      .filter({ hasText: 'Slackwater Studio' })
      .getByRole('button', { name: /^Go to/ })
      .waitFor()
    await page.getByText(/^Version \d+\.\d+\.\d+, under the Apache-2\.0 license$/).waitFor()
  })

  walkDefinitions(() => page)
}
