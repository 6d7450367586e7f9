import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { contextParts } from './context-parts.ts'
import { type DroppedFile, dropFiles, pasteFile, pasteText } from './hand-over.ts'

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Pastes and drops texts, files and addresses: in a page that another walk has opened. */
export function walkWithBroughtFiles(getPage: () => Page): void {
  const { message, context, chip, option, about } = contextParts(getPage)

  test('a long text becomes a chip; it can go back into the message', async () => {
    await pasteText(message(), 'The moon pulls the sea. '.repeat(100))
    await chip('Pasted text').waitFor()
    expect(await message().inputValue()).toBe('')
    await chip('Pasted text').getByRole('button', { name: 'Insert as text' }).click()
    expect(await message().inputValue()).toMatch(/^The moon pulls/)
    await message().fill('')
    await pasteText(message(), 'The moon pulls the sea. '.repeat(100))
    await chip('Pasted text').waitFor()
  })

  test('dropped files are handed over; one of no known kind says so and takes nothing with it', async () => {
    const page = getPage()
    const files: readonly DroppedFile[] = [
      { name: 'chart.png', type: 'image/png', base64: PICTURE },
      { name: 'heights.csv', type: 'text/csv', base64: btoa('harbour,height\nNorth,4.2\n') },
      { name: 'tides.zip', type: 'application/zip', base64: btoa('PK') },
    ]
    await dropFiles(page.getByRole('main'), files)
    await chip('chart.png').getByText('not seen by this model').waitFor()
    const thumbnail = chip('chart.png').locator('img')
    expect(await thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await chip('heights.csv').waitFor()
    await chip('tides.zip').getByText('not added').waitFor()
    await about()
      .getByText(/tides\.zip.*text, PDFs and images can be added/)
      .waitFor()
    await chip('tides.zip')
      .getByRole('button', { name: /^Remove/ })
      .press('Enter')
    await context()
      .getByRole('button', { name: /^Remove/ })
      .and(page.locator(':focus'))
      .waitFor()
    expect(await about().getByText('tides.zip').count()).toBe(0)
  })

  test('a picture is pasted; where Varve isn’t responding it waits to be tried again', async () => {
    const page = getPage()
    await page.route('**/uploads?*', (route) => route.abort())
    await pasteFile(message(), { name: 'image.png', type: 'image/png', base64: PICTURE })
    await chip('image.png').getByText('not added').waitFor()
    await about().getByText('“image.png” was not added. Varve isn’t responding.').waitFor()
    await page.unroute('**/uploads?*')
    await chip('image.png').getByRole('button', { name: 'Try again' }).click()
    await chip('image.png').getByText('not seen by this model').waitFor()
    await chip('image.png').getByRole('button', { name: 'Remove image.png' }).click()
  })

  test('a file that is too large is not sent at all, and the limit is said', async () => {
    const page = getPage()
    await page.getByRole('main').evaluate((element) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(70_000_000)], 'film.png'))
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    await about()
      .getByText(/“film\.png” is 70\sMB\. Add files of up to 64\sMB\./)
      .waitFor()
    await chip('film.png').getByRole('button', { name: 'Remove film.png' }).click()
  })

  test('a pasted address is offered as a page, and stays text where that is not wanted', async () => {
    const page = getPage()
    await pasteText(message(), 'https://example.org/tides')
    await page.getByRole('button', { name: 'Attach this page' }).waitFor()
    await page.getByRole('button', { name: 'Leave it as text' }).click()
    expect(await message().inputValue()).toBe('https://example.org/tides')
    await message().fill('')
  })

  test('a page is attached by its address; one that cannot be had says so', async () => {
    const page = getPage()
    await message().pressSequentially('@http://127.0.0.1:9/tides')
    await option(/^Attach this page 127\.0\.0\.1:9\/tides/).waitFor()
    await page.keyboard.press('Enter')
    expect(await message().inputValue()).toBe('')
    await chip('127.0.0.1:9/tides').getByText('left out').waitFor()
    await about()
      .getByText(/127\.0\.0\.1/)
      .waitFor()
    await chip('127.0.0.1:9/tides')
      .getByRole('button', { name: /^Remove/ })
      .click()
  })
}
