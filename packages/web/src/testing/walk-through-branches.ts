import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { onlyWhatIsAttached } from './only-what-is-attached.ts'
import { openPage } from './open-page.ts'
import { type RunningSimulator, startSimulator } from './start-simulator.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** As long as the page itself is waited for. */

/** Several models, branches and what one does with answers, as a person does it: the steps build on each other. */
export function walkThroughBranches(browser: Browser): void {
  let simulator: RunningSimulator
  let varve: RunningVarve
  let context: BrowserContext
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    simulator = await startSimulator(['401-echo', 'answer', 'slow'])
    varve = await startVarve({
      ANTHROPIC_API_KEY: 'sk-ant-of-a-walk',
      ANTHROPIC_BASE_URL: simulator.baseUrls['anthropic'] ?? '',
    })
    page = await openPage(browser, problems)
    context = page.context()
    await page.goto(varve.url)
    await onlyWhatIsAttached(page)
  })

  afterAll(async () => {
    await varve?.stop()
    await simulator?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })
  const column = (name: RegExp | string) => page.getByRole('article', { name })
  const ended = (number: number, tab: Page = page) =>
    tab.getByRole('article', { name: new RegExp(`^Answer ${number} `) }).and(tab.locator('[aria-busy=false]'))
  const questions = () => page.getByRole('article', { name: 'You' })
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name })

  async function ask(text: string): Promise<void> {
    await message().fill(text)
    await page.keyboard.press('Enter')
  }

  async function choose(menu: string, item: string | RegExp, within: Page | Locator = page): Promise<void> {
    await button(menu, within).last().click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  const violations = () => axeViolations(page)

  test('several models are ticked by keys, and the gauge says what each and all would cost', async () => {
    await button(/^Model:/).click()
    await page.getByLabel('Ask several at once').check()
    await page.getByRole('combobox', { name: 'Search models' }).fill('sonnet 5.5')
    await page.keyboard.press('Enter')
    await page.getByText('2 of at most 8').waitFor()
    await page.keyboard.press('Escape')
    await button('Model: 2 models').waitFor()
    await message().fill('When do we launch?')
    await button(/for all 2$/).click()
    const each = page.getByRole('table', { name: 'Next request, by model' })
    expect(await each.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Offline.*free$/s),
      expect.stringMatching(/^Claude Sonnet 5\.5.*\$0\.0\d+$/s),
      expect.stringMatching(/^Together.*\$0\.0\d+$/s),
    ])
    await page.keyboard.press('Escape')
  })

  test('they answer beside each other; one that fails says so by itself and is tried again in its place', async () => {
    await message().press('Enter')
    await column('Answer 1 by Offline').getByText('Done', { exact: true }).waitFor()
    const failed = column('Answer 1 by Claude Sonnet 5.5')
    await failed.getByText('Failed', { exact: true }).waitFor()
    await column('Answer 1 by Offline').getByText('The chat continues with this answer').waitFor()
    expect(await violations()).toEqual([])
    await button('Try again', failed).click()
    await failed.getByRole('group', { name: 'Answer 2 of 2' }).waitFor()
    await failed.getByText('Done', { exact: true }).waitFor()
    await button('Answer: previous', failed).click()
    await failed.getByText(/answered 401/).waitFor()
    await button('Answer: next', failed).click()
  })

  test('the chat goes on with all of them when it is opened again; a new one begins with one', async () => {
    await page.reload()
    await button('Model: 2 models').waitFor()
    const chat = page.url()
    await button('New chat').click()
    await button(/^Model: Offline/).waitFor()
    await page.goto(chat)
    await button('Model: 2 models').waitFor()
    await column('Answer 1 by Claude Sonnet 5.5').getByText('Done', { exact: true }).waitFor()
  })

  test('while one still writes it can be stopped alone; it goes on where it was cut', async () => {
    await ask('And what blocks it?')
    const slow = column('Answer 2 by Claude Sonnet 5.5')
    await column('Answer 2 by Offline').getByText('Done', { exact: true }).waitFor()
    await slow.getByText('sentence 3').waitFor()
    await button('Stop Claude Sonnet 5.5', slow).click()
    await slow.getByText(/^Stopped\. .*kept\.$/).waitFor()
    await button(/^Continue$/, slow)
      .and(page.locator(':enabled'))
      .click()
    await ended(3).waitFor()
    await page.getByText('Continued', { exact: true }).waitFor()
    expect(await questions().count()).toBe(2)
    expect(await slow.getByText('Continued below.').count()).toBe(1)
  })

  test('on a phone the models are tabs, and nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await button('Chats').waitFor()
    const tabs = page.getByRole('tablist', { name: 'Models that were asked' }).first()
    expect(await tabs.getByRole('tab').allInnerTexts()).toEqual([
      expect.stringContaining('Offline'),
      expect.stringContaining('Claude Sonnet 5.5'),
    ])
    await tabs.getByRole('tab', { selected: true }).focus()
    await page.keyboard.press('ArrowRight')
    await tabs.getByRole('tab', { selected: true }).and(page.locator(':focus')).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await violations()).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('going on with another answer leaves what followed the first; it comes back with it', async () => {
    await button('Continue with Offline').first().click()
    await expect.poll(() => questions().count()).toBe(1)
    await button(/^Model: Offline/).waitFor()
    await button('Continue with Claude Sonnet 5.5').click()
    await expect.poll(() => questions().count()).toBe(2)
    await button('Model: Claude Sonnet 5.5').waitFor()
  })

  test('a message is asked in other words; both stay, and the switch keeps its focus', async () => {
    await ask('Who decides?')
    await ended(4).waitFor()
    await questions().last().hover()
    await button('Edit this message').last().click()
    const field = page.getByRole('textbox', { name: 'Edit this message' })
    await field.fill('Who is asked?')
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')
    await questions().getByText('Who decides?', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('e')
    await field.fill('Who is asked?')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Branch 2 of 2' }).waitFor()
    await ended(4).waitFor()
    const before = button('Branch: previous')
    await before.click()
    await questions().getByText('Who decides?', { exact: true }).waitFor()
    expect(await before.evaluate((element) => element === document.activeElement)).toBe(true)
    await button('Branch: next').click()
    await questions().getByText('Who is asked?', { exact: true }).waitFor()
  })

  test('answered again, by the same or another model, the answers take turns', async () => {
    await choose('Answer again', /^Answer with Claude/)
    await ended(4).getByRole('group', { name: 'Answer 2 of 2' }).waitFor()
    await ended(4).waitFor()
    await choose('Answer again', 'With another model…')
    await page.keyboard.type('offline')
    await page.getByRole('option', { name: /^Offline/ }).waitFor()
    await page.keyboard.press('Enter')
    await column('Answer 4 by Offline').getByRole('group', { name: 'Answer 3 of 3' }).waitFor()
    await ended(4).waitFor()
    await button('Answer: previous').last().click()
    await column('Answer 4 by Claude Sonnet 5.5').waitFor()
    await choose('Answer again', 'Ask again with the current notes')
    await page.getByRole('group', { name: 'Branch 3 of 3' }).waitFor()
    await ended(4).waitFor()
  })

  test('an answer becomes a note, and is added to another', async () => {
    await choose('More about this answer', 'Save as note…')
    const dialog = page.getByRole('dialog', { name: 'Save as note' })
    await dialog.getByLabel('Path in the workspace').fill('answers/launch.md')
    await page.keyboard.press('Enter')
    await page.getByText('Saved as answers/launch.md.').waitFor()
    await choose('More about this answer', 'Save as note…')
    await dialog.getByLabel('Path in the workspace').fill('answers/launch')
    await page.keyboard.press('Enter')
    await dialog.getByText(/^A note .* already exists\.$/).waitFor()
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')
    await choose('More about this answer', 'Append to note…')
    await page.getByRole('combobox', { name: 'Note' }).fill('launch-pl')
    await page.getByRole('option', { name: /launch-plan/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText('Added to product/launch-plan.md.').waitFor()
    const saved = readFileSync(join(varve.notes, 'answers/launch.md'), 'utf8').trim()
    expect(readFileSync(join(varve.notes, 'product/launch-plan.md'), 'utf8')).toContain(saved)
  })

  test('what another tab asks shows here at once; what it is too late for stays a draft', async () => {
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('textbox', { name: 'Message' }).fill('And from over here?')
    // It is ready once the page knows who would answer.
    await button('Send', other).click()
    await ended(5, other).waitFor()
    await questions().getByText('And from over here?').waitFor()
    await ended(5).waitFor()
    await other.close()
    // Another browser tells this page nothing: it learns of the answer that runs there when it sends.
    await page.route('**/chats/*/turns', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'answer-running', detail: 'An answer is being written.' },
      }),
    )
    await ask('Too late?')
    // By the time that the page asks again, nothing runs: then it does not say to wait.
    await page
      .getByText(/^This chat was continued in another tab\. Your draft is kept\. Read its newer turns/)
      .waitFor()
    expect(await message().inputValue()).toBe('Too late?')
    await page.unroute('**/chats/*/turns')
    await button('Close this message').click()
    await message().fill('')
  })

  test('turns that are not loaded come when one scrolls to them', async () => {
    // As if a page held two turns: the chat is cut here, what comes before is the server’s.
    await page.route(/\/chats\/[^/]+$/, async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const chat = (await response.json()) as { turns: unknown[]; earlier: number }
      const cut = { ...chat, turns: chat.turns.slice(-1), earlier: chat.turns.length - 1 }
      return route.fulfill({ response, json: cut })
    })
    // So low that the last turn alone does not fit.
    await page.setViewportSize({ width: 1440, height: 380 })
    await page.reload()
    await questions().last().waitFor()
    await page.getByRole('region', { name: 'Conversation' }).evaluate((box) => box.scrollTo(0, 0))
    await page.locator('[data-turn="1"]').waitFor()
    expect(await page.getByText(/^Turn \d+ of \d+$/).count()).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await button('Jump to the end').click()
  })

  test('a passage of another branch is found, and opens in that branch', async () => {
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('who decides')
    const found = page.getByRole('list', { name: 'Chats found' }).getByRole('link')
    await found.getByText('decides').first().waitFor()
    await found.first().click()
    await questions().getByText('Who decides?', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('')
    await button('Branch: next').click()
    await button('Branch: next').click()
    await expect.poll(() => questions().count()).toBe(4)
  })

  test('a fork is a chat of its own', async () => {
    await choose('More about this answer', 'Fork into a new chat')
    await page.getByRole('heading', { level: 1, name: /\(fork\)$/ }).waitFor()
    await expect.poll(() => questions().count()).toBe(4)
    expect(problems.filter((problem) => !/409/.test(problem))).toEqual([])
  })
}
