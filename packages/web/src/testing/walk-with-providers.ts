import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { holdCalls } from './hold-calls.ts'
import { cacheSteps, callSteps } from './inspector-steps.ts'
import { onlyWhatIsAttached } from './only-what-is-attached.ts'
import { openPage } from './open-page.ts'
import { type Gate, startGate } from './start-gate.ts'
import { type RunningSimulator, startSimulator } from './start-simulator.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'
import { usageSteps } from './usage-steps.ts'

const ENVIRONMENT_KEY = 'sk-ant-canary-of-the-environment'
const TYPED_KEY = 'sk-canary-that-was-typed'

/** Real calls to simulated providers, as a person makes them: the steps build on each other. */
export function walkWithProviders(browser: Browser): void {
  let simulator: RunningSimulator
  let gate: Gate
  let varve: RunningVarve
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    simulator = await startSimulator(['answer', 'answer', 'reasoning', '401-echo'])
    gate = await startGate(simulator.baseUrls['anthropic'] ?? '')
    varve = await startVarve({
      ANTHROPIC_API_KEY: ENVIRONMENT_KEY,
      ANTHROPIC_BASE_URL: gate.url,
      OPENAI_API_KEY: '',
      OPENAI_BASE_URL: simulator.baseUrls['openai'] ?? '',
    })
    page = await openPage(browser, problems)
    await page.goto(varve.url)
    await onlyWhatIsAttached(page)
  })

  afterAll(async () => {
    await varve?.stop()
    await gate?.stop()
    await simulator?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })
  const modelButton = () => page.getByRole('button', { name: /^Model:/ })
  const answer = (number: number) => page.getByRole('article', { name: new RegExp(`^Answer ${number} `) })
  const usage = (number: number) => answer(number).locator('.usage-facts')

  async function attach(query: string): Promise<void> {
    await message().pressSequentially(`@${query}`)
    // Its tag may have the same name; the note comes first.
    await page
      .getByRole('option', { name: new RegExp(query) })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
  }

  async function ask(text: string, number: number): Promise<void> {
    await message().pressSequentially(text)
    await page.keyboard.press('Enter')
    await answer(number).and(page.locator('[aria-busy=false]')).waitFor()
  }

  async function openKeyOfOpenAI(): Promise<Locator> {
    await modelButton().click()
    await page.getByRole('dialog', { name: 'Models' }).getByRole('button', { name: 'Keys' }).click()
    await page.getByRole('button', { name: /^(Add|Change) the key for OpenAI$/ }).click()
    return page.getByRole('dialog', { name: 'Provider keys' })
  }

  const violations = () => axeViolations(page)

  test('the list of models: offline first, a key from the environment, then what needs a key', async () => {
    await modelButton().click()
    const groups = page.getByRole('listbox', { name: 'Models' }).getByRole('group')
    const titles = await groups.evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')))
    expect(titles[0]).toBe('Offline')
    expect(titles.indexOf('Anthropic')).toBeGreaterThan(0)
    expect(titles.indexOf('OpenAI')).toBeGreaterThan(titles.indexOf('Anthropic'))
    await page
      .getByRole('option', { name: /Needs a key/ })
      .first()
      .waitFor()
    expect(await page.getByRole('group', { name: 'Anthropic' }).innerText()).not.toContain('Needs a key')
  })

  test.each(['light', 'dark'] as const)('axe objects to nothing in the list, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    expect(await violations()).toEqual([])
  })

  test('keys search the list and choose; focus goes back, and the choice outlives a reload', async () => {
    await page.keyboard.type('sonnet 5.5')
    await page.getByRole('option', { name: /Sonnet 5\.5/ }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Model: Claude Sonnet 5.5' }).waitFor()
    expect(await modelButton().evaluate((element) => element === document.activeElement)).toBe(true)
    await page.reload()
    await page.getByRole('button', { name: 'Model: Claude Sonnet 5.5' }).waitFor()
  })

  test('a model of a provider answers, and the line below says what it took', async () => {
    for (const note of ['launch-plan', 'interviews-may', 'pricing']) await attach(note)
    await ask('When do we launch?', 1)
    expect(await usage(1).innerText()).toMatch(/new[\s\S]*out[\s\S]*\$0\.\d+/)
    expect(await answer(1).getByRole('heading', { level: 2 }).innerText()).toBe('Claude Sonnet 5.5')
  })

  test('asked again, most comes from the cache; the gauge says the price and how long it stays warm', async () => {
    const gauge = page.getByRole('group', { name: 'Next request' })
    await gauge.getByText(/^warm [45]:\d\d$/).waitFor()
    await gauge.getByText(/next ≈ \$0\.\d+/).waitFor()
    await ask('And what blocks it?', 2)
    const facts = await usage(2).innerText()
    expect(Number(/([\d,]+) from cache/.exec(facts)?.[1]?.replace(',', ''))).toBeGreaterThan(1_024)
    expect(facts).toContain('saved $')
  })

  test('when the cache is expected to be gone, the gauge says cold and asks for the price again', async () => {
    const later = await page.context().newPage()
    await later.clock.install()
    await later.goto(page.url())
    const gauge = later.getByRole('group', { name: 'Next request' })
    await gauge.getByText(/^warm [45]:\d\d$/).waitFor()
    const renewed = later.waitForRequest(/\/forecast$/)
    await later.clock.fastForward('06:00')
    await gauge.getByText('cold', { exact: true }).waitFor()
    await renewed
    await later.close()
  })

  test('a price is asked for, and stands there, only of who would answer', async () => {
    const remember = (model: string) =>
      page.evaluate(async (id) => {
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ model: id })
        await fetch(`/s/${localStorage.getItem('varve.page-key')}/api/settings`, {
          method: 'PATCH',
          headers,
          body,
        })
      }, model)
    await remember('offline')
    const other = await page.context().newPage()
    const asked: string[] = []
    other.on('request', (call) => {
      if (call.url().endsWith('/forecast')) asked.push(call.postDataJSON().modelId)
    })
    await other.goto(page.url())
    await other.getByText(/next ≈ \$0\.\d+/).waitFor()
    expect([...new Set(asked)]).toEqual(['anthropic/claude-sonnet-5-5'])
    const held = await holdCalls(other, { method: 'POST', path: /\/forecast$/ })
    await other.getByRole('button', { name: /^Model:/ }).click()
    await other.getByRole('option', { name: /^Offline/ }).click()
    await other.getByText('Calculating the price…').waitFor()
    await held.release()
    await other.getByRole('group', { name: 'Next request' }).getByText('free').waitFor()
    await other.close()
    await remember('anthropic/claude-sonnet-5-5')
  })

  test('the inspector shows the body as it went over the wire, and no key', async () => {
    await page.getByRole('tab', { name: 'Request' }).click()
    const body = page.getByRole('region', { name: 'Body of the request' })
    await body.getByText('"cache_control": {').first().waitFor()
    expect(await body.innerText()).toContain('"model": "claude-sonnet-5-5"')
    expect(await page.getByRole('tabpanel').innerText()).toMatch(/POST \S*\/messages/)
    expect(await page.content()).not.toContain('canary')
  })

  cacheSteps(() => page)

  test('settings of the model are set with the keyboard; what cannot be is said in words', async () => {
    const button = page.getByRole('button', { name: /^Model settings/ })
    await button.focus()
    await page.keyboard.press('Enter')
    const surface = page.getByRole('dialog', { name: 'Model settings' })
    const effort = surface.getByLabel('Reasoning effort')
    expect(await effort.evaluate((element) => element === document.activeElement)).toBe(true)
    // This model takes no temperature, so none is offered.
    expect(await surface.getByLabel('Temperature').count()).toBe(0)
    const limit = surface.getByLabel('Output limit')
    expect(await limit.getAttribute('placeholder')).toBe('Model default')
    await surface.getByText('Empty: 16,000 are kept free.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('many')
    await page.keyboard.press('Enter')
    await surface.getByText('Output limit must be a whole number from 1 to 128,000.').waitFor()
    expect(await limit.getAttribute('aria-invalid')).toBe('true')
    expect(await violations()).toEqual([])
    await limit.fill('3,000')
    const saved = page.waitForResponse((response) => response.url().endsWith('/settings'))
    await page.keyboard.press('Enter')
    expect((await saved).status()).toBe(200)
    await effort.selectOption('low')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Model settings: effort low, at most 3,000 out' }).waitFor()
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('img', { name: /3,000 more are reserved for the answer/ }).waitFor()
  })

  test('what a model thought is folded above its answer', async () => {
    gate.close()
    const following = page.waitForResponse(/\/events$/)
    const asked = ask('Is that enough?', 3)
    await following
    gate.open()
    await asked
    const thought = answer(3).getByRole('button', { name: /^Thought/ })
    expect(await answer(3).getByRole('region', { name: 'Reasoning of the model' }).count()).toBe(0)
    await thought.click()
    await answer(3).getByText('The question is short, so the answer can be too.').waitFor()
  })

  test('an answer says which settings it was asked with, and the body that was sent has them', async () => {
    expect(await usage(3).innerText()).toMatch(/effort low[\s\S]*at most 3,000 out/)
    expect(await usage(2).innerText()).not.toContain('effort')
    const body = page.getByRole('region', { name: 'Body of the request' })
    await body.getByText('"max_tokens": 3000').waitFor()
    await page.getByRole('tabpanel').getByText('effort low, at most 3,000 out').waitFor()
    await page.getByRole('tab', { name: 'Cache' }).click()
    await page.getByText('Keep it for five minutes').waitFor()
    await page.getByRole('tab', { name: 'Request' }).click()
  })

  callSteps(() => page)

  test('a refused key is named with its status, repeats no key, and offers to change it', async () => {
    await ask('Are you still there?', 4)
    const notice = answer(4).getByRole('alert')
    expect(await notice.innerText()).toMatch(/Anthropic answered 401/)
    expect(await page.content()).not.toContain('canary')
    await notice.getByRole('button', { name: 'Change the key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Provider keys' })
    await dialog.getByText('In use: from ANTHROPIC_API_KEY.').waitFor()
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')
    await notice.getByRole('button', { name: 'Choose another model' }).click()
    await page.getByRole('combobox', { name: 'Search models' }).waitFor()
  })

  test('a model that needs a key asks for it, and answers with it', async () => {
    await page.keyboard.type('openai')
    await page
      .getByRole('option', { name: /Needs a key/ })
      .first()
      .click()
    const field = page.getByLabel('Key', { exact: true })
    expect(await field.getAttribute('type')).toBe('password')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByRole('radio', { name: /^Store on this machine, encrypted/ }).isChecked()).toBe(
      true,
    )
    expect(await violations()).toEqual([])
    await field.fill(TYPED_KEY)
    await page.keyboard.press('Enter')
    // The simulator lists its models to anyone, which tells nothing of a key.
    await page.getByText('Key saved, not verified: OpenAI has no way to check it.').waitFor()
    await page.getByRole('button', { name: /^Model: GPT/ }).waitFor()
    await ask('What does it cost?', 5)
    expect(await usage(5).innerText()).toMatch(/new[\s\S]*out/)
  })

  test('a sealed key outlives a restart, and is nowhere in the page', async () => {
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(kept).toContain('varve.workspace')
    expect(kept + (await page.content())).not.toContain('canary')
    await page.goto('about:blank')
    varve = await varve.restart()
    await page.goto(varve.url)
    const dialog = await openKeyOfOpenAI()
    await dialog.getByText('In use: on this machine, encrypted.').waitFor()
    expect(await page.content()).not.toContain('canary')
  })

  test('one for this run only ends with it, and the sealed one serves again; removed, none is left', async () => {
    await page.getByLabel('Another key', { exact: true }).fill(TYPED_KEY)
    await page.getByRole('radio', { name: /^Only until Varve stops/ }).check()
    await page.getByRole('button', { name: 'Save key' }).click()
    await page.getByText('Key saved, not verified: OpenAI has no way to check it.').waitFor()
    await (await openKeyOfOpenAI()).getByText('In use: in memory until Varve stops.').waitFor()
    await page.goto('about:blank')
    varve = await varve.restart()
    await page.goto(varve.url)
    await (await openKeyOfOpenAI()).getByText('In use: on this machine, encrypted.').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Key removed. OpenAI has no key now.').waitFor()
    await (await openKeyOfOpenAI()).getByLabel('Key', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('[V-1] pictures of the web are fetched once someone agrees, who reads from where', async () => {
    writeFileSync(join(varve.notes, 'far.md'), 'See ![far](https://pictures.invalid/x.png) there.')
    await page.evaluate(() => (location.hash = '#/files/far.md'))
    await page.getByRole('heading', { name: 'far', exact: true }).waitFor()
    await page.evaluate(() => (location.hash = '#/'))
    await page.getByRole('button', { name: 'Add the open note far.md' }).click()
    await modelButton().click()
    await page.getByRole('option', { name: /Sonnet 5\.5/ }).click()
    await message().pressSequentially('What is there?')
    await page.getByText('1 image of the open note at pictures.invalid.').waitFor()
    const fetchImage = page.getByRole('button', { name: 'Fetch 1 image from the web' })
    await fetchImage.click()
    await page.getByRole('button', { name: 'Don’t fetch' }).click()
    expect(await violations()).toEqual([])
    await fetchImage.click()
    await page.getByText('1 image from pictures.invalid, fetched when you send.').waitFor()
    const sent = page.waitForRequest((request) => request.url().endsWith('/turns'))
    await ask(' Say.', 1)
    expect((await sent).postDataJSON()).toMatchObject({ active: 'far.md', remoteImages: true })
    await page
      .getByRole('article', { name: 'You' })
      .getByText(/x\.png could not be fetched/)
      .waitFor()
    // Consent is for one message: the next one asks again.
    await fetchImage.waitFor()
  })

  test('Enter while an answer runs sends when it is done; Escape takes that back and stops nothing', async () => {
    const waits = page.getByText('Sends when this answer finishes.')
    gate.close()
    await message().fill('And now?')
    await page.keyboard.press('Enter')
    const stop = page.getByRole('button', { name: 'Stop', exact: true }).and(page.locator(':enabled'))
    await stop.waitFor()
    await message().fill('And then?')
    await page.keyboard.press('Enter')
    await waits.waitFor()
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')
    await waits.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await waits.waitFor()
    await page.keyboard.type('!')
    await waits.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await waits.waitFor()
    expect(await stop.count()).toBe(1)
    gate.open()
    await answer(3).and(page.locator('[aria-busy=false]')).waitFor()
    await page.getByRole('article', { name: 'You' }).getByText('And then?!').waitFor()
    expect(await message().inputValue()).toBe('')
  })

  test('after an answer that was stopped, what waited for it is not sent', async () => {
    gate.close()
    await message().fill('Once more?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop', exact: true }).and(page.locator(':enabled')).waitFor()
    await message().fill('Never mind.')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Not sent: the answer was cut short.').waitFor()
    expect(await message().inputValue()).toBe('Never mind.')
    gate.open()
    await message().fill('')
    expect(await page.getByText('Not sent: the answer was cut short.').count()).toBe(0)
  })

  usageSteps(() => page)

  test('on a phone the list is as wide as the composer', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Chats' }).waitFor()
    await modelButton().click()
    const list = await page.getByRole('dialog', { name: 'Models' }).boundingBox()
    expect(list?.x).toBeGreaterThanOrEqual(0)
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(390)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('nothing failed on the way', () => {
    expect(problems).toEqual([])
  })
}
