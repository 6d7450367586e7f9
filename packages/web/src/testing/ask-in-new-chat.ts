import type { Page } from 'playwright-core'

/** Begins a chat with a message, and waits until that is answered. */
export async function askInNewChat(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'New chat' }).waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
  await page
    .getByRole('article', { name: /^Answer 1/ })
    .and(page.locator('[aria-busy=false]'))
    .waitFor()
}
