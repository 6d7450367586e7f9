import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextParts } from './context-parts.ts'
import { pasteFile } from './hand-over.ts'
import { onlyWhatIsAttached } from './only-what-is-attached.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGPQSL2DFTEMLQkAwp5JQd1XRBgAAAAASUVORK5CYII='
const DRAWING = `<!-- Drawn by hand. -->
<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">
<script>parent.postMessage('ran', '*'); document.documentElement.dataset.ran = 'yes'</script>
<rect width="40" height="20" fill="teal"/></svg>`

const BOARD = {
  nodes: [
    { id: 'a', type: 'text', text: '**Trim** the wick', x: 0, y: 0, width: 200, height: 80, color: '4' },
    { id: 'b', type: 'file', file: 'Keeping.md', subpath: '#Wicks', x: 300, y: 0, width: 200, height: 200 },
  ],
  edges: [{ id: 'e', fromNode: 'a', toNode: 'b', label: 'see' }],
}

/** Pictures, drawings, PDFs, boards, embeds and queries, as what they are. */
export function walkWhatIsShown(browser: Browser): void {
  let varve: RunningVarve
  let page: Page
  const { message, chip } = contextParts(() => page)

  beforeAll(async () => {
    varve = await startVarve()
    page = await openPage(browser)
    const paper = await browser.newPage()
    const pages = ['An introduction.', 'The lighthouse keeper sleeps at noon.', 'An index.']
    await paper.setContent(pages.map((text) => `<p style="break-after: page">${text}</p>`).join(''))
    writeFileSync(join(varve.notes, 'keeper.pdf'), await paper.pdf())
    await paper.close()
    writeFileSync(join(varve.notes, 'drawing.svg'), DRAWING)
    writeFileSync(join(varve.notes, 'chart.png'), Buffer.from(PICTURE, 'base64'))
    writeFileSync(join(varve.notes, 'plans.canvas'), JSON.stringify(BOARD))
    writeFileSync(
      join(varve.notes, 'Overview.md'),
      '# Overview\n\n![[Keeping#Oil]]\n\n```dataview\nLIST FROM #kept\n```\n\n![[plans.canvas]]\n',
    )
    writeFileSync(
      join(varve.notes, 'Keeping.md'),
      '# Keeping #kept\n\nNot this.\n\n## Oil\n\nFilled at dusk.\n\n![[Overview]]\n\n## Wicks\n\nNor this.\n',
    )
    await page.goto(varve.url)
    await onlyWhatIsAttached(page)
  })

  afterAll(async () => {
    await varve?.stop()
  })

  const dialog = () => page.getByRole('dialog', { name: /^Note / })
  const isDrawn = () =>
    dialog()
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))
  const question = (number: number) => page.getByRole('article', { name: 'You' }).nth(number - 1)

  test('a picture for a model that sees none says so on its chip, and in a notice after sending', async () => {
    await pasteFile(message(), { name: 'image.png', type: 'image/png', base64: PICTURE })
    await chip('image.png').getByText('not seen by this model').waitFor()
    await message().fill('What is on it?')
    await page.keyboard.press('Enter')
    await question(1)
      .getByText(/can't see pictures.*image\.png/)
      .waitFor()
  })

  test('a pasted picture and one of the workspace open as pictures after sending', async () => {
    await question(1)
      .getByRole('button', { name: /^image\.png/ })
      .click()
    expect(await isDrawn()).toBe(true)
    await page.keyboard.press('Escape')
    await message().pressSequentially('@chart')
    await page.getByRole('option', { name: /chart\.png/ }).waitFor()
    await page.keyboard.press('Enter')
    await message().pressSequentially('And on this?')
    await page.keyboard.press('Enter')
    await question(2)
      .getByRole('button', { name: /^chart\.png/ })
      .click()
    expect(await isDrawn()).toBe(true)
    await page.keyboard.press('Escape')
  })

  test('a citation of a PDF names its page, and the preview marks it', async () => {
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await message().pressSequentially('@keeper')
    await page.getByRole('option', { name: /keeper\.pdf/ }).waitFor()
    await page.keyboard.press('Enter')
    await message().pressSequentially('When does the lighthouse keeper sleep?')
    await page.keyboard.press('Enter')
    const source = page.getByRole('list', { name: 'Sources' }).getByRole('button')
    await source.getByText('page 2').waitFor()
    await source.click()
    await dialog().getByText('keeper.pdf, page 2').waitFor()
    await dialog().locator('mark').filter({ hasText: 'sleeps at noon' }).waitFor()
    await dialog().getByRole('button', { name: 'Open in Files' }).click()
    await page.locator('[data-page="2"][data-wanted]').waitFor()
    expect(page.url()).toContain('?page=2')
  })

  test('a PDF shows its pages as they are printed, and their text below', async () => {
    const sheet = page.getByRole('img', { name: 'Page 2 as it is printed' })
    await page.locator('[data-page="2"] canvas[data-drawn]').waitFor()
    expect(await sheet.evaluate(countDark)).toBeGreaterThan(50)
    await page.locator('[data-page="2"]').getByText('Text, as models receive it').click()
    await page.getByText('The lighthouse keeper sleeps at noon.').waitFor()
  })

  test('a board shows its cards where they are, with what they hold', async () => {
    await page.evaluate(() => (location.hash = '#/files/plans.canvas'))
    const board = page.getByRole('region', { name: 'Board' })
    await board.getByText('Trim', { exact: true }).waitFor()
    await board.getByText('Nor this.').waitFor()
    await page.getByText('2 cards, 1 connection').waitFor()
    expect(await page.getByRole('list', { name: 'Connections' }).textContent()).toBe(
      'Trim the wick → Keeping.md: see',
    )
    const before = await board.getByText('Trim', { exact: true }).boundingBox()
    await page.getByRole('button', { name: 'Zoom out' }).click()
    const after = await board.getByText('Trim', { exact: true }).boundingBox()
    expect(after?.height).toBeLessThan(before?.height ?? 0)
  })

  test('an embed is drawn in place, one within itself is a link; a query shows what it finds', async () => {
    await page.evaluate(() => (location.hash = '#/files/Overview.md'))
    const embed = page.getByRole('region', { name: 'Keeping.md' }).first()
    await embed.getByText('Filled at dusk.').waitFor()
    expect(await embed.textContent()).not.toContain('Not this.')
    expect(await embed.textContent()).not.toContain('Nor this.')
    await embed.getByRole('link', { name: 'Overview' }).waitFor()
    await page.getByText('1 result of a Dataview query').waitFor()
    await page.locator('.note-query li').getByRole('link', { name: 'Keeping' }).waitFor()
    await page.getByRole('region', { name: 'plans.canvas' }).getByText('Trim', { exact: true }).waitFor()
  })

  test('a valid SVG is drawn, and nothing in it runs, wherever it is opened', async () => {
    await page.evaluate(() => (location.hash = '#/files/drawing.svg'))
    const drawing = page.getByRole('img', { name: /drawing/ })
    const width = await drawing.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    )
    expect(width).toBe(40)
    const alone = await page.context().newPage()
    await alone.goto(new URL((await drawing.getAttribute('src')) ?? '', page.url()).href)
    expect(await alone.evaluate(() => document.documentElement.dataset['ran'])).toBeUndefined()
    expect(await alone.locator('rect').count()).toBe(1)
    await alone.close()
  })
}

/** Runs in the page: pixels of a canvas that are ink. */
function countDark(canvas: SVGElement | HTMLElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0
  const copy = new OffscreenCanvas(canvas.width, canvas.height)
  const context = copy.getContext('2d')
  context?.drawImage(canvas, 0, 0)
  const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  let dark = 0
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255 && (data[at] ?? 255) < 100) dark += 1
  return dark
}
