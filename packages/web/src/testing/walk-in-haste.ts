import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from './open-page.ts'
import { type RunningSimulator, startSimulator } from './start-simulator.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** As long as the page itself is waited for. */

/** What a person does faster than the page hears from the server: the steps build on each other. */
export function walkInHaste(browser: Browser): void {
  let simulator: RunningSimulator
  let varve: RunningVarve
  let page: Page

  beforeAll(async () => {
    simulator = await startSimulator(['answer'])
    varve = await startVarve({
      ANTHROPIC_API_KEY: 'sk-ant-of-a-walk',
      ANTHROPIC_BASE_URL: simulator.baseUrls['anthropic'] ?? '',
    })
    page = await openPage(browser)
    await page.goto(varve.url)
  })

  afterAll(async () => {
    await varve?.stop()
    await simulator?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })

  /** Starts a chat and sends at once; `pause` lets the page ask for a forecast, and so for the chat, before. */
  async function askInNewChat(text: string, pause: number): Promise<void> {
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
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

  test('settings changed right after each other are all saved, also the one that Escape leaves', async () => {
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.keyboard.type('sonnet 4.5')
    await page.getByRole('option', { name: /Sonnet 4\.5/ }).waitFor()
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: /^Model settings/ })
    await button.click()
    const surface = page.getByRole('dialog', { name: 'Model settings' })
    const saves: unknown[] = []
    page.on('response', (answer) => {
      if (answer.url().endsWith('/settings') && answer.ok()) saves.push(answer.request().postDataJSON())
    })
    await surface.getByLabel('Temperature').fill('0.3')
    await surface.getByLabel('Output limit').fill('3000')
    await page.keyboard.press('Enter')
    await surface.getByLabel('Reasoning effort').selectOption('low')
    await surface.getByLabel('Output limit').fill('4000')
    await page.keyboard.press('Escape')
    // Compared as a whole, so that a failure names the one that is missing.
    await expect
      .poll(() => saves)
      .toEqual([
        { temperature: 0.3 },
        { maxOutputTokens: 3_000 },
        { reasoningEffort: 'low' },
        { maxOutputTokens: 4_000 },
      ])
    await page.reload()
    await button.click()
    await expect.poll(() => surface.getByLabel('Output limit').inputValue()).toBe('4000')
    expect(await surface.getByLabel('Temperature').inputValue()).toBe('0.3')
    expect(await surface.getByLabel('Reasoning effort').inputValue()).toBe('low')
  })

  test('a field holds what was just set, also before the page hears that it is being saved', async () => {
    const limit = page.getByRole('dialog', { name: 'Model settings' }).getByLabel('Output limit')
    await limit.fill('5000')
    const held = await limit.evaluate(async (field: HTMLInputElement) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      // React renders before this continues; a timer would miss the first render.
      await Promise.resolve()
      return field.value
    })
    expect(held).toBe('5000')
    await limit.fill('4000')
    await page.keyboard.press('Enter')
  })

  test('a temperature that is not sent while the model thinks says so', async () => {
    const surface = page.getByRole('dialog', { name: 'Model settings' })
    const said = surface.getByText('Not sent while a reasoning effort is set')
    await said.waitFor()
    await page.getByRole('button', { name: 'Model settings: effort low, at most 4,000 out' }).waitFor()
    await surface.getByLabel('Reasoning effort').selectOption('')
    await said.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /temperature 0\.3/ }).waitFor()
  })

  test('what is asked right after a setting was changed is asked with it', async () => {
    await page.route('**/settings', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.fallback()
    })
    await page
      .getByRole('dialog', { name: 'Model settings' })
      .getByLabel('Reasoning effort')
      .selectOption('high')
    await page.keyboard.press('Escape')
    await message().fill('With much effort?')
    await page.keyboard.press('Enter')
    const answer = page.getByRole('article', { name: /^Answer 1 / })
    await expect.poll(() => answer.locator('.usage-facts').innerText()).toContain('effort high')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('what is typed on right after a pick stands in its order, however late the next frame comes', async () => {
    await page.goto(varve.url)
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await page.evaluate(() => {
      const frame = window.requestAnimationFrame.bind(window)
      window.requestAnimationFrame = (draw) => frame(() => setTimeout(draw, 300))
    })
    await message().pressSequentially('@launch-plan')
    await page
      .getByRole('option', { name: /launch-plan/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('and then', { delay: 100 })
    expect(await message().inputValue()).toBe('and then')
  })

  test('a blank that is typed out of habit right after a pick is not doubled', async () => {
    const pick = async (name: string) => {
      await page.keyboard.type(`@${name}`)
      await page
        .getByRole('option', { name: new RegExp(name) })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
    }
    await message().fill('')
    await page.keyboard.type('Compare ')
    await pick('pricing')
    await page.keyboard.type(' with ')
    await pick('launch-plan')
    expect(await message().inputValue()).toBe('Compare with ')
    await page.keyboard.type('  as it is')
    expect(await message().inputValue()).toBe('Compare with  as it is')
  })
}
