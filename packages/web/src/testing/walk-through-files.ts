import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { fileParts } from './file-parts.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'
import { walkAmongWorkspaces } from './walk-among-workspaces.ts'
import { writeVault } from './write-vault.ts'

/** Reading, finding and changing the workspace, as a person does it: the steps build on each other. */
export function walkThroughFiles(browser: Browser): void {
  let home: string
  let varve: RunningVarve
  let page: Page
  const problems: string[] = []
  const elsewhere: string[] = []

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'varve-home-'))
    writeVault(join(home, 'kiln notes'))
    mkdirSync(join(home, 'nothing in it'))
    varve = await startVarve({ HOME: home, USERPROFILE: home })
    writeFileSync(
      join(varve.notes, 'pictures.md'),
      '![[tide-layers.png]]\n\n![[torn.png]]\n\n![far](https://pictures.invalid/x.png)\n\nSee [[nowhere]]. %%unseen%%\n\n![dot](data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=)\n\n```js\nlet tide\n```\n\nגאות ושפל.\n',
    )
    writeFileSync(join(varve.notes, 'torn.png'), 'no picture')
    page = await openPage(browser, problems)
    page.on('request', (request) => {
      if (!request.url().startsWith(new URL(varve.url).origin)) elsewhere.push(request.url())
    })
    await page.goto(varve.url)
  })

  afterAll(async () => {
    await varve?.stop()
    rmSync(home, { recursive: true, force: true })
  })

  const { tree, row, filter, title, files } = fileParts(() => page)
  const search = () => page.getByRole('combobox', { name: 'Search notes, chats and commands' })

  const violations = () => axeViolations(page)

  test('the tree opens by keys, and a note reads as Markdown with its fields', async () => {
    await files().click()
    await row('product').waitFor()
    await tree().focus()
    await page.keyboard.press('p')
    await page.keyboard.press('p')
    await page.keyboard.press('ArrowRight')
    await row('launch-plan.md').waitFor()
    await page.keyboard.press('l')
    await page.keyboard.press('Enter')
    await title('Launch plan').waitFor()
    expect(page.url()).toContain('#/files/product/launch-plan.md')
    const fields = page.locator('.front-matter')
    expect(await fields.innerText()).toMatch(/owner\s+Maren Oakes/)
    const note = page.getByRole('article', { name: 'Launch plan' })
    await note.getByRole('heading', { name: 'What still blocks the launch' }).waitFor()
    expect(await note.getByRole('heading', { name: 'What still blocks the launch' }).count()).toBe(1)
    expect(await note.innerText()).not.toContain('**')
  })

  test('a link leads to its note, back returns, and who links here is listed', async () => {
    await page.getByRole('link', { name: 'the list from the weekly' }).click()
    await page.waitForURL(/2026-11-09-weekly/)
    // The link disappears, and focus moves to the note.
    await page
      .getByRole('region', { name: /2026-11-09-weekly/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page
      .getByRole('complementary', { name: 'About this file' })
      .getByRole('link', { name: /launch-plan/ })
      .first()
      .waitFor()
    await page.keyboard.press('Control+K')
    await search().waitFor()
    await page.goBack()
    // What lay over the place that was left went with it.
    await search().waitFor({ state: 'detached' })
    await title('Launch plan').waitFor()
    await page.reload()
    await title('Launch plan').waitFor()
    await row('launch-plan.md').and(page.locator('[aria-selected=true]')).waitFor()
    // The halves of a name are drawn apart; read aloud and copied it is one.
    const name = page.locator('.file-links .file-name').filter({ hasText: '2026-11-09-weekly.md' }).first()
    expect(await name.ariaSnapshot()).toContain('2026-11-09-weekly.md')
    const copied = name.evaluate((own) => {
      getSelection()?.selectAllChildren(own)
      const text = getSelection()?.toString()
      getSelection()?.removeAllRanges()
      return text
    })
    expect((await copied)?.trim()).toBe('2026-11-09-weekly.md')
  })

  test.each(['light', 'dark'] as const)('axe objects to nothing in the files, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    expect(await violations()).toEqual([])
  })

  test('a filter narrows the tree; pictures of the workspace show, those of the web are not loaded', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('/')
    await page.keyboard.type('pictures')
    await row('pictures.md').waitFor()
    await row('product').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await title('pictures').waitFor()
    const picture = page.getByRole('img', { name: 'tide-layers.png' })
    await picture.waitFor()
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.note-picture img')?.naturalWidth,
    )
    await page.getByText('“torn.png” cannot be shown. The file may be damaged.').waitFor()
    await page.getByText('image on the web, not loaded: far').waitFor()
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.note-picture img[alt=dot]')?.naturalWidth === 1,
    )
    expect(await page.getByText('unseen').count()).toBe(0)
    expect(await page.getByTitle('There is no note “nowhere”').innerText()).toBe('nowhere')
    expect(elsewhere).toEqual([])
    await filter().fill('')
  })

  test('code has the font of code, and a paragraph begins at the side that it is read from', async () => {
    const code = page.locator('pre > code', { hasText: 'let tide' })
    expect(await code.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"JetBrains Mono/)
    const paragraph = page.getByText('גאות ושפל.')
    const sides = await paragraph.evaluate((element) => {
      const words = document.createRange()
      words.selectNodeContents(element)
      return [words.getBoundingClientRect().right, element.getBoundingClientRect().right]
    })
    expect(sides[0]).toBe(sides[1])
  })

  test('search finds passages by keys, shows where they stand, and opens one there', async () => {
    await page.keyboard.press('Control+K')
    await search().waitFor()
    await page.keyboard.type('Boxing Day dips')
    const first = page.getByRole('option').first()
    await first.getByText('product/launch-plan.md').waitFor()
    expect((await first.locator('b').allInnerTexts()).join(' ').toLowerCase()).toContain('boxing')
    expect(await violations()).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Alt+Enter')
    await first.getByText('Attached').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/launch-plan\.md\?line=\d+/)
    await title('Launch plan').waitFor()
  })

  test('what was found further down in its passage is opened at its own line, which is marked', async () => {
    await page.keyboard.press('Control+K')
    await page.keyboard.type('battery 3.1')
    await page.getByRole('option', { selected: true, name: /The widget drains the battery/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/launch-plan\.md\?line=18$/)
    await page.locator('.wanted').getByText('The widget drains the battery').waitFor()
  })

  test('a tag is searched for, and what was typed can be asked in a new chat', async () => {
    await page.getByRole('button', { name: '#launch' }).first().click()
    await page.getByRole('option').filter({ hasText: 'launch-plan' }).first().waitFor()
    expect(await search().inputValue()).toBe('#launch')
    await search().fill('When do we launch?')
    await page.getByRole('option', { name: /^Ask in a new chat/ }).click()
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.waitFor()
    expect(await message.inputValue()).toBe('When do we launch?')
    await message.fill('')
  })

  test('asking about a note attaches it in the chat', async () => {
    await page.goBack()
    await page.getByRole('button', { name: 'Ask about this note' }).click()
    await page
      .getByRole('group', { name: 'Context of the next message' })
      .getByText('launch-plan.md')
      .first()
      .waitFor()
  })

  test('selected text is asked about with its lines, by the button and by key', async () => {
    const chip = (part: string) =>
      page
        .getByRole('group', { name: 'Context of the next message' })
        .locator('.chip')
        .filter({ hasText: part })
    await page.goBack()
    const blocks = page.locator('.note-body p[data-line]')
    const lines = await blocks.evaluateAll((all) => all.map((each) => each.getAttribute('data-line')))
    await blocks.nth(0).click({ clickCount: 3 })
    const button = page.getByRole('button', { name: 'Ask about this', exact: true })
    await button.waitFor()
    expect(await violations()).toEqual([])
    await button.click()
    await chip(`line ${lines[0]},`).waitFor()
    await page.goBack()
    await blocks.nth(1).click({ clickCount: 3 })
    await button.waitFor()
    await page.keyboard.press('a')
    await chip(`line ${lines[1]},`).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor()
  })

  walkAmongWorkspaces(() => page, { home: () => home, problems, elsewhere })
}
