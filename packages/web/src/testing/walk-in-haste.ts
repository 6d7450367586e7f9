import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** What a person does faster than the page hears from the server: the steps build on each other. */
export function walkInHaste(browser: Browser): void {
  let varve: RunningVarve
  let page: Page

  beforeAll(async () => {
    varve = await startVarve()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await page.goto(varve.url)
  })

  afterAll(async () => {
    await varve?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })

  /** Starts a chat and sends at once; `pause` lets the page ask for a forecast, and so for the chat, before. */
  async function askInNewChat(text: string, pause: number): Promise<void> {
    await page.getByRole('button', { name: 'New chat' }).click()
    await page.getByRole('heading', { level: 1, name: 'New chat' }).waitFor()
    await message().fill(text)
    await page.waitForTimeout(pause)
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: /^Answer 1 / }).waitFor()
    expect(await page.getByRole('region', { name: 'Conversation' }).innerText()).toContain(text)
  }

  test('ten chats in a row, each sent at once, all show what was sent', async () => {
    for (let chat = 1; chat <= 10; chat += 1) await askInNewChat(`Quick question ${chat}?`, chat * 40)
  })

  test('so do they when the page still waits for the chat as it was before', async () => {
    // Its first view is made by the server at once and held on its way: it is from before the message.
    const held = new Set<string>()
    await page.route(/\/chats\/[^/]+$/, async (route) => {
      const call = route.request()
      if (call.method() !== 'GET' || held.has(call.url())) return route.continue()
      held.add(call.url())
      const response = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      return route.fulfill({ response })
    })
    for (let chat = 1; chat <= 3; chat += 1) await askInNewChat(`Late question ${chat}?`, 500)
    expect(held.size).toBeGreaterThanOrEqual(3)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}
