import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'

/** What was asked before is added up: steps of a walk in which models of providers have answered. */
export function usageSteps(page: () => Page): void {
  const column = (name: string, place: number) =>
    page()
      .getByRole('region', { name: 'Models' })
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('cell')
      .nth(place)
      .innerText()

  test('usage: what all answers cost, by day and by model, drawn and in figures', async () => {
    await page().getByRole('button', { name: 'Usage', exact: true }).click()
    await page().getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
    await page()
      .getByRole('img', { name: /^Cost by day, for each model: \$\S+ in total$/ })
      .waitFor()
    await page()
      .getByRole('img', { name: /^Cached share by day, .+ last$/ })
      .waitFor()
    expect(Number(await column('Claude', 0))).toBeGreaterThan(1)
    expect(await column('Claude', 3)).toMatch(/^\$\d/)
    await page().getByText('Figures by day').click()
    const days = page().getByRole('table').last().getByRole('row')
    expect(await days.count()).toBeGreaterThan(1)
    expect(await axeViolations(page())).toEqual([])
    await page().getByRole('button', { name: 'Tokens', exact: true }).click()
    await page()
      .getByRole('img', { name: /^Tokens by day, for each model: \S+ in total$/ })
      .waitFor()
  })

  test('usage: another span stands in the address, and all of it is a file for a spreadsheet', async () => {
    await page().getByRole('button', { name: 'Last 30 days' }).click()
    await page().getByRole('button', { name: 'All time' }).click()
    await page().waitForURL(/#\/usage\/all$/)
    // All of time has nothing before it that it could be compared with.
    await page()
      .getByText(/^of [\d,]+ tokens$/)
      .waitFor()
    const told = page().waitForEvent('download')
    await page().getByRole('button', { name: 'CSV' }).click()
    const [head, ...rows] = readFileSync(await (await told).path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(head).toMatch(/^day,model,answers/)
    expect(rows.map((row) => row.split(',')[1])).toContain('Claude Sonnet 5.5')
    await page().goBack()
    await page().goBack()
    await page().getByRole('textbox', { name: 'Message' }).waitFor()
  })
}
