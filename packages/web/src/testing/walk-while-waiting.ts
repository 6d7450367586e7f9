import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdCalls } from './hold-calls.ts'
import { onlyWhatIsAttached } from './only-what-is-attached.ts'
import { openPage } from './open-page.ts'
import { type RunningSimulator, startSimulator } from './start-simulator.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** What a person does while the page waits: for a file, for an input method, for a server that hangs. */
export function walkWhileWaiting(browser: Browser): void {
  let simulator: RunningSimulator
  let varve: RunningVarve
  let page: Page

  beforeAll(async () => {
    simulator = await startSimulator(['slow'])
    varve = await startVarve({
      ANTHROPIC_API_KEY: 'sk-ant-of-a-walk',
      ANTHROPIC_BASE_URL: simulator.baseUrls['anthropic'] ?? '',
    })
    page = await openPage(browser)
    await page.goto(varve.url)
    await onlyWhatIsAttached(page)
  })

  afterAll(async () => {
    await varve?.stop()
    await simulator?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })
  const answer = (number: number) => page.getByRole('article', { name: new RegExp(`^Answer ${number}`) })
  const questions = () => page.getByRole('article', { name: 'You' })
  const addFile = (name: string, text: string) =>
    page
      .getByLabel('Files to upload')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

  test('Enter during an upload waits, can be taken back, and sends with the file once it is there', async () => {
    const held = await holdCalls(page, { method: 'POST', path: /\/uploads$/ })
    await addFile('heights.csv', 'harbour,height\nNorth,4.2\n')
    await held.arrived
    await message().fill('How high is it in the north?')
    await page.keyboard.press('Enter')
    const waiting = page.getByText('Sends when the upload finishes.')
    await waiting.waitFor()
    expect(await message().inputValue()).toBe('How high is it in the north?')
    await page.keyboard.press('Escape')
    await waiting.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await waiting.waitFor()
    await held.release()
    await answer(1).and(page.locator('[aria-busy=false]')).waitFor()
    expect(await message().inputValue()).toBe('')
    expect(await questions().first().innerText()).toContain('heights.csv')
    expect(await answer(1).innerText()).toContain('4.2')
  })

  test('a file that cannot be added keeps the message from going without it', async () => {
    await page.route('**/uploads?*', (route) => route.abort())
    const held = await holdCalls(page, { method: 'POST', path: /\/uploads$/ })
    await addFile('depths.csv', 'harbour,depth\nNorth,9\n')
    await held.arrived
    await message().fill('And how deep?')
    await page.keyboard.press('Enter')
    await held.release()
    await page.getByText('Not sent: a file couldn’t be added.').waitFor()
    expect(await questions().count()).toBe(1)
    expect(await message().inputValue()).toBe('And how deep?')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Remove depths.csv' }).click()
  })

  test.each([{ isComposing: true }, { keyCode: 229 }])(
    'Enter that ends a composition never sends: %o',
    async (how) => {
      await message().fill('こんにちは')
      await message().evaluate((field, init) => {
        const event = { key: 'Enter', bubbles: true, cancelable: true, ...init }
        field.dispatchEvent(new KeyboardEvent('keydown', event))
      }, how)
      // Sent text has left the field before the next key is handled.
      await page.keyboard.press('End')
      await page.keyboard.type('!')
      expect(await message().inputValue()).toBe('こんにちは!')
      expect(await questions().count()).toBe(1)
      await message().fill('')
    },
  )

  test('a server that hangs is noticed, Stop answers at once, and all goes on when it is back', async () => {
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.keyboard.type('sonnet 5.5')
    await page.getByRole('option', { name: /Sonnet 5\.5/ }).waitFor()
    await page.keyboard.press('Enter')
    await message().fill('Tell me slowly.')
    await page.keyboard.press('Enter')
    await answer(2)
      .getByText(/sentence 2 of/)
      .waitFor()
    const trouble = page.locator('.server-trouble')
    const goOn = varve.hang()
    try {
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await page.getByRole('button', { name: 'Stopping…' }).waitFor()
      await trouble.getByText('Varve isn’t responding.').waitFor()
      await page.getByText('Couldn’t stop. Varve isn’t responding.').waitFor()
    } finally {
      goOn()
    }
    await page.getByRole('navigation').getByText('Saved locally').waitFor()
    await trouble.waitFor({ state: 'detached' })
  })
}
