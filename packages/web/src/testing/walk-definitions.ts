import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'

/** Writes a template, has its mistake shown, and calls it: in a page that another walk has opened. */
export function walkDefinitions(getPage: () => Page): void {
  const { promise: listed, resolve: letList } = Promise.withResolvers<void>()

  test('a template is begun from its name, edited, and says its mistake at the line', async () => {
    const page = getPage()
    await page.evaluate(() => (location.hash = '#/agents'))
    await page.getByRole('link', { name: /Vault librarian/ }).waitFor()
    await page.getByRole('button', { name: 'New template' }).click()
    const named = page.getByRole('dialog', { name: 'New template' }).getByRole('textbox')
    await named.and(page.locator(':focus')).fill('greeting')
    await page.keyboard.press('Enter')
    const text = page.getByRole('textbox', { name: 'Text of greeting' })
    await text.fill('---\ndescription: [a, list]\n---\nGreet {{name}} for {{reason}}.\n')
    await page.keyboard.press('Control+s')
    const problem = page.getByRole('button', { name: /^Line 2/ })
    await problem.click()
    const marked = text.evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    )
    expect(await marked).toBe('description: [a, list]')
    expect(await axeViolations(page)).toEqual([])
    await text.fill('---\ndescription: Greets.\n---\nGreet {{name}} for {{reason}}.\n')
    // The list comes late: what is called at once is what was saved all the same.
    await page.route('**/definitions', async (route) => {
      await listed
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('asks for name, reason').waitFor()
    await page.getByText('Earlier versions').waitFor()
    const described = page.getByRole('textbox', { name: 'Description' })
    expect(await described.inputValue()).toBe('Greets.')
    await described.fill('Greets: kindly.')
    expect(await text.inputValue()).toBe(
      '---\ndescription: "Greets: kindly."\n---\nGreet {{name}} for {{reason}}.\n',
    )
    expect(await page.getByRole('button', { name: 'Try it in a new chat' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Try it in a new chat' }).click()
    const draft = page.getByRole('textbox', { name: 'Message' })
    await expect.poll(() => draft.inputValue()).toBe('/greeting ')
    await draft.fill('')
    expect(await problem.count()).toBe(0)
  })

  test('/ finds it by some of its letters, asks for what it needs, and sends it filled in', async () => {
    const page = getPage()
    await page.evaluate(() => (location.hash = '#/'))
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.pressSequentially('/grtg')
    await page.getByRole('option', { name: /^\/greeting/ }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.setViewportSize({ width: 1440, height: 260 })
    const insert = await page.getByRole('button', { name: 'Insert' }).boundingBox()
    expect((insert?.y ?? Infinity) + (insert?.height ?? 0)).toBeLessThan(260)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('textbox', { name: 'name' }).fill('Ann')
    letList()
    await page.unroute('**/definitions')
    await page.getByRole('textbox', { name: 'reason' }).fill('her birthday')
    await page.keyboard.press('Enter')
    await expect.poll(() => message.inputValue()).toBe('/greeting name=Ann reason="her birthday" ')
    await message.pressSequentially('@')
    await page.getByRole('option', { name: /^@composer/ }).waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await page
      .getByRole('article', { name: /^Answer/ })
      .last()
      .getByRole('button', { name: 'Copy the answer' })
      .waitFor()
    await page.getByText('Greet Ann for her birthday.').first().waitFor()
  })

  test('an agent is chosen where one chooses how it is answered', async () => {
    const page = getPage()
    await page.getByRole('button', { name: /^Mode: Auto/ }).click()
    await page.getByRole('menuitem', { name: 'Editor' }).click()
    await page.getByRole('button', { name: 'Mode: Agent, Editor' }).waitFor()
  })

  test('a new chat is a plain one, also after one with an agent that was never sent', async () => {
    const page = getPage()
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await page.getByRole('button', { name: 'Mode: Auto' }).click()
    await page.getByRole('menuitem', { name: 'Editor' }).click()
    await page.getByRole('button', { name: 'Mode: Agent, Editor' }).waitFor()
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await page.getByRole('button', { name: 'Mode: Auto' }).waitFor()
  })
}
