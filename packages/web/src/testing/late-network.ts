import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

/** Up to how many milliseconds each call of a page is held back, at random; set to look for races in the page. */
const LATEST_MS = Number(process.env['VARVE_WALK_LATE'] ?? 0)

/** Lets calls arrive late and out of their order, as on a slow network, where that is asked for. */
export async function lateNetwork(context: BrowserContext): Promise<void> {
  if (!(LATEST_MS > 0)) return
  await context.route('**/api/**', async (route) => {
    await pause(Math.random() * LATEST_MS)
    // The page may have been closed in the meantime.
    await route.fallback().catch(() => undefined)
  })
}
