import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { holdCalls } from './hold-calls.ts'
import { onlyWhatIsAttached } from './only-what-is-attached.ts'
import { openPage } from './open-page.ts'
import { type RunningSimulator, startSimulator } from './start-simulator.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

const CARD = '4111 1111 1111 1111'
const IBAN = 'GB29 NWBK 6016 1331 9268 19'

/** Private data on its way to a cloud model, and a model that asks back: the steps build on each other. */
export function walkGuard(browser: Browser): void {
  let simulator: RunningSimulator
  let varve: RunningVarve
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    simulator = await startSimulator(['answer', 'answer', 'tool-call'])
    varve = await startVarve({
      ANTHROPIC_API_KEY: 'sk-ant-of-a-walk',
      ANTHROPIC_BASE_URL: simulator.baseUrls['anthropic'] ?? '',
    })
    page = await openPage(browser, problems)
    await page.goto(varve.url)
    await onlyWhatIsAttached(page)
  })

  afterAll(async () => {
    await varve?.stop()
    await simulator?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })
  const question = () => page.getByRole('dialog', { name: 'Private data found before sending' })
  const about = () => page.getByRole('group', { name: 'Guidance for the next message' })
  const facts = () => page.getByRole('list', { name: 'About this message' })
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name })
  const ended = (number: number) =>
    page
      .getByRole('article', { name: new RegExp(`^Answer ${number} `) })
      .and(page.locator('[aria-busy=false]'))

  const violations = () => axeViolations(page)

  test('while one types stands there what is private in it and what it is about; an area is changed and pinned', async () => {
    await button(/^Model:/).click()
    await page.getByRole('combobox', { name: 'Search models' }).fill('sonnet 5.5')
    await page.keyboard.press('Enter')
    await message().fill('Write to jane.bird@posteo.net.')
    await about().getByText('sent as it is: low risk').waitFor()
    await message().fill(`I want a divorce and custody of my kids. My card is ${CARD}.`)
    await about().getByText('1 card number found').waitFor()
    const mark = page.locator('.draft-marks mark')
    expect(await mark.allInnerTexts()).toEqual([CARD])
    expect(await message().evaluate((field) => field.ariaDescribedByElements?.[0]?.textContent)).toBe(
      'Private in this message: card number, critical',
    )
    const before = await mark.boundingBox()
    await message().press('Home')
    await message().pressSequentially('Hello. ')
    expect(await mark.allInnerTexts()).toEqual([CARD])
    expect((await mark.boundingBox())?.x).toBeGreaterThan(before?.x ?? Infinity)
    await button('Change Family law', about()).click()
    await page.getByRole('textbox', { name: 'Search areas and jurisdictions' }).fill('tax law')
    await button(/^Tax law/).waitFor()
    await page.keyboard.press('Enter')
    await button('Pin Tax law to this chat', about()).click()
    await button('Unpin Tax law', about()).waitFor()
    expect(await violations()).toEqual([])
  })

  test('the guard asks before anything is sent, shows no value, and loses no draft', async () => {
    const draft = await message().inputValue()
    await message().press('Enter')
    await question().waitFor()
    await button('Redact and send', question()).and(page.locator(':focus')).waitFor()
    expect(await question().innerText()).toContain('•••• 1111')
    await question().getByText('My card is <<CREDIT_CARD_1>>.').waitFor()
    expect(await question().innerText()).not.toContain(CARD)
    expect(await violations()).toEqual([])
    const fate = question().getByRole('combobox', { name: 'Card number •••• 1111' })
    await fate.selectOption('Send')
    await button('Send as chosen', question()).waitFor()
    await question().getByText('My card is •••• 1111.').waitFor()
    await fate.selectOption('Redact')
    await button('Redact and send', question()).waitFor()
    await page.keyboard.press('Escape')
    await question().waitFor({ state: 'detached' })
    expect(await message().inputValue()).toBe(draft)
    await page.reload()
    expect(await message().inputValue()).toBe(draft)
  })

  test('redacted, a placeholder leaves instead; under the message stands what was done', async () => {
    await message().press('Enter')
    await question()
      .getByRole('checkbox', { name: /^Always redact card numbers/ })
      .check()
    await button('Redact and send', question()).click()
    await ended(1).waitFor()
    await facts().getByText('1 value replaced before sending: 1 card number').waitFor()
    await facts()
      .getByText(/Tax law/)
      .waitFor()
    const sent = await page.locator('.layer[data-layer=L5]').innerText()
    expect(sent).toContain('<<CREDIT_CARD_1>>')
    await page.getByText(`My card is ${CARD}.`).waitFor()
  })

  test('other words go through the guard too, and what was decided for always is not asked again', async () => {
    await page.getByRole('article', { name: 'You' }).hover()
    await button('Edit this message').click()
    const field = page.getByRole('textbox', { name: 'Edit this message' })
    await field.fill(`My card is ${CARD}, my account ${IBAN}.`)
    await page.keyboard.press('Enter')
    await question().waitFor()
    expect(await question().getByRole('checkbox').count()).toBe(1)
    await button('Edit', question()).click()
    expect(await field.inputValue()).toContain(IBAN)
    await field.press('Enter')
    await button('Send as it is', question()).click()
    await facts().getByText('1 value sent as it is: 1 IBAN').waitFor()
    await ended(1).waitFor()
  })

  test('the settings hold what was decided; a rule that cannot be run is refused with the reason; no value is kept', async () => {
    await button('Settings').first().click()
    const dialog = page.getByRole('main', { name: 'Settings' })
    await dialog.getByText('Rules by type').click()
    expect(await dialog.getByRole('combobox', { name: 'Card numbers' }).inputValue()).toBe('redact')
    await dialog.getByText('Custom rules').click()
    await dialog.getByLabel('Name', { exact: true }).fill('1?')
    await dialog.getByLabel('Text to find').fill('Harbour Street')
    await button('Add rule', dialog.locator('.custom-rule')).click()
    await dialog.getByText(/needs a name of letters/).waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('Client')
    await button('Add rule', dialog.locator('.custom-rule')).click()
    await button('Remove the rule Client', dialog).waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('Case')
    await dialog.getByRole('combobox', { name: 'Match by' }).selectOption('Pattern')
    await dialog.getByLabel('Pattern to find').fill('CLT-[0-9')
    await dialog.getByLabel('Try it on a sample').fill('Files CLT-2041 and CLT-77.')
    await dialog.getByText(/"CLT-\[0-9" is not a regular expression \(missing closing \]/).waitFor()
    await dialog.getByLabel('Pattern to find').fill('CLT-\\d{2,6}')
    await dialog.getByText('2 found:').waitFor()
    await dialog.getByText('Replaced by <<CUSTOM_CASE_1>>').waitFor()
    await dialog.getByRole('combobox', { name: 'Severity' }).selectOption('Critical')
    await button('Add rule', dialog.locator('.custom-rule')).click()
    await button('Remove the rule Case', dialog).waitFor()
    await dialog.getByText('pattern, critical').waitFor()
    await dialog.getByRole('combobox', { name: 'Decision' }).selectOption('Refuse')
    await dialog.getByRole('textbox', { name: 'Path' }).fill('archive/**')
    await button('Add rule', dialog.locator('.tool-rules')).click()
    await button('Remove the rule for Any tool, archive/**', dialog).click()
    await dialog.getByRole('cell', { name: 'archive/**', exact: true }).waitFor({ state: 'detached' })
    await dialog.getByText('Guard activity').click()
    await dialog.getByRole('cell', { name: '1 card number redacted', exact: true }).waitFor()
    expect(await dialog.innerText()).not.toContain('1111')
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('an agent’s steps show as they happen; it asks, is told something meanwhile, and goes on', async () => {
    await button(/^Mode:/).click()
    await page.getByRole('menuitem', { name: /^Agent ?Searches/ }).click()
    await button('Mode: Agent').waitFor()
    await message().fill('When do we launch?')
    await message().press('Enter')
    const answer = page.getByRole('textbox', { name: 'Your answer' })
    await answer.waitFor()
    const meanwhile = page.getByRole('textbox', { name: 'Message the agent while it works' })
    await meanwhile.fill('In December.')
    const held = await holdCalls(page, { method: 'POST', path: /\/say$/ })
    await page.keyboard.press('Enter')
    await held.arrived
    await meanwhile.fill('Or is it')
    await held.release()
    await page.getByText(/^Sent: “In December\.”/).waitFor()
    expect(await meanwhile.inputValue()).toBe('Or is it')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await answer.fill('In winter')
    await page.keyboard.press('Enter')
    // The field disappears; keyboard users continue from the same place.
    await page.locator('.tool-steps > [role=status]').and(page.locator(':focus')).waitFor()
    await ended(2).waitFor()
    await button(/^Asked:/, page.getByRole('list', { name: 'Steps' })).click()
    await page.getByRole('region', { name: 'Result' }).getByText('In winter').waitFor()
    await page.reload()
    const steps = page.getByRole('list', { name: 'Steps' })
    await steps.getByText('You In winter').waitFor()
    await steps.getByText('You, while it worked In December.').waitFor()
    // The refusals of the guard are answers as well, and the browser tells of them.
    expect(problems.filter((problem) => !/422/.test(problem))).toEqual([])
  })
}
