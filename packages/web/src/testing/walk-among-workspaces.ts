import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { fileParts } from './file-parts.ts'
import { VAULT_NOTES } from './write-vault.ts'

interface WorkspacesWalk {
  /** With a vault `kiln notes` in it, and an empty folder. */
  readonly home: () => string
  /** What the page has logged. */
  readonly problems: string[]
  /** What was asked of any other machine. */
  readonly elsewhere: readonly string[]
}

/** Opens a second workspace, reads in it and removes it again: in a page that another walk has opened. */
export function walkAmongWorkspaces(
  getPage: () => Page,
  { home, problems, elsewhere }: WorkspacesWalk,
): void {
  const { row, filter, title, files } = fileParts(getPage)

  test('a folder that is not there is refused in words', async () => {
    const page = getPage()
    await page.getByRole('button', { name: /^Slackwater Studio/ }).click()
    await page.getByRole('button', { name: 'Open folder…' }).click()
    const path = page.getByRole('textbox', { name: 'Path of the folder' })
    await page.getByRole('button', { name: /^kiln notes/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await path.and(page.locator(':focus')).waitFor()
    await path.fill(join(home(), 'nothing'))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/nothing/)
      .waitFor()
    await path.fill(join(home(), 'nothing at all'))
    await expect.poll(() => page.getByRole('dialog').getByRole('alert').count()).toBe(0)
    await page.getByRole('textbox', { name: 'Path of the folder' }).press('Enter')
    await page
      .getByRole('alert')
      .getByText(/^There is no folder at/)
      .waitFor()
    await path.fill(home())
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'nothing in it' }).press('Enter')
    await page.getByText('No folders in here.').and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Folder above' }).click()
    await page.getByRole('button', { name: /^kiln notes.*Obsidian vault/ }).click()
    await page.getByText(/notes? here.*an Obsidian vault/).waitFor()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(/\/w\/[^/]+\//)
    expect(problems.splice(0).filter((each) => !/422/.test(each))).toEqual([])
  })

  test('while its files are read the page says how far it is; it can be paused, and is then done', async () => {
    const page = getPage()
    const progress = page.getByRole('region', { name: 'Reading the files' })
    const done = () => page.getByRole('button', { name: new RegExp(`^kiln notes.*${VAULT_NOTES + 1} files`) })
    await done().waitFor()
    // Restarted and paused immediately, so that reading speed doesn't matter.
    await page.evaluate(async () => {
      const control = (action: string) =>
        fetch(
          `/s/${localStorage.getItem('varve.page-key')}/api/workspaces/${location.pathname.split('/')[2] ?? ''}/index`,
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ action }),
          },
        )
      await control('rebuild')
      await control('pause')
    })
    await progress.getByText(/^Paused at [\d,]+ of [\d,]+ files/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await progress.getByRole('button', { name: 'Resume reading' }).press('Enter')
    await progress.waitFor({ state: 'detached', timeout: 60_000 })
    // The pressed button disappears with it.
    await done().and(page.locator(':focus')).waitFor()
  })

  test('the new workspace has its own files, with the way to Obsidian', async () => {
    const page = getPage()
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

  test('chats that lie in the folder as files are offered, and are back once someone wants them', async () => {
    const page = getPage()
    const chats = join(home(), 'kiln notes', 'Varve', 'chats')
    mkdirSync(chats, { recursive: true })
    const stamp = '[Timestamp: 2026/11/01 10:00:00]'
    const said = `**user**: When is the firing?\n${stamp}\n\n**ai**: On Friday.\n${stamp}\n`
    writeFileSync(join(chats, 'Firing 1.md'), said)
    await page.reload()
    await page.getByText('Varve/chats holds 1 chat not listed here.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Restore chats' }).click()
    await page.getByText('1 chat restored.').waitFor()
    await page.getByRole('button', { name: 'Restore chats' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Firing/ }).waitFor()
  })

  test('what a note was before Varve changed it can be compared and brought back', async () => {
    const page = getPage()
    await title('Glaze 7').waitFor()
    const path = decodeURIComponent(/#\/files\/([^?]*)/.exec(page.url())?.[1] ?? '')
    const note = join(home(), 'kiln notes', path)
    const before = readFileSync(note, 'utf8')
    const written = await page.evaluate(
      async ({ at, text }) => {
        const api = `/s/${localStorage.getItem('varve.page-key')}/api`
        const content = `${api}/workspaces/${location.pathname.split('/')[2] ?? ''}/files/content`
        const query = `path=${encodeURIComponent(at)}`
        const { contentHash } = (await (await fetch(`${content}?${query}`)).json()) as { contentHash: string }
        const headers = { 'content-type': 'application/octet-stream' }
        const change = { method: 'PUT', headers, body: `${text}\nA line of an agent.\n` }
        return (await fetch(`${content}?${query}&expect=${contentHash}`, change)).status
      },
      { at: path, text: before },
    )
    expect(written).toBe(200)
    await page.reload()
    await page.getByText('A line of an agent.').waitFor()
    await page.getByRole('heading', { name: 'Earlier versions 1' }).waitFor()
    await page.getByRole('button', { name: 'Changes since' }).click()
    await page
      .getByRole('region', { name: /^Changes to glaze 7/ })
      .getByText('A line of an agent.')
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('Restored the earlier version of glaze 7.md.').waitFor()
    expect(readFileSync(note, 'utf8')).toBe(before)
  })

  test('a file that is dropped where nothing takes it does not replace the page', async () => {
    const page = getPage()
    const isKept = await page.locator('.sidebar').evaluate((element) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.txt'))
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      return !element.dispatchEvent(drop)
    })
    expect(isKept).toBe(true)
  })

  test('on a phone the tree and the note take turns, and nothing is wider than the screen', async () => {
    const page = getPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await title('Glaze 7').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'All files' }).click()
    await row('glazes').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('on a phone the menu of workspaces is whole', async () => {
    const page = getPage()
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Chats' })
    await drawer.getByRole('button', { name: /^kiln notes/ }).click()
    const edge = async (part: Locator) => {
      const { x, width } = (await part.boundingBox()) ?? { x: 0, width: Number.NaN }
      return x + width
    }
    const remove = drawer.getByRole('button', { name: 'Remove kiln notes from list' })
    await remove.waitFor()
    expect(await edge(remove)).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the menu leads back to the first workspace', async () => {
    const page = getPage()
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
      const page = getPage()
      await page.emulateMedia({ colorScheme })
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      const dialog = page.getByRole('main', { name: 'Settings' })
      const byMeaning = dialog.getByRole('switch', { name: 'Semantic search' })
      const chatFiles = dialog.getByRole('switch', { name: 'Keep chats as Markdown files' })
      if (colorScheme === 'light') {
        await dialog.getByText(/For the \d+ passages here: about .* of disk/).waitFor()
        expect(await dialog.innerText()).toContain('on this machine')
        await byMeaning.focus()
        await page.keyboard.press('Space')
        await dialog.getByText(/of \d+ passages\.$|passages are ready\.$/).waitFor()
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
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.emulateMedia({ colorScheme: 'light' })
    },
  )

  test('a workspace leaves the list when one says so, and its folder stays', async () => {
    const page = getPage()
    const menu = () => page.getByRole('button', { name: /^Slackwater Studio/ }).first()
    await menu().click()
    const list = page.getByRole('list', { name: 'Workspaces' })
    await list.getByRole('button', { name: 'Remove kiln notes from list' }).click()
    const question = page.getByRole('dialog', { name: 'Remove from list' })
    await question.getByText(/stay as they are/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await question.getByRole('button', { name: 'Remove from list' }).click()
    await question.waitFor({ state: 'detached' })
    await menu().click()
    await list.getByRole('button', { name: /^Slackwater Studio/ }).waitFor()
    await expect.poll(() => list.getByRole('button', { name: /kiln notes/ }).count()).toBe(0)
    expect(existsSync(join(home(), 'kiln notes', 'Start.md'))).toBe(true)
    expect(problems).toEqual([])
  })
}
