import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdCalls } from './hold-calls.ts'
import { inChats } from './in-chats.ts'

/** What a person does in a chat while a call is on its way: in a page that another walk has opened, with two chats in it. */
export function walkMeanwhile(getPage: () => Page): void {
  const { message, typed, button, openChat, newChat, answered } = inChats(getPage)

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
    await page.getByText('Chat forked.').waitFor()
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
    await button('Mode: Auto').click()
    await page.getByRole('menuitem', { name: /^Agent ?Searches/ }).click()
    await message().fill('Who pays for the light?')
    await message().press('Enter')
    await held.arrived
    await newChat()
    await message().fill('Something else')
    await held.release()
    const link = page.getByRole('navigation').getByRole('link', { name: /^Who pays for the light/ })
    await link.waitFor()
    await typed().toBe('Something else')
    await button('Mode: Auto').waitFor()
    await message().fill('')
    await link.click()
    await button('Mode: Agent').waitFor()
    await answered(1).waitFor()
  })

  test('what is set for a new chat stands in another tab too, which would send to the same chat', async () => {
    const page = getPage()
    const choose = async (name: RegExp) => {
      await page.getByRole('button', { name: /^Mode:/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await newChat()
    await choose(/^Agent ?Searches/)
    await button('Mode: Agent').waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Mode: Agent', exact: true }).waitFor()
    await choose(/^Chat/)
    await other.getByRole('button', { name: 'Mode: Chat', exact: true }).waitFor()
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
    await page.getByRole('button', { name: 'Branch: previous' }).click()
    await page.getByRole('button', { name: 'Continue editing' }).click()
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
}
