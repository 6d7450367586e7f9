import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdCalls } from './hold-calls.ts'
import { inChats } from './in-chats.ts'

/** What a person changes and brings while a call is on its way: in the page, and after the chats, of `walkMeanwhile`. */
export function walkChangesMeanwhile(getPage: () => Page): void {
  const { message, button, openChat, newChat, answered } = inChats(getPage)
  const settings = () => getPage().getByRole('main', { name: 'Settings' })
  const memory = () => settings().getByRole('region', { name: /^Context/ })

  test('what is typed while the memory is saved stays', async () => {
    await button('Settings').click()
    const field = settings().getByLabel(/^What every chat in this workspace should know/)
    const held = await holdCalls(getPage(), { method: 'PUT', path: /\/memory$/ })
    await field.fill('- We say harbour.')
    await memory().getByRole('button', { name: 'Save', exact: true }).click()
    await held.arrived
    await field.fill('- We say harbour, not port.')
    await held.release()
    await settings()
      .getByRole('button', { name: /^Open Varve/ })
      .waitFor()
    expect(await field.inputValue()).toBe('- We say harbour, not port.')
    await settings().getByText('Not saved yet.').waitFor()
    await memory().getByRole('button', { name: 'Save', exact: true }).click()
    await settings().getByText('Saved.', { exact: true }).waitFor()
    await getPage().keyboard.press('Escape')
  })

  test('what the guard is told at once all holds, and a message waits for it', async () => {
    await button('Settings').click()
    await settings().getByText('Rules by type').click()
    const held = await holdCalls(getPage(), { method: 'PUT', path: /\/guard$/ })
    await settings().getByRole('combobox', { name: 'E-mail addresses' }).selectOption('redact')
    await settings()
      .getByRole('switch', { name: /^Guard local models/ })
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
    await button('Settings').click()
    await settings().getByText('Rules by type').click()
    expect(await settings().getByRole('combobox', { name: 'E-mail addresses' }).inputValue()).toBe('redact')
    expect(await settings().getByRole('combobox', { name: 'IBANs' }).inputValue()).toBe('redact')
    await getPage().keyboard.press('Escape')
  })

  test('of two changes of a switch the last one holds, and is shown', async () => {
    await button('Settings').click()
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
    await getPage().evaluate(() => fetch(`/s/${localStorage.getItem('varve.page-key')}/api/workspaces`))
    expect(asked).toEqual([{ chatFiles: isOn ? 'off' : 'on' }])
    await held.release()
    await expect.poll(() => asked.length).toBe(2)
    await expect.poll(() => files.isChecked()).toBe(isOn)
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
    expect(await page.getByRole('button', { name: /^Mode:/ }).getAttribute('aria-label')).toBe('Mode: Auto')
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
