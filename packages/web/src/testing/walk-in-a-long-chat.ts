import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyWhatIsAttached } from './only-what-is-attached.ts'
import { openPage } from './open-page.ts'
import { type RunningSimulator, startSimulator } from './start-simulator.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

const say = (text: string) => JSON.stringify({ kind: 'answer', text })
const LONG = Array.from({ length: 150 }, (_, at) => `Paragraph ${at + 1} of the long answer.`).join('\n\n')
const WRITE = JSON.stringify({
  kind: 'answer',
  calls: [{ tool: 'write', arguments: JSON.stringify({ path: 'tides.md', content: '# Tides\n' }) }],
})

/** A chat that is many windows long: what is in it never moves the window itself. */
export function walkInALongChat(browser: Browser): void {
  let simulator: RunningSimulator
  let varve: RunningVarve
  let page: Page

  beforeAll(async () => {
    simulator = await startSimulator([say(LONG), WRITE, say('The last word.')])
    varve = await startVarve({
      ANTHROPIC_API_KEY: 'sk-ant-of-a-walk',
      ANTHROPIC_BASE_URL: simulator.baseUrls['anthropic'] ?? '',
    })
    page = await openPage(browser)
    await page.goto(varve.url)
    await onlyWhatIsAttached(page)
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.keyboard.type('sonnet 5.5')
    await page.getByRole('option', { name: /Sonnet 5\.5/ }).waitFor()
    await page.keyboard.press('Enter')
  })

  afterAll(async () => {
    await varve?.stop()
    await simulator?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })
  const answer = (number: number) => page.getByRole('article', { name: new RegExp(`^Answer ${number} `) })
  const finished = (number: number) => answer(number).and(page.locator('[aria-busy=false]'))

  /** How far the document and its outer boxes reach beyond the window, and whether anything scrolled them. */
  const outerScroll = () =>
    page.evaluate(() => {
      const { scrollHeight, scrollWidth, scrollTop, scrollLeft } = document.documentElement
      const shell = document.querySelector('.shell')?.getBoundingClientRect()
      return {
        size: [scrollWidth, scrollHeight],
        moved: [scrollLeft, scrollTop, document.body.scrollTop, shell?.left, shell?.top],
      }
    })

  /** Hidden helpers whose place is counted from outside the box that scrolls them. */
  const strayHelpers = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.visually-hidden')].flatMap((helper) =>
        helper.checkVisibility() && helper.offsetParent !== helper.parentElement
          ? [`${helper.parentElement?.className} > ${helper.textContent}`]
          : [],
      ),
    )

  test('allowing a tool in a long chat leaves the window where it is', async () => {
    await message().fill('Tell me everything.')
    await page.keyboard.press('Enter')
    await finished(1).waitFor()
    await page.getByRole('button', { name: /^Mode:/ }).click()
    await page.getByRole('menuitem', { name: /^Agent, act/ }).click()
    await message().fill('Write it down.')
    await page.keyboard.press('Enter')
    await answer(2).getByRole('button', { name: 'Allow once' }).click()
    await finished(2).getByText('The last word.').waitFor()
    expect(existsSync(join(varve.notes, 'tides.md'))).toBe(true)
    expect(await outerScroll()).toEqual({ size: [1440, 900], moved: [0, 0, 0, 0, 0] })
    expect(await strayHelpers()).toEqual([])
  })

  test('nor does focus on anything in the page, wherever it is', async () => {
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('button, a, input, textarea, [tabindex]'))
        element.focus()
    })
    expect(await outerScroll()).toEqual({ size: [1440, 900], moved: [0, 0, 0, 0, 0] })
    await page.setViewportSize({ width: 390, height: 700 })
    await message().focus()
    expect(await outerScroll()).toMatchObject({ size: [390, 700] })
    expect(await strayHelpers()).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('find in chat marks the words and goes with Esc; who sends from there sees the answer', async () => {
    const find = page.getByRole('search', { name: 'Find in this chat' })
    await page.keyboard.press('Control+f')
    await find.getByRole('searchbox').fill('Paragraph 3 of')
    await find.getByText(/^1 of 1 turn, 1 place$/).waitFor()
    await page.keyboard.press('Escape')
    await find.waitFor({ state: 'detached' })
    await message().fill('And now?')
    await page.keyboard.press('Enter')
    await finished(3).getByRole('button', { name: 'Copy the answer' }).waitFor()
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor({ state: 'detached' })
  })

  test('a chat is printed whole, without the controls around it and without blank pages', async () => {
    const pages = await printedPages(page)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.filter((part) => part.trim() === '')).toEqual([])
    const text = pages.join('\n')
    for (const part of ['Tell me everything.', 'Paragraph 1 of', 'Paragraph 150 of', 'The last word.'])
      expect(text).toContain(part)
    for (const control of ['New chat', 'Attach a note', 'tokens of']) expect(text).not.toContain(control)
    await page.evaluate(() => (location.hash = '#/files/product/launch-plan.md'))
    await page
      .getByRole('region', { name: 'product/launch-plan.md' })
      .getByRole('heading', { name: 'Launch plan' })
      .waitFor()
    const note = await printedPages(page)
    expect(note.filter((part) => part.trim() === '')).toEqual([])
    expect(note.join('\n')).toContain('Launch plan')
    expect(note.join('\n')).not.toContain('Related')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('tree', { name: 'Files' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })
}

/** The text of each page as it would come out of a printer. */
async function printedPages(page: Page): Promise<readonly string[]> {
  return (await extractText(new Uint8Array(await page.pdf()))).text
}
