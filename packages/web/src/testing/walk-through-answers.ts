import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { openPage } from './open-page.ts'
import { type RunningSimulator, startSimulator } from './start-simulator.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

const say = (text: string) => JSON.stringify({ kind: 'answer', text })
const RICH = [
  'Inline $E = mc^2$ and \\(a_1\\), display:\n\n\\[ \\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\]',
  `1. First:\n\n   \`\`\`python\n   def norm(x): return x  # ${'long '.repeat(60)}\n   \`\`\``,
  `| a | b |\n| - | - |\n| Some words | https://example.org/${'a'.repeat(300)} |`,
  '```mermaid\ngraph TD; A[Start] --> B[End]\n```',
  '> [!note]- Folded\n> Hidden.',
].join('\n\n')

/** What answers look like, and where their sources open. */
export function walkThroughAnswers(browser: Browser): void {
  let simulator: RunningSimulator
  let varve: RunningVarve
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    simulator = await startSimulator([say(RICH)])
    varve = await startVarve({
      ANTHROPIC_API_KEY: 'sk-ant-of-a-walk',
      ANTHROPIC_BASE_URL: simulator.baseUrls['anthropic'] ?? '',
    })
    page = await openPage(browser, problems)
    await page.goto(varve.url)
  })

  afterAll(async () => {
    await varve?.stop()
    await simulator?.stop()
  })

  const message = () => page.getByRole('textbox', { name: 'Message' })
  const answer = (number: number) => page.getByRole('article', { name: new RegExp(`^Answer ${number} `) })

  test('a citation opens its note as it reads, beside the chat, with the passage marked', async () => {
    await message().pressSequentially('@launch-pl')
    await page
      .getByRole('option', { name: /launch-plan/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await message().pressSequentially('When do we launch?')
    await page.keyboard.press('Enter')
    await answer(1)
      .getByRole('button', { name: /^Source 1/ })
      .first()
      .click()
    const note = page.getByRole('dialog', { name: /^Note product/ })
    await note.locator('.cited').first().waitFor()
    const [chat, panel] = [await page.locator('.thread').boundingBox(), await note.boundingBox()]
    expect((chat?.x ?? 0) + (chat?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0)
    // The inspector waits; the chat keeps its height.
    expect(await page.getByRole('complementary', { name: 'What the model sees' }).isVisible()).toBe(false)
    expect((await page.getByRole('main').boundingBox())?.height).toBe(900)
    expect(await axeViolations(page)).toEqual([])
    await note.getByRole('button', { name: 'Show the source text' }).click()
    await note.locator('mark').first().waitFor()
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
  })

  test('formulas, code, tables and diagrams are drawn, and nothing is wider than the answer', async () => {
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.keyboard.type('sonnet 5.5')
    await page.getByRole('option', { name: /Sonnet 5\.5/ }).waitFor()
    await page.keyboard.press('Enter')
    await message().fill('Show me everything.')
    await page.keyboard.press('Enter')
    await answer(1).and(page.locator('[aria-busy=false]')).waitFor()
    await expect.poll(() => answer(1).locator('.katex').count()).toBe(3)
    await answer(1).locator('.code-keyword').getByText('def', { exact: true }).waitFor()
    const diagram = answer(1).getByRole('img', { name: /^Diagram: graph/ })
    expect(
      await diagram.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 40)),
    ).toBe(true)
    for (const width of [1440, 1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const { scrollWidth, clientWidth } = await page
        .locator('.thread-scroll')
        .evaluate((box) => ({ scrollWidth: box.scrollWidth, clientWidth: box.clientWidth }))
      expect(scrollWidth).toBe(clientWidth)
      const cells = await answer(1).locator('td').first().boundingBox()
      expect(cells?.width ?? 0).toBeGreaterThan(60)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await axeViolations(page)).toEqual([])
  })

  test('on a touch keyboard Enter makes a line, as Shift Enter does elsewhere', async () => {
    const screen = await page.context().newCDPSession(page)
    const typed = async (key: string) => {
      await message().fill('one')
      await page.keyboard.press(key)
      await page.keyboard.type('two')
      return message().inputValue()
    }
    await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
    await page.waitForFunction(() => matchMedia('(hover: none) and (pointer: coarse)').matches)
    expect(await typed('Enter')).toBe('one\ntwo')
    await screen.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await page.waitForFunction(() => !matchMedia('(hover: none) and (pointer: coarse)').matches)
    expect(await typed('Shift+Enter')).toBe('one\ntwo')
    await message().fill('')
  })

  test('on paper the answers of several models stand one below the other, whole, and nothing is there to press', async () => {
    await askSeveral(page, 'When do we launch?', ['offline', 'anthropic/claude-sonnet-5-5'])
    await page.emulateMedia({ media: 'print' })
    const boxes = await Promise.all(
      (await page.locator('.answer-column').all()).map((column) => column.boundingBox()),
    )
    expect(boxes.map((box) => box?.x)).toEqual([boxes[0]?.x, boxes[0]?.x])
    expect(boxes[0]?.x).toBeGreaterThanOrEqual(0)
    expect((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0)).toBeLessThanOrEqual(1440)
    const controls = page.getByRole('button', { name: /^(?:Show|Continue|Compare|Copy)/ })
    expect(await controls.filter({ visible: true }).count()).toBe(0)
    await page.emulateMedia({ media: null })
  })
}

/** Asks several models in a chat of its own, and opens it once all have answered. */
async function askSeveral(page: Page, text: string, modelIds: readonly string[]): Promise<void> {
  const id = await page.evaluate(
    async (body) => {
      const api = `/s/${localStorage.getItem('varve.page-key')}/api/workspaces/${location.pathname.split('/')[2]}/chats`
      const post = async (path: string, sent: object) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(sent) })
        return (await response.json()) as { readonly id: string }
      }
      const chat = await post('', {})
      await post(`/${chat.id}/turns`, body)
      return chat.id
    },
    { text, modelIds, attach: ['product/launch-plan.md'] },
  )
  await page.evaluate((chat) => (location.hash = `#/chat/${chat}`), id)
  await page.locator('.answer-column').nth(1).waitFor()
  for (const column of await page.locator('.answer-column').all())
    await column.and(page.locator('[aria-busy=false]')).waitFor()
}
