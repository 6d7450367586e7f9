import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'

/** The cache of a chat in which a model of a provider has answered twice: steps of a walk. */
export function cacheSteps(page: () => Page): void {
  test('the cache, turn by turn: a bar for each turn, and a row opens its turn', async () => {
    await page().getByRole('tab', { name: 'Cache' }).click()
    const timeline = page().getByRole('region', { name: 'Cache, turn by turn' })
    const rows = timeline.getByRole('button', { name: /^Turn \d .*[\d,]+ reused, [\d,]+ written/ })
    await expect.poll(() => rows.count()).toBe(2)
    expect(await timeline.getByText(/^Epoch /).allInnerTexts()).toEqual(['Epoch 1'])
    await timeline.getByText('for 2 turns').waitFor()
    await rows.first().click()
    await page().getByRole('heading', { name: 'Turn 1', exact: true }).waitFor()
    await page()
      .getByRole('heading', { name: /^Forecast.*, turn 1$/ })
      .waitFor()
    // Whoever goes from row to row by key is still there.
    expect(await rows.first().evaluate((row) => row === document.activeElement)).toBe(true)
    expect(await axeViolations(page())).toEqual([])
    await rows.last().click()
    await page().getByRole('heading', { name: 'Turn 2', exact: true }).waitFor()
    await page().getByRole('tab', { name: 'Request' }).click()
  })
}

/** How the third call went, which was asked with settings and thought about, and what the next one would cost. */
export function callSteps(page: () => Page): void {
  test('keys open what is new in the request and how its call went, with what came back', async () => {
    const panel = page().getByRole('tabpanel')
    await page().getByRole('tab', { name: 'Request' }).focus()
    await page().keyboard.press('2')
    await panel.getByText(/tokens new of [\d,]+$/).waitFor()
    // Reasoning was switched on, which empties this provider's cache.
    await panel.getByText(/^The settings changed\. .* Expected to cost \$/).waitFor()
    await panel.getByRole('button', { name: /^Message of turn 3/ }).click()
    expect(await panel.getByLabel('Exact text of turn 3').innerText()).toContain('Is that enough?')
    expect(await axeViolations(page())).toEqual([])
    await page().keyboard.press('5')
    await panel.getByRole('img', { name: /^Call 1, starting at 0 ms: .* waited, .* received$/ }).waitFor()
    await panel.getByRole('button', { name: /^Call 1 complete/ }).click()
    await panel.getByText('effort low, at most 3,000 out').waitFor()
    const thought = await panel.getByRole('region', { name: 'Thoughts, as received' }).innerText()
    expect(thought).toContain('The question is short, so the answer can be too.')
    await panel.getByRole('region', { name: 'Text, as received' }).getByText('Here is a short').waitFor()
    await panel.getByRole('link', { name: 'Export trace' }).waitFor()
    expect(await axeViolations(page())).toEqual([])
    await page().keyboard.press('3')
    expect(await panel.getByRole('link', { name: 'Export trace' }).count()).toBe(0)
  })

  test('what the next message would cost elsewhere is compared without asking anyone, and chosen from there', async () => {
    const compare = async (name: string): Promise<void> => {
      await page().getByRole('button', { name: 'What if' }).click()
      const dialog = page().getByRole('dialog', { name: 'What if' })
      await dialog.getByRole('heading', { name: /^Claude \w+ 5\.5, by layout$/ }).waitFor()
      expect(await dialog.getByRole('row', { name: /^(Auto|Ledger|Library)/ }).count()).toBe(3)
      const [surface, close] = await Promise.all([
        dialog.locator('.dialog-surface').boundingBox(),
        dialog.getByRole('button', { name: 'Close' }).boundingBox(),
      ])
      expect((surface?.x ?? 0) + (surface?.width ?? 0) - (close?.x ?? 0)).toBeLessThan(80)
      expect(await axeViolations(page())).toEqual([])
      await dialog.getByRole('button', { name, exact: true }).click()
      await page()
        .getByRole('button', { name: `Model: ${name}` })
        .waitFor()
    }
    await compare('Claude Haiku 5.5')
    await compare('Claude Sonnet 5.5')
  })
}
