import type { Page } from 'playwright-core'

/** Where a walk finds the next message and what comes along with it. */
export function contextParts(getPage: () => Page) {
  const message = () => getPage().getByRole('textbox', { name: 'Message' })
  const context = () => getPage().getByRole('group', { name: 'Context of the next message' })
  const chip = (name: string | RegExp) => context().locator('.chip').filter({ hasText: name })
  const option = (name: RegExp) => getPage().getByRole('option', { name })
  const about = () => getPage().getByRole('status', { name: 'About the next message' })
  const asked = () => getPage().getByRole('article', { name: 'You' })
  return { message, context, chip, option, about, asked }
}
