import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a person sees and does among chats, in the page that another walk has opened. */
export function inChats(getPage: () => Page) {
  const message = () => getPage().getByRole('textbox', { name: 'Message' })
  const typed = () => expect.poll(() => message().inputValue())
  const button = (name: string | RegExp) => getPage().getByRole('button', { name, exact: true })

  async function openChat(name: string): Promise<void> {
    await getPage()
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()
    await getPage()
      .getByRole('heading', { level: 1, name: new RegExp(`^${name}`) })
      .waitFor()
  }

  async function newChat(): Promise<void> {
    await button('New chat').click()
    await getPage().getByRole('heading', { level: 1, name: 'New chat' }).waitFor()
  }

  const answered = (number: number) =>
    getPage()
      .getByRole('article', { name: new RegExp(`^Answer ${number}`) })
      .and(getPage().locator('[aria-busy=false]'))

  return { message, typed, button, openChat, newChat, answered }
}
