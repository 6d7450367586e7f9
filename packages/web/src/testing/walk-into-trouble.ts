import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** What a person meets when things do not go as they should: the steps build on each other. */
export function walkIntoTrouble(browser: Browser): void {
  let varve: RunningVarve
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    varve = await startVarve()
    const lines = Array.from({ length: 30_000 }, (_, line) => `Line ${line} of a very long note.`)
    writeFileSync(join(varve.notes, 'endless.md'), lines.join('\n'))
    page = await openPage(browser)
    context = page.context()
    await page.goto(varve.url)
  })

  afterAll(async () => {
    await varve?.stop()
  })

  const messageIn = (tab: Page) => tab.getByRole('textbox', { name: 'Message' })
  const answersIn = (tab: Page) =>
    tab.getByRole('article', { name: /^Answer/ }).and(tab.locator('[aria-busy=false]'))

  async function askIn(tab: Page, text: string): Promise<void> {
    await messageIn(tab).pressSequentially(text)
    await tab.keyboard.press('Enter')
  }

  test('what does not fit cannot be sent; the card names the piece, and leaving it out helps', async () => {
    await messageIn(page).pressSequentially('@endless')
    await page.getByRole('option', { name: /endless/ }).waitFor()
    await page.keyboard.press('Enter')
    await messageIn(page).pressSequentially('What is this about?')
    await page.getByText(/^This does not fit: \d{3},\d{3} of \d{3},\d{3} tokens\.$/).waitFor()
    const send = page.getByRole('button', { name: 'Send', exact: true })
    expect(await send.isDisabled()).toBe(true)
    await page
      .locator('.composer')
      .getByText(/k over$/)
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Priority of endless.md: Normal' }).click()
    await page.getByRole('button', { name: 'Essential stays whole' }).click()
    await page.locator('.chip.essential').getByText('essential', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Leave out endless.md' }).click()
    await send.and(page.locator(':enabled')).waitFor()
  })

  test('what another tab asked is there when one comes back to this one', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await answersIn(page).first().waitFor()
    const other = await context.newPage()
    await other.goto(page.url())
    await askIn(other, 'And what else?')
    await answersIn(other).nth(1).waitFor()
    await other.close()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await answersIn(page).nth(1).waitFor()
  })

  test('a page that Varve no longer knows says so once, keeps the draft, and works on after signing in', async () => {
    const cookies = await context.cookies()
    await page.evaluate(() =>
      fetch(`/s/${localStorage.getItem('varve.page-key')}/api/browsers`, { method: 'DELETE' }),
    )
    await context.clearCookies()
    await askIn(page, 'Still there?')
    const notice = page.getByText('This page is no longer signed in.')
    await notice.waitFor()
    expect(await page.getByRole('alert').filter({ hasText: 'Varve' }).count()).toBe(1)
    // It is on its way for as long as that call takes, whichever call was refused first.
    await expect.poll(() => messageIn(page).inputValue()).toBe('Still there?')
    await context.addCookies(cookies)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await answersIn(page).nth(2).waitFor()
  })

  test('a chat that another tab put into the trash says so, keeps the draft, and is restored from there', async () => {
    const other = await context.newPage()
    await other.goto(page.url())
    await answersIn(other).first().waitFor()
    await messageIn(page).fill('One more thing')
    await other.getByRole('button', { name: 'More about this chat' }).click()
    await other.getByRole('menuitem', { name: 'Move to trash' }).click()
    await other.getByText(/^Moved “.*” to the trash\.$/).waitFor()
    await page.getByRole('alert').getByText('This chat is in the trash.').waitFor()
    const address = page.url()
    await other.goto(address)
    await other.getByRole('alert').getByText('This chat is in the trash.').waitFor()
    await other.close()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await answersIn(page).nth(2).waitFor()
    expect(await messageIn(page).inputValue()).toBe('One more thing')
    await messageIn(page).fill('')
  })

  test('an address that names nothing says so, and only that', async () => {
    const chat = page.url()
    const alerts = page.getByRole('alert')
    for (const hash of ['#/chats/nonsense', '#/xyz']) {
      await page.evaluate((wrong) => (location.hash = wrong), hash)
      await alerts.getByText('There is nothing at this address.').waitFor()
      expect(await messageIn(page).count()).toBe(0)
    }
    expect(await axeViolations(page)).toEqual([])
    await page.goto(new URL('/w/nope/', varve.url).href)
    await alerts.getByText('There is no such workspace.').waitFor()
    expect(await alerts.count()).toBe(1)
    expect(await page.getByText(/Saved locally|isn’t responding/).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Open the first workspace' }).click()
    await messageIn(page).waitFor()
    await page.goto(chat)
    await answersIn(page).first().waitFor()
  })

  test('a server that ends, and one that was started again, are noticed without anyone touching the page', async () => {
    const trouble = page.getByRole('alert').filter({ hasText: 'Varve' })
    const foot = page.getByRole('navigation')
    const calls: string[] = []
    page.on('request', (call) => calls.push(call.url()))
    await foot.getByText('Saved locally').waitFor()
    await messageIn(page).fill('Half a thought')
    varve = await varve.restart({
      port: new URL(varve.url).port,
      meanwhile: async () => {
        await trouble.getByText('Varve isn’t responding.').waitFor()
        await foot.getByText('No connection').waitFor()
        expect(await trouble.count()).toBe(1)
        // What was under way gives up; then only the stream of events tries again, every few seconds.
        const callsIn = async (milliseconds: number) => {
          calls.length = 0
          await page.waitForTimeout(milliseconds)
          return calls.filter((url) => url.endsWith('/workspaces/demo')).length
        }
        await expect.poll(() => callsIn(3_000), { timeout: 15_000 }).toBe(0)
        expect(calls.length).toBeLessThan(8)
      },
    })
    // Varve was told to forget this browser: a link in any tab signs it in, with the draft in place.
    await trouble.getByText('This page is no longer signed in.').waitFor()
    const linked = await context.newPage()
    await linked.goto(varve.url)
    await messageIn(linked).waitFor()
    await linked.close()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await trouble.waitFor({ state: 'detached' })
    await foot.getByText('Saved locally').waitFor()
    expect(await messageIn(page).inputValue()).toBe('Half a thought')
    await messageIn(page).fill('')
    const bookmark = await context.newPage()
    await bookmark.goto(new URL('/', varve.url).href)
    await messageIn(bookmark).waitFor()
    expect(bookmark.url()).toContain('/w/demo/')
    await bookmark.close()
    await askIn(page, 'And now?')
    await answersIn(page).nth(3).waitFor()
  })

  test.each(['in its chat', 'as the first of a new one'])(
    'a message that was stored counts as sent, also when the chat cannot be read again: %s',
    async (place) => {
      if (place !== 'in its chat')
        await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
      const text = `Was this sent, ${place}?`
      let isCut = false
      await page.route(/\/chats\/[^/]+(\/turns)?$/, async (route) => {
        if (route.request().method() !== 'POST') return isCut ? route.abort() : route.continue()
        const response = await route.fetch()
        isCut = true
        return route.fulfill({ response })
      })
      await askIn(page, text)
      await page.getByText('Your message was sent, but the answer can’t be shown yet.').waitFor()
      expect(await messageIn(page).inputValue()).toBe('')
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Show it' }).click()
      await page.getByRole('article').filter({ hasText: text }).waitFor()
      await answersIn(page).last().waitFor()
      expect(await page.getByRole('article').filter({ hasText: text }).count()).toBe(1)
    },
  )
}
