import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** A key for another program is made, used, and revoked: the steps build on each other. */
export function walkWithApiKeys(browser: Browser): void {
  let varve: RunningVarve
  let page: Page
  let key = ''
  const problems: string[] = []

  beforeAll(async () => {
    varve = await startVarve()
    page = await openPage(browser, problems)
    await page.goto(varve.url)
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.evaluate(() => void (location.hash = '#/settings/programs'))
  })

  afterAll(() => varve?.stop())

  const section = () => page.getByRole('region', { name: /^API keys/ })
  const dialog = () => page.getByRole('dialog')
  const list = () => section().getByRole('list', { name: 'API keys' })
  const ask = (path: string) =>
    fetch(new URL(path, page.url()), { headers: { authorization: `Bearer ${key}` } })

  test('a key is made with its limits, and shown once', async () => {
    await section().getByText('No API keys yet.').waitFor()
    await section().getByRole('button', { name: 'New API key' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Editor')
    await dialog().getByRole('checkbox').first().check()
    await dialog()
      .getByRole('textbox', { name: /^Models/ })
      .fill('offline\nopenai/*')
    const limit = dialog().getByRole('textbox', { name: /^Spending limit/ })
    await limit.fill('none')
    await dialog().getByText('Enter an amount above 0, such as 5 or 0.50.').waitFor()
    expect(await dialog().getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true)
    await limit.fill('5')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    key = await dialog().getByRole('status', { name: 'The key' }).innerText()
    expect(key).toMatch(/^sk-varve-[\w-]{43}$/)
    expect(await axeViolations(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Done' }).click()
    await list()
      .getByText(`…${key.slice(-4)}`)
      .waitFor()
    expect(await list().innerText()).toMatch(
      /^Editor …[\w-]{4}\s+Reads and writes · .+ · offline, openai\/\*\s+Never used · \$0 of \$5\.00 spent\s+Revoke$/,
    )
    expect(await page.content()).not.toContain(key)
  })

  test('it opens what it is for, and is shown as used', async () => {
    const models = (await (await ask('/v1/models')).json()) as {
      readonly data: readonly { readonly id: string }[]
    }
    expect(models.data.map(({ id }) => id)).toContain('offline')
    await page.reload()
    await list()
      .getByText(/^Last used /)
      .waitFor()
  })

  test('revoked, it opens nothing, and stays as a record', async () => {
    await list().getByRole('button', { name: 'Revoke Editor' }).click()
    await list().getByText('Programs that use it stop working.').waitFor()
    await list().getByRole('button', { name: 'Revoke' }).click()
    await section().getByText('Revoked keys: 1').click()
    await section()
      .getByText(/ · Revoked /)
      .waitFor()
    expect((await ask('/v1/models')).status).toBe(401)
    expect(await axeViolations(page)).toEqual([])
  })

  test('the page about the API opens beside it, by itself and accessible', async () => {
    const opened = page.waitForEvent('popup')
    await section().getByRole('link', { name: 'All routes' }).click()
    const docs = await opened
    await docs.getByRole('heading', { name: 'Creates an API key' }).waitFor()
    // The whole has thousands of rows of these few kinds.
    await docs.evaluate(() => {
      for (const one of document.querySelectorAll('main > section:nth-of-type(n+2)')) one.remove()
      for (const one of document.querySelectorAll('nav ul ul')) one.remove()
    })
    expect(await axeViolations(docs)).toEqual([])
    expect(problems).toEqual([])
  })
}
