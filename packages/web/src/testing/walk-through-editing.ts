import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { fileParts } from './file-parts.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** Writing notes in Files, by keys where there are any: the steps build on each other. */
export function walkThroughEditing(browser: Browser): void {
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

  const { files, title, row } = fileParts(() => page)
  const text = (path: string) => page.getByRole('textbox', { name: `Text of ${path}` })
  const onDisk = (path: string) => readFileSync(join(varve.notes, path), 'utf8')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const fileAction = async (name: string) => {
    await page.getByRole('button', { name: 'File actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  test('a new note is named, written and saved by keys', async () => {
    await files().click()
    await page.getByRole('button', { name: 'New note' }).focus()
    await page.keyboard.press('Enter')
    await dialog('New note').getByRole('combobox').and(page.locator(':focus')).fill('ideas/kiln')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    const field = text('ideas/kiln.md')
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\nFire it **slowly**, see [[launch-plan]].\n')
    await page.getByText('Not saved yet').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(onDisk('ideas/kiln.md')).toBe('# kiln\n\nFire it **slowly**, see [[launch-plan]].\n')
  })

  test.each(['light', 'dark'] as const)('the preview shows what is typed, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    const preview = page.getByRole('region', { name: 'Preview of ideas/kiln.md' })
    if (colorScheme === 'light') await page.keyboard.press('Control+e')
    await preview.locator('strong', { hasText: 'slowly' }).waitFor()
    await preview.getByRole('link', { name: 'launch-plan' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('leaving with unsaved text asks; editing goes on, or the text is saved', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.type('More. ')
    await page.keyboard.press('Escape')
    const question = dialog('Unsaved changes')
    await question.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await text('ideas/kiln.md').waitFor()
    expect(await text('ideas/kiln.md').inputValue()).toContain('More.')
    await files().click()
    await question.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved kiln.md.').waitFor()
    expect(onDisk('ideas/kiln.md')).toContain('More.')
  })

  test('what was saved is compared with the version before, and restored', async () => {
    await row('kiln.md').click()
    await title('kiln').waitFor()
    const versions = page.getByRole('complementary', { name: 'About this file' })
    await versions.getByRole('button', { name: 'Changes since' }).first().click()
    await versions.getByText('More.').first().waitFor()
    await versions.getByRole('button', { name: 'Restore' }).first().click()
    await page.getByText('Restored the earlier version of kiln.md.').waitFor()
    expect(onDisk('ideas/kiln.md')).not.toContain('More.')
  })

  test('a note that another program changes meanwhile shows both texts, and neither is lost', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const field = text('ideas/kiln.md')
    await field.fill('# kiln\n\nMine.\n')
    writeFileSync(join(varve.notes, 'ideas/kiln.md'), '# kiln\n\nTheirs.\n')
    await page.keyboard.press('Control+s')
    await page.getByText('The file has changed since you opened it.').waitFor()
    await page.getByRole('region', { name: 'The file now' }).getByText('Theirs.').waitFor()
    expect(await field.inputValue()).toContain('Mine.')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save mine as a copy' }).click()
    await title('kiln').waitFor()
    expect(onDisk('ideas/kiln (copy).md')).toContain('Mine.')
    expect(onDisk('ideas/kiln.md')).toContain('Theirs.')
    problems.splice(0)
  })

  test('a file is renamed, moved back, downloaded, and removed with a way back', async () => {
    await fileAction('Rename or move…')
    const name = dialog('Rename or move').getByRole('combobox')
    // Its name is marked, without folder and ending: typing replaces it.
    await name.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('glaze')
    await page.keyboard.press('Enter')
    await page.getByText('Moved to ideas/glaze.md.').waitFor()
    await page.waitForURL(/ideas\/glaze\.md$/)
    await row('glaze.md').waitFor()
    const downloaded = page.waitForEvent('download')
    await fileAction('Download')
    expect((await downloaded).suggestedFilename()).toBe('glaze.md')
    expect(readFileSync(await (await downloaded).path(), 'utf8')).toContain('Mine.')
    await fileAction('Move to trash')
    await row('glaze.md').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('glaze.md').waitFor()
    // The browser logs that the old path is missing.
    expect(problems.splice(0).filter((problem) => !/404/.test(problem))).toEqual([])
  })

  test('what is dropped on Files is added, and on a phone a note is edited with its preview in place', async () => {
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['# Dropped'], 'dropped.md', { type: 'text/markdown' }))
      return transfer
    })
    await page.dispatchEvent('.files-view', 'drop', { dataTransfer: data })
    await page.getByText('Added 1 file.').waitFor()
    await row('dropped.md').click()
    await title('Dropped').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await text('dropped.md').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('region', { name: 'Preview of dropped.md' }).waitFor()
    expect(await text('dropped.md').isVisible()).toBe(false)
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(problems).toEqual([])
  })

  const palette = () => page.getByRole('combobox', { name: 'Search notes, chats and commands' })
  const run = async (words: string) => {
    await page.keyboard.press('Control+k')
    await palette().fill(words)
    await page.getByRole('option', { selected: true }).waitFor()
    await page.keyboard.press('Enter')
  }

  test('the palette runs commands by keys, and shows those used last first', async () => {
    await run('usage')
    await page.waitForURL(/#\/usage$/)
    await run('new note')
    await dialog('New note').getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await run('dark theme')
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Light theme' }).waitFor()
    await page.keyboard.press('Control+k')
    const group = page.getByRole('group', { name: 'Recently used' })
    await group.getByRole('option', { name: 'New note' }).waitFor()
    expect(await group.getByRole('option').first().innerText()).toMatch(/New note|Light theme/)
    expect(await axeViolations(page)).toEqual([])
    await palette().fill('light theme')
    await page.getByRole('option', { name: 'Light theme', exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme=light]').waitFor({ state: 'attached' })
  })

  test('one list holds commands, notes, models and settings', async () => {
    await page.keyboard.press('Control+k')
    await palette().fill('temp')
    await page.getByRole('group', { name: 'Settings' }).getByRole('option', { name: 'Temperature' }).waitFor()
    await palette().fill('use offline')
    await page.getByRole('group', { name: 'Models' }).getByRole('option').first().waitFor()
    await palette().fill('launch')
    await page.getByRole('group', { name: 'Notes and files' }).getByRole('option').first().waitFor()
    await palette().fill('>')
    await page.getByRole('option', { name: 'Files', exact: true }).waitFor()
    expect(await page.getByRole('option').count()).toBeGreaterThan(20)
    await page.keyboard.press('Escape')
    expect(problems).toEqual([])
  })

  const settings = () => page.getByRole('main', { name: 'Settings' })

  test('settings are a page with sections, a search over the rows, and a way back by Esc', async () => {
    await run('settings')
    await settings()
      .getByRole('heading', { name: /^Models and keys/ })
      .waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('text size')
    await settings()
      .getByRole('heading', { name: /^Memory/ })
      .waitFor({ state: 'hidden' })
    await settings().getByRole('combobox', { name: 'Text size' }).selectOption('Large')
    await page.locator('html[data-text-size=large]').waitFor({ state: 'attached' })
    await page.reload()
    await page.locator('html[data-text-size=large]').waitFor({ state: 'attached' })
    await settings().getByRole('combobox', { name: 'Text size' }).selectOption('Default')
    await settings().getByRole('link', { name: 'Keyboard' }).click()
    await page.waitForURL(/#\/settings\/keyboard$/)
    await settings()
      .getByRole('heading', { name: /^Keyboard/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
  })

  test('Guard is a page like its neighbours', async () => {
    await page.getByRole('button', { name: 'Guard', exact: true }).click()
    await page.waitForURL(/#\/guard$/)
    await page.getByText('Rules by type').waitFor()
    await page
      .getByRole('button', { name: 'Guard', exact: true })
      .and(page.locator('[aria-current=page]'))
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test.each([1440, 1280, 390])('the settings have nothing that axe objects to, %s wide', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => (location.hash = '#/settings'))
    await settings().getByText('Semantic search', { exact: true }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), colorScheme)
      expect(await axeViolations(page)).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(problems).toEqual([])
  })
}
