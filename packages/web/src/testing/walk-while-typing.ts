import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askInNewChat } from './ask-in-new-chat.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'
import { walkChangesMeanwhile } from './walk-changes-meanwhile.ts'
import { walkMeanwhile } from './walk-meanwhile.ts'

/** As long as the page itself is waited for. */

declare global {
  interface Window {
    /** What was read aloud, in order. */
    heard?: string[]
  }
}

/** Writes down what is read aloud in the page: the next sentence takes the place of the last. */
function hear(): void {
  const heard: string[] = []
  let last = ''
  window.heard = heard
  new MutationObserver(() => {
    const words = document.querySelector('[aria-label="Answer as it arrives"]')?.textContent ?? ''
    if (words !== '' && words !== last) heard.push(words)
    last = words
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** What is typed goes where it was meant to, and stays until it is saved, sent or dropped: the steps build on each other. */
export function walkWhileTyping(browser: Browser): void {
  let varve: RunningVarve
  let page: Page
  const sent: string[] = []

  beforeAll(async () => {
    varve = await startVarve()
    page = await openPage(browser)
    await page.addInitScript(hear)
    page.on('request', (call) => {
      if (call.method() === 'POST' && /\/turns$|\/edit$/.test(call.url())) sent.push(call.url())
    })
    await page.goto(varve.url)
    await askInNewChat(page, 'Which kiln is cheapest?')
    await askInNewChat(page, 'Where is the harbour?')
  })

  afterAll(async () => {
    await varve?.stop()
  })

  const link = (name: RegExp) => page.getByRole('navigation').getByRole('link', { name })

  async function chooseInBar(item: string): Promise<void> {
    await page.getByRole('button', { name: 'More about this chat' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  const valueOf = (field: Locator) => expect.poll(() => field.inputValue())

  test('what was read aloud in one chat is not said in another', async () => {
    const said = page.getByRole('log', { name: 'Answer as it arrives' })
    // At once or a sentence at a time, as it was seen to come: all of it.
    const heard = () => page.evaluate(() => window.heard?.join(' '))
    await expect.poll(heard).toMatch(/offline model.*connect a model.*quoted word for word/)
    await link(/^Which kiln/).click()
    await page.getByRole('heading', { level: 1, name: /^Which kiln/ }).waitFor()
    expect(await said.textContent()).toBe('')
    await link(/^Where is the harbour/).click()
    await page.getByRole('heading', { level: 1, name: /^Where is the harbour/ }).waitFor()
    expect(await said.textContent()).toBe('')
  })

  test('tags are typed as soon as their dialog is there, several at once', async () => {
    sent.length = 0
    await chooseInBar('Tags…')
    const dialog = page.getByRole('dialog', { name: 'Tags of the chat' })
    await dialog.waitFor()
    await page.keyboard.type('launch, money')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Remove launch' }).waitFor()
    await dialog.getByRole('button', { name: 'Remove money' }).waitFor()
    await page.keyboard.press('Escape')
    await link(/^Where is the harbour.*#launch/).waitFor()
    expect(sent).toEqual([])
  })

  test('what one types on when a key has closed a dialog does nothing to the chat; after Esc keys work', async () => {
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Shortcuts' })
    await dialog.waitFor()
    await page.keyboard.type(' money')
    await dialog.waitFor({ state: 'detached' })
    const editor = page.getByRole('textbox', { name: 'Edit this message' })
    expect(await editor.count()).toBe(0)
    await page.waitForTimeout(1_200)
    await page.keyboard.press('?')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await editor.waitFor()
    await page.keyboard.press('Escape')
    expect(sent).toEqual([])
  })

  test('a name for a workspace is typed as soon as its dialog is there', async () => {
    await page.locator('.workspace-card').first().click()
    await page.getByRole('button', { name: 'New workspace in the database…' }).click()
    await page.getByRole('dialog', { name: 'New workspace in the database' }).waitFor()
    await page.keyboard.type('Two words')
    await valueOf(page.getByRole('textbox', { name: 'Name of the workspace' })).toBe('Two words')
    await page.keyboard.press('Escape')
  })

  test('what should be remembered stays typed while one looks elsewhere, and can be dropped', async () => {
    const open = () => page.getByRole('button', { name: 'Settings', exact: true }).click()
    const dialog = page.getByRole('main', { name: 'Settings' })
    const field = dialog.getByLabel(/^What every chat in this workspace should know/)
    await open()
    await field.fill('- We say harbour, not port.')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await open()
    await valueOf(field).toBe('- We say harbour, not port.')
    await dialog.getByText('Not saved yet.').waitFor()
    await dialog.getByRole('button', { name: 'Revert' }).click()
    await valueOf(field).toBe('')
    await page.keyboard.press('Escape')
  })

  test('so does the text of a template, over a reload', async () => {
    await page.evaluate(() => (location.hash = '#/agents'))
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('dialog', { name: 'New template' }).getByRole('textbox').fill('greeting')
    await page.keyboard.press('Enter')
    const text = page.getByRole('textbox', { name: 'Text of greeting' })
    await text.fill('Greet the harbour master.')
    await page.reload()
    await valueOf(text).toBe('Greet the harbour master.')
    await page.getByText('Not saved yet.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.reload()
    await valueOf(text).toBe('Greet the harbour master.')
    expect(await page.getByText('Not saved yet.').count()).toBe(0)
  })

  test('other words for a question are there again after Esc, another chat and a reload; Cancel drops them', async () => {
    await page.evaluate(() => (location.hash = '#/'))
    await link(/^Where is the harbour/).click()
    const edit = page.getByRole('button', { name: 'Edit this message' })
    const editor = page.getByRole('textbox', { name: 'Edit this message' })
    await edit.click()
    await editor.fill('Where is the old harbour?')
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await edit.click()
    await valueOf(editor).toBe('Where is the old harbour?')
    await link(/^Which kiln/).click()
    await page.getByRole('heading', { level: 1, name: /^Which kiln/ }).waitFor()
    await link(/^Where is the harbour/).click()
    await edit.click()
    await valueOf(editor).toBe('Where is the old harbour?')
    await page.reload()
    await edit.click()
    await valueOf(editor).toBe('Where is the old harbour?')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await edit.click()
    await valueOf(editor).toBe('Where is the harbour?')
    await page.keyboard.press('Escape')
  })

  walkMeanwhile(() => page)
  walkChangesMeanwhile(() => page)
}
