import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdCalls } from './hold-calls.ts'

/** As long as the page itself is waited for. */
const PATIENT = { timeout: 10_000 }

/** What a person does while a call is on its way: in a page that another walk has opened, with two chats in it. */
export function walkMeanwhile(getPage: () => Page): void {
  const message = () => getPage().getByRole('textbox', { name: 'Message' })
  const typed = () => expect.poll(() => message().inputValue(), PATIENT)
  const button = (name: string | RegExp) => getPage().getByRole('button', { name, exact: true })
  const settings = () => getPage().getByRole('dialog', { name: 'Workspace settings' })

  async function openChat(name: string): Promise<void> {
    await getPage()
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()
    await getPage()
      .getByRole('heading', { level: 1, name: new RegExp(`^${name}`) })
      .waitFor()
  }

  async function newChat(): Promise<void> {
    await button('New chat').click()
    await getPage().getByRole('heading', { level: 1, name: 'New chat' }).waitFor()
  }

  const answered = (number: number) =>
    getPage()
      .getByRole('article', { name: new RegExp(`^Answer ${number}`) })
      .and(getPage().locator('[aria-busy=false]'))

  test('Enter in a chat that still loads sends nothing of another chat', async () => {
    const page = getPage()
    const [sent, foreseen]: string[][] = [[], []]
    page.on('request', (call) => {
      const [, chat, end] = /\/chats\/([^/]+)\/(\w+)$/.exec(call.url()) ?? []
      if (end === 'turns') sent?.push(call.url())
      if (end === 'forecast') foreseen?.push(`${chat} ${(call.postDataJSON() as { text: string }).text}`)
    })
    await openChat('Which kiln')
    await message().fill('Half a thought')
    await openChat('Where is the harbour')
    await message().fill('And its depth?')
    const id = new URL(page.url()).hash.split('/').at(-1) ?? ''
    const held = await holdCalls(page, { method: 'GET', path: new RegExp(`/chats/${id}$`) })
    await page.reload()
    await held.arrived
    await message().press('Enter')
    await openChat('Which kiln')
    await answered(1).waitFor()
    await typed().toBe('Half a thought')
    await held.release()
    await openChat('Where is the harbour')
    await answered(1).waitFor()
    expect(await message().inputValue()).toBe('And its depth?')
    expect(sent).toEqual([])
    expect(foreseen).toContain(`${id} And its depth?`)
    expect(foreseen).not.toContain(`${id} Half a thought`)
    await message().fill('')
    await openChat('Which kiln')
    await message().fill('')
  })

  test('what is typed on while a new chat gets its first message goes on in that chat', async () => {
    const held = await holdCalls(getPage(), { method: 'POST', path: /\/turns$/ })
    await newChat()
    await message().fill('How deep is the quay?')
    await message().press('Enter')
    await held.arrived
    await message().fill('And how long?')
    await held.release()
    await answered(1).waitFor()
    expect(await message().inputValue()).toBe('And how long?')
    await message().fill('')
    await newChat()
    expect(await message().inputValue()).toBe('')
  })

  test('whoever has gone to another chat meanwhile stays there', async () => {
    const held = await holdCalls(getPage(), { method: 'POST', path: /\/turns$/ })
    await newChat()
    await message().fill('Who keeps the light?')
    await message().press('Enter')
    await held.arrived
    await openChat('Which kiln')
    await message().fill('Half a thought')
    await held.release()
    await getPage()
      .getByRole('navigation')
      .getByRole('link', { name: /^Who keeps the light/ })
      .waitFor()
    expect(await getPage().getByRole('heading', { level: 1 }).innerText()).toMatch(/^Which kiln/)
    expect(await message().inputValue()).toBe('Half a thought')
    await message().fill('')
  })

  test('so does whoever has left a chat that is being forked, or the dialog of a template that is being made', async () => {
    const page = getPage()
    await openChat('Who keeps the light')
    await answered(1).hover()
    await button('More about this answer').click()
    const fork = await holdCalls(page, { method: 'POST', path: /\/fork$/ })
    await page.getByRole('menuitem', { name: 'Fork into a new chat' }).click()
    await fork.arrived
    await openChat('Which kiln')
    await fork.release()
    await page.getByText('The fork is there.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Which kiln/)
    await page.evaluate(() => (location.hash = '#/agents'))
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('dialog', { name: 'New template' }).getByRole('textbox').fill('farewell')
    const made = await holdCalls(page, { method: 'PUT', path: /\/definitions\/template\/farewell$/ })
    await page.keyboard.press('Enter')
    await made.arrived
    await page.keyboard.press('Escape')
    await made.release()
    await page.getByRole('link', { name: /farewell/ }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/agents')
    await openChat('Which kiln')
  })

  test('a chat that is begun while another gets its first message takes nothing from that', async () => {
    const page = getPage()
    const held = await holdCalls(page, { method: 'POST', path: /\/turns$/ })
    await newChat()
    await button('How it is answered: Chat').click()
    await page.getByRole('menuitem', { name: /^Agent, ask/ }).click()
    await message().fill('Who pays for the light?')
    await message().press('Enter')
    await held.arrived
    await newChat()
    await message().fill('Something else')
    await held.release()
    const link = page.getByRole('navigation').getByRole('link', { name: /^Who pays for the light/ })
    await link.waitFor()
    await typed().toBe('Something else')
    await button('How it is answered: Chat').waitFor()
    await message().fill('')
    await link.click()
    await button('How it is answered: Agent, ask').waitFor()
    await answered(1).waitFor()
  })

  test('what is set for a new chat stands in another tab too, which would send to the same chat', async () => {
    const page = getPage()
    const choose = async (name: RegExp) => {
      await page.getByRole('button', { name: /^How it is answered/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await newChat()
    await choose(/^Agent, ask/)
    await button('How it is answered: Agent, ask').waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'How it is answered: Agent, ask', exact: true }).waitFor()
    await choose(/^Chat/)
    await other.getByRole('button', { name: 'How it is answered: Chat', exact: true }).waitFor()
    await other.close()
  })

  test('what is typed while other words are on their way is kept with them', async () => {
    const page = getPage()
    await openChat('Where is the harbour')
    await page.getByRole('button', { name: 'Edit this message' }).click()
    const editor = page.getByRole('textbox', { name: 'Edit this message' })
    const held = await holdCalls(page, { method: 'POST', path: /\/edit$/ })
    await editor.fill('Where is the old harbour?')
    await editor.press('Enter')
    await held.arrived
    await editor.fill('Where is the old harbour, and its light?')
    await held.release()
    await page.getByText('Where is the old harbour?', { exact: true }).first().waitFor()
    await answered(1).waitFor()
    await page.getByRole('button', { name: 'Previous branch' }).click()
    await page.getByRole('button', { name: 'Go on editing' }).click()
    expect(await editor.inputValue()).toBe('Where is the old harbour, and its light?')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('what is typed while the chat is compacted stays, and is sent after that', async () => {
    const held = await holdCalls(getPage(), { method: 'POST', path: /\/compact$/ })
    await openChat('Which kiln')
    await message().fill('/compact')
    // The list of what can be called closes first.
    await message().press('Escape')
    await message().press('Enter')
    await held.arrived
    await message().fill('And the dearest?')
    const turns = await holdCalls(getPage(), { method: 'POST', path: /\/turns$/ })
    let isAsked = false
    void turns.arrived.then(() => (isAsked = true))
    await message().press('Enter')
    await getPage().getByText('Sending', { exact: true }).waitFor()
    expect(isAsked).toBe(false)
    await held.release()
    await turns.release()
    await answered(2).waitFor()
    expect(await message().inputValue()).toBe('')
  })

  test('what is typed while the memory is saved stays', async () => {
    await button('Workspace settings').click()
    const field = settings().getByLabel(/^What should be known/)
    const held = await holdCalls(getPage(), { method: 'PUT', path: /\/memory$/ })
    await field.fill('- We say harbour.')
    await settings().getByRole('button', { name: 'Save', exact: true }).click()
    await held.arrived
    await field.fill('- We say harbour, not port.')
    await held.release()
    await settings()
      .getByRole('button', { name: /^Open Varve/ })
      .waitFor()
    expect(await field.inputValue()).toBe('- We say harbour, not port.')
    await settings().getByText('Not saved yet.').waitFor()
    await settings().getByRole('button', { name: 'Save', exact: true }).click()
    await settings().getByText('Saved.', { exact: true }).waitFor()
    await getPage().keyboard.press('Escape')
  })

  test('what the guard is told at once all holds, and a message waits for it', async () => {
    await button('Workspace settings').click()
    await settings().getByText('Decisions by type').click()
    const held = await holdCalls(getPage(), { method: 'PUT', path: /\/guard$/ })
    await settings().getByRole('combobox', { name: 'E-mail addresses' }).selectOption('redact')
    await settings()
      .getByRole('switch', { name: /^Guard models on this machine/ })
      .click()
    await settings().getByRole('combobox', { name: 'IBANs' }).selectOption('redact')
    await getPage().keyboard.press('Escape')
    const turns = await holdCalls(getPage(), { method: 'POST', path: /\/turns$/ })
    let isAsked = false
    void turns.arrived.then(() => (isAsked = true))
    await openChat('Which kiln')
    await message().fill('Write to ann@example.org, please')
    await message().press('Enter')
    await getPage().getByText('Sending', { exact: true }).waitFor()
    expect(isAsked).toBe(false)
    await held.release()
    await turns.release()
    await answered(3).waitFor()
    await button('Workspace settings').click()
    await settings().getByText('Decisions by type').click()
    expect(await settings().getByRole('combobox', { name: 'E-mail addresses' }).inputValue()).toBe('redact')
    expect(await settings().getByRole('combobox', { name: 'IBANs' }).inputValue()).toBe('redact')
    await getPage().keyboard.press('Escape')
  })

  test('of two changes of a switch the last one holds, and is shown', async () => {
    await button('Workspace settings').click()
    const files = settings().getByRole('switch', { name: 'Keep chats as Markdown files' })
    const isOn = await files.isChecked()
    const asked: unknown[] = []
    getPage().on('request', (call) => {
      if (call.method() === 'PATCH' && call.url().endsWith('/settings')) asked.push(call.postDataJSON())
    })
    const held = await holdCalls(getPage(), { method: 'PATCH', path: /\/settings$/, answer: true })
    await files.click()
    await held.arrived
    await files.click()
    // Whatever the second click asks for at once has been answered by then.
    await getPage().evaluate(() => fetch('/api/workspaces'))
    expect(asked).toEqual([{ chatFiles: isOn ? 'off' : 'on' }])
    await held.release()
    await expect.poll(() => asked.length, PATIENT).toBe(2)
    await expect.poll(() => files.isChecked(), PATIENT).toBe(isOn)
    await getPage().keyboard.press('Escape')
  })

  test('a new chat is a plain one while one is being begun in a project', async () => {
    const page = getPage()
    await page.evaluate(() => (location.hash = '#/agents'))
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('dialog', { name: 'New project' }).getByRole('textbox').fill('quay')
    await page.keyboard.press('Enter')
    const held = await holdCalls(page, { method: 'PATCH', path: /\/chats\/[^/]+\/settings$/ })
    await page.getByRole('button', { name: 'New chat in this project' }).click()
    await held.arrived
    await newChat()
    await message().fill('Is this plain?')
    await held.release()
    await message().press('Enter')
    await answered(1).waitFor()
    expect(await page.getByRole('button', { name: /^How it is answered/ }).getAttribute('aria-label')).toBe(
      'How it is answered: Chat',
    )
  })

  test('a file that is on its way is still waited for after a look elsewhere', async () => {
    const page = getPage()
    await openChat('Which kiln')
    const held = await holdCalls(page, { method: 'POST', path: /\/uploads$/ })
    const buffer = Buffer.from('harbour,height\nNorth,4.2\n')
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'heights.csv', mimeType: 'text/csv', buffer })
    await held.arrived
    await page.evaluate(() => (location.hash = '#/files'))
    await page.getByRole('tree').waitFor()
    await page.goBack()
    await message().fill('How high is it?')
    await page.getByText('Uploading 1 file').waitFor()
    expect(await button('Send').isDisabled()).toBe(true)
    await held.release()
    await page.getByRole('button', { name: 'Remove heights.csv' }).click()
    await message().fill('')
  })

  test('two things that are forgotten at once are both gone, whichever answer comes last', async () => {
    const page = getPage()
    await newChat()
    for (const name of ['launch-plan', 'pricing']) {
      await message().pressSequentially(`@${name}`)
      await page
        .getByRole('option', { name: new RegExp(name) })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
    }
    await message().pressSequentially('What do they say?')
    await message().press('Enter')
    await answered(1).waitFor()
    const kept = page.getByRole('button', { name: /\d+ kept/ })
    const forget = (name: string) => page.getByRole('button', { name: new RegExp(`^Forget .*${name}\\.md$`) })
    await kept.click()
    const held = await holdCalls(page, { method: 'POST', path: /\/forget$/, answer: true })
    await forget('launch-plan').click()
    await held.arrived
    await kept.click()
    await forget('pricing').click()
    await page.getByText(/^Forgot .*pricing\.md/).waitFor()
    await held.release()
    await page.getByText(/^Forgot .*launch-plan\.md/).waitFor()
    await kept.click()
    expect(await forget('pricing').count()).toBe(0)
    expect(await forget('launch-plan').count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('the folder that is opened is the one that was gone to', async () => {
    const page = getPage()
    await page.locator('.workspace-card').first().click()
    await page.getByRole('button', { name: /^Open folder/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Open folder' })
    await dialog.getByRole('textbox', { name: 'Path of the folder' }).fill('/')
    await page.keyboard.press('Enter')
    const first = dialog.getByRole('list').getByRole('button').first()
    await first.waitFor()
    const held = await holdCalls(page, { method: 'GET', path: /\/folders$/ })
    await first.click()
    await held.arrived
    const wanted = await dialog.getByRole('textbox', { name: 'Path of the folder' }).inputValue()
    const opened = page.waitForRequest(
      (call) => call.method() === 'POST' && call.url().endsWith('/workspaces'),
    )
    await page.route('**/api/workspaces', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()
    expect((await opened).postDataJSON()).toEqual({ root: wanted })
    await held.release()
    await page.keyboard.press('Escape')
  })
}
