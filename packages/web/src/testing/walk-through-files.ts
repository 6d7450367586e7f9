import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

const NOTES = 800

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
      '![[tide-layers.png]]\n\n![[torn.png]]\n\n![far](https://pictures.invalid/x.png)\n\nSee [[nowhere]]. %%unseen%%\n\n![dot](data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=)\n',
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

  const tree = () => page.getByRole('tree', { name: 'Files' })
  const row = (name: string | RegExp) => tree().getByRole('treeitem', { name })
  const filter = () => page.getByRole('searchbox', { name: /^Find in/ })
  const title = (name: string) => page.locator('.file-head').getByRole('heading', { name, exact: true })
  const files = () => page.getByRole('button', { name: 'Files', exact: true })
  const search = () => page.getByRole('combobox', { name: 'Search notes, files and chats' })

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
    expect(await note.getByRole('heading', { name: 'What still blocks the launch' }).count()).toBe(1)
    expect(await note.innerText()).not.toContain('**')
  })

  test('a link leads to its note, back returns, and who links here is listed', async () => {
    await page.getByRole('link', { name: 'the list from the weekly' }).click()
    await page.waitForURL(/2026-11-09-weekly/)
    // The link is gone, and with it the focus; it goes on in the note.
    await page
      .getByRole('region', { name: /2026-11-09-weekly/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page
      .getByRole('complementary', { name: 'About this file' })
      .getByRole('link', { name: /launch-plan/ })
      .first()
      .waitFor()
    await page.goBack()
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

  test('a folder that is not there is refused in words', async () => {
    await page.getByRole('button', { name: /^Slackwater Studio/ }).click()
    await page.getByRole('button', { name: 'Open folder…' }).click()
    const path = page.getByRole('textbox', { name: 'Path of the folder' })
    await page.getByRole('button', { name: /^kiln notes/ }).waitFor()
    expect(await violations()).toEqual([])
    await path.and(page.locator(':focus')).waitFor()
    await path.fill(join(home, 'nothing'))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/nothing/)
      .waitFor()
    await path.fill(join(home, 'nothing at all'))
    await expect.poll(() => page.getByRole('dialog').getByRole('alert').count()).toBe(0)
    await page.getByRole('textbox', { name: 'Path of the folder' }).press('Enter')
    await page
      .getByRole('alert')
      .getByText(/^There is no folder at/)
      .waitFor()
    await path.fill(home)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'nothing in it' }).press('Enter')
    await page.getByText('No folders in here.').and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Folder above' }).click()
    await page.getByRole('button', { name: /^kiln notes.*Obsidian vault/ }).click()
    await page.getByText(/notes? here, an Obsidian vault/).waitFor()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(/\/w\/[^/]+\//)
    expect(problems.splice(0).filter((each) => !/422/.test(each))).toEqual([])
  })

  test('while its files are read the page says how far it is; it can be paused, and is then done', async () => {
    const progress = page.getByRole('region', { name: 'Reading the files' })
    const done = () => page.getByRole('button', { name: new RegExp(`^kiln notes.*${NOTES + 1} files`) })
    await done().waitFor()
    // Begun anew and held at once: how fast this machine reads decides nothing.
    await page.evaluate(async () => {
      const control = (action: string) =>
        fetch(`/api/workspaces/${location.pathname.split('/')[2] ?? ''}/index`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ action }),
        })
      await control('rebuild')
      await control('pause')
    })
    await progress.getByText(/^Paused at [\d,]+ of [\d,]+ files/).waitFor()
    expect(await violations()).toEqual([])
    await progress.getByRole('button', { name: 'Go on reading' }).press('Enter')
    await progress.waitFor({ state: 'detached', timeout: 60_000 })
    // The button that was pressed is gone with it.
    await done().and(page.locator(':focus')).waitFor()
  })

  test('the new workspace has its own files, with the way to Obsidian', async () => {
    await files().click()
    await filter().fill('glaze 7')
    await row('Start.md').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await title('Glaze 7').waitFor()
    const href = await page.getByRole('link', { name: 'Open in Obsidian' }).getAttribute('href')
    expect(decodeURIComponent(href ?? '')).toMatch(/^obsidian:\/\/open\?path=.*kiln notes.*glaze 7\.md$/)
    await page.reload()
    await title('Glaze 7').waitFor()
  })

  test('a file that is dropped where nothing takes it does not replace the page', async () => {
    const isKept = await page.locator('.file-panel').evaluate((element) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.txt'))
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      return !element.dispatchEvent(drop)
    })
    expect(isKept).toBe(true)
  })

  test('on a phone the tree and the note take turns, and nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await title('Glaze 7').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'All files' }).click()
    await row('glazes').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('in the drawer of a phone the menu of workspaces is whole', async () => {
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Chats' })
    await drawer.getByRole('button', { name: /^kiln notes/ }).click()
    const edge = async (part: Locator) => {
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: Number.NaN }
      return x + width
    }
    const remove = drawer.getByRole('button', { name: 'Remove kiln notes from list' })
    await remove.waitFor()
    expect(await edge(remove)).toBeLessThanOrEqual(await edge(drawer))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the menu leads back to the first workspace', async () => {
    await page.getByRole('button', { name: /^kiln notes/ }).click()
    await page
      .getByRole('list', { name: 'Workspaces' })
      .getByRole('button', { name: /^Slackwater Studio/ })
      .click()
    await page.getByRole('button', { name: /^Slackwater Studio/ }).waitFor()
    await files().click()
    await row('product').waitFor()
    expect(problems).toEqual([])
    expect(elsewhere).toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'settings are switches that say what they take, %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme })
      await page.getByRole('button', { name: 'Workspace settings' }).click()
      const dialog = page.getByRole('dialog', { name: 'Workspace settings' })
      const byMeaning = dialog.getByRole('switch', { name: 'Find by meaning too (embeddings)' })
      const chatFiles = dialog.getByRole('switch', { name: 'Keep chats as Markdown files' })
      if (colorScheme === 'light') {
        await dialog.getByText(/For the \d+ passages here: about .* of disk/).waitFor()
        expect(await dialog.innerText()).toContain('on this machine')
        await byMeaning.focus()
        await page.keyboard.press('Space')
        await dialog.getByText(/of \d+ passages\.$|can be found by meaning\.$/).waitFor()
        const saved = page.waitForResponse((response) => response.url().endsWith('/settings'))
        await chatFiles.uncheck()
        await saved
      } else {
        expect(await byMeaning.isChecked()).toBe(true)
        await byMeaning.uncheck()
        await dialog.getByText(/passages here/).waitFor()
        expect(await chatFiles.isChecked()).toBe(false)
        await chatFiles.check()
      }
      expect(await violations()).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.emulateMedia({ colorScheme: 'light' })
    },
  )

  test('a workspace leaves the list when one says so, and its folder stays', async () => {
    const menu = () => page.getByRole('button', { name: /^Slackwater Studio/ }).first()
    await menu().click()
    const list = page.getByRole('list', { name: 'Workspaces' })
    await list.getByRole('button', { name: 'Remove kiln notes from list' }).click()
    const question = page.getByRole('dialog', { name: 'Remove from list' })
    await question.getByText(/stay as they are/).waitFor()
    expect(await violations()).toEqual([])
    await question.getByRole('button', { name: 'Remove from list' }).click()
    await question.waitFor({ state: 'detached' })
    await menu().click()
    await list.getByRole('button', { name: /^Slackwater Studio/ }).waitFor()
    await expect.poll(() => list.getByRole('button', { name: /kiln notes/ }).count()).toBe(0)
    expect(existsSync(join(home, 'kiln notes', 'Start.md'))).toBe(true)
    expect(problems).toEqual([])
  })
}

/** Enough notes that reading them takes a moment. */
function writeVault(folder: string): void {
  mkdirSync(join(folder, '.obsidian'), { recursive: true })
  mkdirSync(join(folder, 'glazes'))
  writeFileSync(join(folder, 'Start.md'), '# Start\n\nSee [[glaze 7]].\n')
  const body = Array.from(
    { length: 120 },
    (_, line) => `Line ${line} says how long the kiln is fired, and at which heat.`,
  ).join('\n\n')
  for (let number = 0; number < NOTES; number += 1)
    writeFileSync(
      join(folder, 'glazes', `glaze ${number}.md`),
      `# Glaze ${number}\n\nFired ${number % 31} times. Next: [[glaze ${number + 1}]]\n\n${body}\n`,
    )
}
