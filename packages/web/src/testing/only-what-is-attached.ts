import type { Page } from 'playwright-core'

/** Cloud models get nothing that Varve finds by itself, and name no chats: for walks that are about other things. */
export async function onlyWhatIsAttached(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const root = `/s/${localStorage.getItem('varve.page-key')}/api/workspaces`
    const body = JSON.stringify({ passagesToCloud: 'never', titles: 'words' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${root}/first/settings`, { method: 'PATCH', headers, body })).status
  })
  if (status !== 200) throw new Error(`The setting was refused: ${status}.`)
}
