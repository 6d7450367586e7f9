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
}
