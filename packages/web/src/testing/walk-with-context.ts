import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { contextParts } from './context-parts.ts'
import { openPage } from './open-page.ts'
import { type RunningVarve, startVarve } from './start-varve.ts'
import { walkWithBroughtFiles } from './walk-with-brought-files.ts'

const LONG = 'The long story of the tide that came in one night and would not go out again for a week'

/** All the ways to bring something along, as a person uses them: the steps build on each other. */
export function walkWithContext(browser: Browser): void {
  let varve: RunningVarve
  let page: Page
  const problems: string[] = []

  beforeAll(async () => {
    varve = await startVarve()
    mkdirSync(join(varve.notes, 'tides'))
    writeFileSync(join(varve.notes, 'tides/spring.md'), '# Spring tide\n\nHighest at full moon. #moon/full')
    writeFileSync(join(varve.notes, 'tides/neap.md'), '# Neap tide\n\nLowest at half moon. #moon')
    writeFileSync(join(varve.notes, 'Move me.md'), '# Move me\n\nAbout the ebb.')
    writeFileSync(join(varve.notes, 'moon-log.md'), '---\ntags: [moon]\n---\nSeen on Tuesday.')
    writeFileSync(join(varve.notes, `${LONG}.md`), 'It went out in the end.')
    page = await openPage(browser, problems)
    await page.goto(varve.url)
  })

  afterAll(async () => {
    await varve?.stop()
  })

  const { message, context, chip, option, about, asked } = contextParts(() => page)
  const violations = () => axeViolations(page)

  /** Tags are known once the index has read the notes. */
  async function untilTagged(tag: string): Promise<void> {
    await expect
      .poll(
        () =>
          page.evaluate(async () => {
            const key = localStorage.getItem('varve.page-key')
            return (await fetch(`/s/${key}/api/workspaces/first/tags`)).text()
          }),
        { timeout: 20_000 },
      )
      .toContain(tag)
  }

  test('@ lists what changed last, folders and tags, each under its heading', async () => {
    await untilTagged('moon')
    await page.reload()
    await message().pressSequentially('@')
    await page.getByRole('group', { name: /^Recently changed/ }).waitFor()
    await page.getByRole('group', { name: /^Folders/ }).waitFor()
    await page.getByRole('group', { name: /^Tags/ }).waitFor()
    expect(await violations()).toEqual([])
  })

  test('a folder becomes a chip that counts its files and what they take', async () => {
    await message().pressSequentially('tides/')
    await option(/^tides\/ 2 files/).waitFor()
    await page.keyboard.press('Enter')
    await chip('tides/')
      .getByText(/^2 files, \d+/)
      .waitFor()
    expect(await message().inputValue()).toBe('')
  })

  test('a folder that is typed out comes first, and a name may have a blank in it', async () => {
    await message().pressSequentially('@tides')
    await page.getByRole('option', { selected: true, name: /^tides\// }).waitFor()
    await message().fill('')
    await message().pressSequentially('@move m')
    await page.getByRole('option', { selected: true, name: /Move me/ }).waitFor()
    await message().pressSequentially('y')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await message().fill('')
  })

  test('a tag becomes a chip that counts its notes, also those of tags below it', async () => {
    await message().pressSequentially('@#mo')
    await option(/^#moon 3 notes/).waitFor()
    await page.keyboard.press('Enter')
    await chip('#moon')
      .getByText(/notes?, \d+/)
      .waitFor()
  })

  test('two brackets link a note in the text and attach it', async () => {
    await message().pressSequentially('Compare [[launch pl')
    await option(/launch-plan/).waitFor()
    await page.keyboard.press('Enter')
    expect(await message().inputValue()).toBe('Compare [[launch-plan]]')
    await chip('launch-plan.md').waitFor()
    await message().fill('')
  })

  walkWithBroughtFiles(() => page)

  test('what is chosen from the menu begins where it should', async () => {
    await page.getByRole('button', { name: 'Attach', exact: true }).click()
    await page.getByRole('button', { name: 'Attach a web page…' }).click()
    await expect.poll(() => message().inputValue()).toBe('@https://')
    await page.getByText('Type or paste the full address of a page.').waitFor()
    await page.keyboard.press('Escape')
    await message().fill('')
  })

  test('a note that is gone looks refused, and a line says that it would be left out', async () => {
    await message().pressSequentially('@moon-log')
    await option(/moon-log/).waitFor()
    await page.keyboard.press('Enter')
    await chip('moon-log.md').waitFor()
    rmSync(join(varve.notes, 'moon-log.md'))
    await message().pressSequentially('When is the tide highest?')
    await about()
      .getByText(/moon-log\.md.*left out/)
      .first()
      .waitFor()
    await chip('moon-log.md').getByText('left out').waitFor()
  })

  test.each(['light', 'dark'] as const)('axe objects to nothing among all chips, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    expect(await violations()).toEqual([])
  })

  test('all of it outlives a reload', async () => {
    await page.reload()
    for (const name of ['tides/', '#moon', 'launch-plan.md', 'Pasted text', 'chart.png', 'heights.csv'])
      await chip(name).waitFor()
    expect(await message().inputValue()).toBe('When is the tide highest?')
  })

  test('what is typed here is not in the new chat of another workspace', async () => {
    const other = mkdtempSync(join(tmpdir(), 'varve-other-'))
    writeFileSync(join(other, `${LONG}.md`), 'Another place, and another tide. '.repeat(40))
    writeFileSync(join(other, 'Why is the second tide of a day so often the lower one.md'), 'By the moon.')
    const here = page.url()
    const id = await page.evaluate(async (root) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/s/${localStorage.getItem('varve.page-key')}/api/workspaces`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ root }),
      })
      return ((await answer.json()) as { readonly id: string }).id
    }, other)
    await page.goto(new URL(`/w/${id}/`, here).href)
    await message().waitFor()
    expect(await message().inputValue()).toBe('')
    expect(await context().count()).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    const question = page.getByRole('list', { name: 'Suggested questions' }).getByRole('button').first()
    await question.waitFor()
    expect((await question.boundingBox())?.width).toBeLessThan(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(here)
    await chip('tides/').waitFor()
    rmSync(other, { recursive: true })
  })

  test('the note that is open in Files comes along once its chip is taken, until it is taken out', async () => {
    await page.evaluate(() => (location.hash = '#/files/tides/neap.md'))
    await page.getByRole('heading', { name: 'Neap tide' }).first().waitFor()
    await page.evaluate(() => (location.hash = '#/'))
    const offer = page.getByRole('button', { name: 'Add the open note tides/neap.md' })
    await offer.waitFor()
    expect(await chip('neap.md').getByText(/\d/).count()).toBe(0)
    await offer.click()
    await chip('neap.md')
      .getByText(/^open note, \d+/)
      .waitFor()
    await chip('neap.md').getByRole('button', { name: 'Remove tides/neap.md' }).click()
    expect(await chip('neap.md').count()).toBe(0)
  })

  test('an open note that was moved is named by its new place', async () => {
    await page.evaluate(() => (location.hash = '#/files/Move%20me.md'))
    await page.getByText('About the ebb.').waitFor()
    await page.evaluate(() => (location.hash = '#/'))
    await page.getByRole('button', { name: 'Add the open note Move me.md' }).click()
    await chip('Move me.md')
      .getByText(/^open note, \d+/)
      .waitFor()
    renameSync(join(varve.notes, 'Move me.md'), join(varve.notes, 'tides/Move me.md'))
    await message().press('End')
    await message().pressSequentially('?')
    await chip('tides/Move me.md')
      .getByText(/\d+, moved$/)
      .waitFor()
    await chip('tides/Move me.md')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await message().press('Backspace')
  })

  test('on a phone chips stay in one row and nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await chip('tides/').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('sent, the turn shows each kind, its layers hold the texts, and its notice stays', async () => {
    await message().press('Enter')
    await page
      .getByRole('article', { name: /^Answer 1/ })
      .and(page.locator('[aria-busy=false]'))
      .waitFor()
    for (const name of ['tides/', '#moon', 'Pasted text', 'heights.csv'])
      await asked().locator('.chip').filter({ hasText: name }).first().waitFor()
    await asked()
      .getByText(/moon-log\.md.*left out/)
      .first()
      .waitFor()
    await page
      .getByRole('region', { name: 'Omitted' })
      .getByText(/moon-log\.md.*left out/)
      .first()
      .waitFor()
    const given = await page.locator('.layer[data-layer=L3]').innerText()
    for (const name of ['spring.md', 'neap.md', 'launch-plan.md', '#moon', 'tides/'])
      expect(given).toContain(name)
    expect(given).not.toMatch(/tag:|folder:/)
    expect(await context().locator('.chip').count()).toBe(0)
  })

  test('in the menu of what is kept a long name ends before its size', async () => {
    await message().pressSequentially('And [[The long story')
    await option(/^The long story/).waitFor()
    await page.keyboard.press('Enter')
    await message().press('Enter')
    await page
      .getByRole('article', { name: /^Answer 2/ })
      .and(page.locator('[aria-busy=false]'))
      .waitFor()
    await context()
      .getByRole('button', { name: /\d+ kept/ })
      .click()
    const row = page.locator('.kept-item').filter({ hasText: 'The long story' })
    const name = await row.locator('.file-name').boundingBox()
    const facts = await row.locator('.kept-facts').boundingBox()
    expect((name?.x ?? Number.NaN) + (name?.width ?? 0)).toBeLessThanOrEqual(facts?.x ?? 0)
    await page.keyboard.press('Escape')
  })

  test('a kept note that changed on disk is attached again from its notice, or from the menu', async () => {
    for (const name of ['tides/spring.md', 'tides/neap.md'])
      appendFileSync(join(varve.notes, name), '\n\nSeen again in June.')
    await message().pressSequentially('And in June?')
    await about()
      .getByText(/^tides\/spring\.md changed on disk/)
      .waitFor()
    await about().getByRole('button', { name: 'Use the new version of tides/spring.md' }).click()
    await chip('spring.md').waitFor()
    expect(await message().evaluate((element) => element === document.activeElement)).toBe(true)
    await about()
      .getByText(/^tides\/spring\.md changed on disk/)
      .waitFor({ state: 'detached' })
    await context()
      .getByRole('button', { name: /\d+ kept/ })
      .click()
    expect(await page.getByRole('button', { name: 'Use the new version of tides/spring.md' }).count()).toBe(0)
    const name = page.locator('.kept-item[data-changed]').getByText('neap.md')
    expect((await name.boundingBox())?.width).toBeGreaterThan(30)
    await context().getByRole('button', { name: 'Use the new version of tides/neap.md' }).click()
    await chip('neap.md').waitFor()
    expect(await violations()).toEqual([])
    await message().press('Enter')
    await page
      .getByRole('article', { name: /^Answer 3/ })
      .and(page.locator('[aria-busy=false]'))
      .waitFor()
    expect(await page.locator('.layer[data-layer=L3]').innerText()).toMatch(/spring\.md[\s\S]*neap\.md/)
    expect(await about().getByText('changed on disk').count()).toBe(0)
  })

  test('nothing was refused by the page’s policy and nothing failed on the way', () => {
    // The browser itself logs that the archive was refused and that one upload was cut.
    expect(problems.filter((problem) => !/422|ERR_FAILED/.test(problem))).toEqual([])
  })
}
