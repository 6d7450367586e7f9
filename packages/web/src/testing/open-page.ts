import type { Browser, Page } from 'playwright-core'
import { lateNetwork } from './late-network.ts'

/** Machines that run tests are slow and busy: what does come is waited for. */
const PATIENCE_MS = 20_000

/** A page of the size of a laptop, in a context of its own, that collects what goes wrong in it. */
export async function openPage(browser: Browser, problems: string[] = []): Promise<Page> {
  // Without motion: what is judged or clicked in the middle of a change of colour or place tells nothing.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  await lateNetwork(context)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  // Refusals by the page's policy arrive here as well.
  page.on(
    'console',
    (message) => message.type() === 'error' && problems.push(`${message.text()} ${message.location().url}`),
  )
  page.on('pageerror', (error) => problems.push(error.message))
  return page
}
