/** Takes the pictures of the README from the running product: `node scripts/take-pictures.ts`. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../packages/web/src/testing/launch-browser.ts'
import { startVarve } from '../packages/web/src/testing/start-varve.ts'

const FOLDER = 'docs/images'
mkdirSync(FOLDER, { recursive: true })
const varve = await startVarve()
const browser = await launchBrowser()
try {
  if (!browser) throw new Error('No browser could be started.')
  for (const scheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: scheme })
    await page.goto(varve.url)
    await ask(page, 'launch-plan', 'When do we launch and what still blocks it?')
    await ask(page, 'pricing', 'Which plans do we sell and what does each cost?')
    await page.screenshot({ path: `${FOLDER}/chat-${scheme}.png` })
    await page.close()
  }
} finally {
  await browser?.close()
  await varve.stop()
}

async function ask(page: Page, note: string, question: string): Promise<void> {
  const draft = page.getByRole('combobox').or(page.getByRole('textbox')).first()
  await draft.click()
  await draft.pressSequentially(`@${note}`)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await draft.pressSequentially(question)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await page.waitForTimeout(700)
}
