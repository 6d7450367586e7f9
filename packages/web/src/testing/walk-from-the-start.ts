import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** One walk through the product, as a person takes it first: the steps build on each other. */
export function walkFromTheStart(browser: Browser): void {
  let varve: RunningVarve
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    varve = await startVarve()
    // The offline model quotes it three words at a time: that takes seconds, and can be stopped.
    const prices = Array.from({ length: 4 }, (_, part) => `Price ${part}: ${'a b c '.repeat(90)}`)
    writeFileSync(join(varve.notes, 'prices.md'), prices.join('\n\n'))
    page = await openPage(browser, problems)
  })

  afterAll(async () => {
    await varve?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })
  const chatFiles = () => {
    const folder = join(varve.notes, 'Varve', 'chats')
    const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
    return names.map((name) => join(folder, name))
  }
  const answers = () => page.getByRole('article', { name: /^Answer/ })
  const layer = (id: string) => page.locator(`.layer[data-layer=${id}]`)
  const chip = (name: string) =>
    page.getByRole('group', { name: 'Context of the next message' }).getByText(name)

  async function attach(query: string, path: string): Promise<void> {
    await message().pressSequentially(`@${query}`)
    await page.getByRole('option', { name: new RegExp(path) }).waitFor()
    await page.keyboard.press('Enter')
  }

  async function ask(text: string): Promise<void> {
    await message().pressSequentially(text)
    await page.keyboard.press('Enter')
  }

  async function answered(count: number): Promise<string> {
    await answers()
      .nth(count - 1)
      .getByRole('button', { name: 'Copy the answer' })
      .waitFor()
    expect(await answers().count()).toBe(count)
    return answers()
      .nth(count - 1)
      .innerText()
  }

  test('a new chat says what it is for and offers three questions', async () => {
    await page.goto(varve.url)
    const questions = page.getByRole('list', { name: 'Suggested questions' }).getByRole('button')
    await questions.first().waitFor()
    expect(await questions.count()).toBe(3)
    expect(page.url()).not.toContain('token')
    await page.getByText('extracts, no language model').waitFor()
  })

  test('what was typed stays, under a double click in the list and beside a question to begin with', async () => {
    const questions = page.getByRole('list', { name: 'Suggested questions' })
    await message().pressSequentially('My words @')
    await page.getByRole('option').first().waitFor()
    const place = () =>
      questions.evaluate((list) => {
        for (const option of document.querySelectorAll('.mention-option')) {
          const { x, y, width, height } = option.getBoundingClientRect()
          const at = [x + width / 2, y + height / 2] as const
          const [top, ...below] = document.elementsFromPoint(...at)
          const isOver = below.some((each) => each.closest('button') !== null && list.contains(each))
          if (top !== undefined && option.contains(top) && isOver) return at
        }
        return undefined
      })
    await expect.poll(place).toBeDefined()
    const [x, y] = (await place()) ?? [0, 0]
    await page.mouse.dblclick(x, y)
    const chips = page.getByRole('group', { name: 'Context of the next message' }).locator('.chip')
    await chips.first().waitFor()
    expect(await message().inputValue()).toBe('My words ')
    expect(await chips.count()).toBe(1)
    await questions.getByRole('button').last().click()
    expect(await message().inputValue()).toBe('My words\n\nWhich decision did we reverse and why?')
    await message().fill('')
    for (let left = await chips.count(); left > 0; left -= 1)
      await chips
        .first()
        .getByRole('button', { name: /^Remove/ })
        .click()
  })

  test('a note is attached with @, and the gauge says what sending would take', async () => {
    await attach('launch', 'launch-plan')
    await chip('launch-plan.md').waitFor()
    expect(await message().inputValue()).toBe('')
    await page
      .getByRole('group', { name: 'Next request' })
      .getByText(/of 126k/)
      .waitFor()
  })

  test('the answer streams in, with sources that open at their lines', async () => {
    await ask('When do we launch?')
    expect(await answered(1)).toContain('1 December 2026')
    const citation = answers()
      .first()
      .getByRole('button', { name: /^Source 1/ })
    await citation.click()
    const note = page.getByRole('dialog', { name: 'Note product/launch-plan.md' })
    await note.locator('.cited').first().waitFor()
    expect(await note.locator('.cited').allInnerTexts()).toContainEqual(
      expect.stringContaining('1 December 2026'),
    )
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    expect(await citation.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('a citation opens what its turn was given, also when the file has changed since', async () => {
    const file = join(varve.notes, 'product/launch-plan.md')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, `Moved to spring.\n${before}`)
    await answers()
      .first()
      .getByRole('button', { name: /^Source 1/ })
      .click()
    const note = page.getByRole('dialog', { name: 'Note product/launch-plan.md' })
    await note.getByText('The file has changed since this turn.').waitFor()
    await note.locator('.cited').first().waitFor()
    expect((await note.locator('.cited').allInnerTexts()).join()).toContain('1 December 2026')
    expect(await note.getByText('Moved to spring.').count()).toBe(0)
    await note.getByRole('button', { name: 'Show the file now' }).click()
    await note.getByText('Moved to spring.').waitFor()
    await page.keyboard.press('Escape')
    writeFileSync(file, before)
  })

  test('[E-1] the inspector shows five layers and the exact text of a segment', async () => {
    const list = page.locator('.layer')
    await list.first().waitFor()
    expect(await list.locator('.layer-tag').allInnerTexts()).toEqual(['L1', 'L2', 'L3', 'L4', 'L5'])
    await layer('L3')
      .getByRole('button', { name: /launch-plan\.md/ })
      .click()
    expect(await layer('L3').locator('.segment-text').innerText()).toContain('<note_context')
  })

  test('[L3-2] attached again, the note is a reference to the copy in the library', async () => {
    await attach('launch', 'launch-plan')
    await ask('And what blocks the launch?')
    await answered(2)
    await page.getByRole('heading', { level: 2, name: 'Turn 2' }).waitFor()
    await layer('L2')
      .getByRole('button', { name: /launch-plan\.md/ })
      .waitFor()
    expect(await layer('L3').innerText()).toContain('Reference')
    await page.getByRole('button', { name: 'Previous turn' }).click()
    await page.getByRole('heading', { level: 2, name: 'Turn 1' }).waitFor()
    await page.getByRole('tab', { name: 'Request' }).click()
    expect(await page.getByRole('tabpanel').innerText()).toContain('When do we launch?')
    await page.getByRole('tab', { name: 'Layers' }).click()
  })

  test('[A-6] what is kept can be forgotten, and that can be undone before it is sent', async () => {
    // The note, and the section of another one that it embeds.
    await page.getByRole('button', { name: /^2 kept/ }).click()
    await page.getByRole('button', { name: 'Forget product/launch-plan.md' }).click()
    await page.getByRole('button', { name: 'Undo: keep product/launch-plan.md' }).click()
    await page.getByRole('button', { name: /^2 kept/ }).waitFor()
  })

  test('after a reload the chat is there again, under its first words, and so is the draft', async () => {
    await attach('interviews', 'interviews-may')
    await message().pressSequentially('Not sent yet')
    await page.reload()
    await chip('interviews-may.md').waitFor()
    expect(await message().inputValue()).toBe('Not sent yet')
    await page.getByRole('button', { name: /^Remove .*interviews-may/ }).click()
    await message().fill('')
    await page.getByRole('heading', { level: 1, name: /^When do we launch/ }).waitFor()
    expect(await answers().count()).toBe(2)
    expect(await page.getByRole('link', { name: /^When do we launch/ }).getAttribute('aria-current')).toBe(
      'page',
    )
  })

  test('Esc stops an answer, and what had arrived stays', async () => {
    const [name = ''] = chatFiles()
    appendFileSync(name, '\nA word of my own.\n')
    await attach('prices', 'prices')
    await ask('What is each price?')
    await page.getByRole('button', { name: 'Stop' }).and(page.locator(':enabled')).waitFor()
    await page.keyboard.press('Escape')
    await answers()
      .nth(2)
      .getByText(/^Stopped\./)
      .waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
  })

  test('a chat whose file somebody changed says so: both files are kept', async () => {
    const said = page.getByRole('status', { name: 'Notices about the file of this chat' })
    await said.getByText(/was changed outside of Varve and is left as it is/).waitFor()
    const texts = chatFiles().map((name) => readFileSync(name, 'utf8'))
    expect(texts).toHaveLength(2)
    expect(texts.filter((text) => text.includes('A word of my own.'))).toHaveLength(1)
    expect(await said.getByRole('button', { name: 'Open its file' }).count()).toBe(1)
  })

  test.each(['light', 'dark'] as const)('axe finds nothing to object to, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await page.getByRole('button', { name: /^\d+ kept/ }).click()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('on a phone nothing is wider than the screen; chats are a drawer, the inspector a sheet', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Chats' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Chats' }).click()
    await page
      .getByRole('dialog', { name: 'Chats' })
      .getByRole('link', { name: /^When do we launch/ })
      .click()
    await page.getByRole('button', { name: /^Inspector/ }).click()
    const sheet = page.getByRole('dialog', { name: 'What the model sees' })
    expect(await sheet.locator('.layer').count()).toBe(5)
    expect((await sheet.boundingBox())?.height).toBeLessThan(700)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('at 400 % the conversation has the window, nothing is wider than it, and Tab skips to the message', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    await expect.poll(async () => (await page.locator('.thread').boundingBox())?.height).toBeGreaterThan(170)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await message().waitFor()
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await page.getByRole('button', { name: 'Skip to the message' }).press('Enter')
    await expect.poll(() => message().evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('keys open a new chat, the inspector and the list of keys', async () => {
    await page.keyboard.press('Control+Shift+O')
    await page.getByRole('heading', { level: 1, name: 'New chat' }).waitFor()
    const inspector = page.getByRole('complementary', { name: 'What the model sees' })
    await inspector.waitFor()
    await page.keyboard.press('Control+I')
    await inspector.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Shortcuts' }).getByText('New line').waitFor()
    await page.keyboard.press('Escape')
  })

  test('a key folds the sidebar to a rail, which it still is after a reload; its chats unfold it', async () => {
    const search = page.getByRole('searchbox', { name: 'Search chats' })
    await page.keyboard.press('Control+\\')
    await search.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Chats' }).click()
    await search.waitFor()
  })

  test('nothing was refused by the page’s policy and nothing failed on the way', () => {
    expect(problems).toEqual([])
  })

  test('a message that cannot be sent stays in the composer', async () => {
    await varve.stop()
    await ask('Is anybody there?')
    // Said at first to who has sent it, and soon for the whole page; not twice.
    await page.locator('.server-trouble').getByText('Your draft is kept.').waitFor()
    await page.locator('.toast').waitFor({ state: 'detached' })
    expect(await message().inputValue()).toBe('Is anybody there?')
  })
}
