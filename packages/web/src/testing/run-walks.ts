import type { Browser } from 'playwright-core'
import { afterAll, describe } from 'vitest'
import { launchBrowser } from './launch-browser.ts'

/** Walks in a browser of their own, one after the other; skipped where there is no browser. */
export async function runWalks(walks: Readonly<Record<string, (browser: Browser) => void>>): Promise<void> {
  const browser = await launchBrowser()
  afterAll(() => browser?.close())
  describe.skipIf(!browser).each(Object.entries(walks))('%s', (_name, walk) => {
    if (browser) walk(browser)
  })
}
