import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { openPage } from './open-page.ts'
import { type RunningSimulator, startSimulator } from './start-simulator.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

/** From `npm start` to a cited answer over one's own folder and a model of one's own, with nothing but what the screen says. */
export function walkAsANewUser(browser: Browser): void {
  const problems: string[] = []
  let varve: RunningVarve
  let simulator: RunningSimulator
  let folder: string
  let page: Page

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'varve-own-'))
    mkdirSync(join(folder, 'home'))
    writeFileSync(
      join(folder, 'home', 'boiler.md'),
      '# Boiler\n\nThe boiler is serviced each October by Fjord Heating.\n',
    )
    writeFileSync(join(folder, 'recipes.md'), '# Recipes\n\nRye bread rests for nine hours.\n')
    simulator = await startSimulator([])
    varve = await startVarve()
    page = await openPage(browser, problems)
    await page.goto(varve.url)
  })

  afterAll(async () => {
    await varve?.stop()
    await simulator?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const messageIn = (tab: Page) => tab.getByRole('textbox', { name: 'Message' })
  const answersIn = (tab: Page) =>
    tab.getByRole('article', { name: /^Answer/ }).and(tab.locator('[aria-busy=false]'))
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const passages = () => button(/^\d passages? from \d notes?/)

  test('the first screen names three things to do, and calls the demo a demo', async () => {
    await page.getByRole('heading', { name: 'Welcome to Varve' }).waitFor()
    const steps = page.getByRole('list', { name: 'First steps' }).getByRole('button')
    await steps.first().waitFor()
    expect(await steps.count()).toBe(3)
    await page.getByText(/^Demo, \d+ files$/).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('the tour has four steps, can be skipped, and leaves a question that is ready to send', async () => {
    await button(/^Try the demo/).click()
    for (const _ of [1, 2, 3]) await button('Next').click()
    await page.getByText('Step 4 of 4').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await button(/^Skip$/).click()
    expect(await messageIn(page).inputValue()).toBe('When do we launch and what still blocks it?')
    await passages().waitFor()
    await button('Send').click()
    await answersIn(page)
      .first()
      .getByRole('button', { name: /^Source 1/ })
      .waitFor()
    expect(await button(/^Try the demo/).count()).toBe(0)
  })

  test('one’s own folder is opened from the first screen, and a plain question gets a cited answer', async () => {
    await button('New chat').first().click()
    await button(/^Open your folder/).click()
    await page.getByRole('textbox', { name: 'Path of the folder' }).fill(folder)
    await button('Go').click()
    await page.getByText(/^2 notes here/).waitFor()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('heading', { name: /^Ask varve-own-/ }).waitFor()
    expect(await button(/^Open your folder/).count()).toBe(0)
    await messageIn(page).fill('When is the boiler serviced?')
    await passages().waitFor()
    await page.keyboard.press('Enter')
    const source = answersIn(page)
      .first()
      .getByRole('button', { name: /^Source 1/ })
    await source.waitFor()
    expect(await answersIn(page).first().innerText()).toContain('each October by Fjord Heating')
    await source.click()
    await page.getByRole('dialog', { name: 'Note home/boiler.md' }).waitFor()
    await page.keyboard.press('Escape')
    // What came along stays on show with the question.
    await page
      .getByRole('article', { name: 'You' })
      .getByRole('button', { name: '1 passage from 1 note' })
      .click()
    await page
      .getByRole('button', { name: /^boiler\.md/ })
      .first()
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('a model of one’s own is connected in three fields', async () => {
    await button('New chat').first().click()
    await button(/^Connect a model/).click()
    await button('Enter an address').click()
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Address', { exact: true }).fill(simulator.baseUrls['openai'] ?? '')
    await page.getByLabel('Key', { exact: true }).fill('sk-walk-0123456789')
    await page.getByLabel('Model', { exact: true }).fill('nobody')
    await page.getByText(/^It answers: \d+ models/).waitFor()
    await button('Test and save').click()
    await page
      .getByRole('alert')
      .getByText(/It answered 404.*does not exist.*Nothing was saved/)
      .waitFor()
    await page.getByLabel('Model', { exact: true }).fill('gpt-5.4')
    await button('Test and save').click()
    await page.getByText('gpt-5.4 answered. It is your model from now on.').waitFor()
    expect(await button(/^Connect a model/).count()).toBe(0)
    await button(/^Model: gpt-5\.4/).click()
    await page
      .getByRole('option', { name: /gpt-5\.4.*price unknown/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
  })

  test('before passages go to it Varve asks, and remembers the answer', async () => {
    await messageIn(page).fill('When is the boiler serviced?')
    await page.getByText('asks first').waitFor()
    await button('Send').click()
    const dialog = page.getByRole('dialog', { name: 'Passages found before sending' })
    await dialog.getByRole('heading', { name: 'Send 1 passage from 1 note to gpt-5.4?' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByLabel('Do the same from now on in this workspace').check()
    await dialog.getByRole('button', { name: 'Send with the passage' }).click()
    await answersIn(page).first().getByRole('button', { name: 'Copy the answer' }).waitFor()
    await page
      .getByRole('article', { name: 'You' })
      .getByRole('button', { name: '1 passage from 1 note' })
      .waitFor()
    await messageIn(page).fill('How long does rye bread rest?')
    // That of the message to come, not the one that was sent.
    await page
      .getByRole('group', { name: 'Context of the next message' })
      .getByRole('button', { name: '1 passage from 1 note' })
      .waitFor()
    await page.keyboard.press('Enter')
    await answersIn(page).nth(1).getByRole('button', { name: 'Copy the answer' }).waitFor()
    expect(await dialog.count()).toBe(0)
    expect(await answersIn(page).nth(1).innerText()).toContain('Rye bread rests for nine hours')
  })

  test('it is there when one comes back: a restart, a bookmark, the last workspace, the model', async () => {
    const here = page.url().split('#')[0]
    await messageIn(page).fill('A thought that is not')
    varve = await varve.restart({
      port: new URL(varve.url).port,
      meanwhile: () => page.getByRole('alert').getByText('Varve isn’t responding.').waitFor(),
    })
    await page.getByRole('navigation').getByText('Saved locally').waitFor()
    expect(await messageIn(page).inputValue()).toBe('A thought that is not')
    const bookmark = await page.context().newPage()
    await bookmark.goto(new URL('/', varve.url).href)
    await bookmark.getByRole('heading', { name: /^Ask varve-own-/ }).waitFor()
    expect(bookmark.url().split('#')[0]).toBe(here)
    await bookmark.getByRole('button', { name: /^Model: gpt-5\.4/ }).waitFor()
    await bookmark.close()
  })

  test('a browser that Varve does not know gets a page that says how to sign in', async () => {
    const stranger = await openPage(browser)
    await stranger.goto(new URL('/', varve.url).href)
    await stranger.getByRole('heading', { name: 'Sign in to Varve' }).waitFor()
    expect(await axeViolations(stranger)).toEqual([])
    await stranger.getByRole('button', { name: 'Try again' }).click()
    await stranger.getByText('Not signed in yet.').waitFor()
    await stranger.context().close()
  })
}
