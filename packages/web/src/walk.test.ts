import { afterAll, describe } from 'vitest'
import { launchBrowser } from './testing/launch-browser.ts'
import { walkAmongChats } from './testing/walk-among-chats.ts'
import { walkFromTheStart } from './testing/walk-from-the-start.ts'
import { walkGuard } from './testing/walk-guard.ts'
import { walkInDatabase } from './testing/walk-in-database.ts'
import { walkInHaste } from './testing/walk-in-haste.ts'
import { walkIntoTrouble } from './testing/walk-into-trouble.ts'
import { walkThroughBranches } from './testing/walk-through-branches.ts'
import { walkThroughFiles } from './testing/walk-through-files.ts'
import { walkWhileTyping } from './testing/walk-while-typing.ts'
import { walkWithContext } from './testing/walk-with-context.ts'
import { walkWithProviders } from './testing/walk-with-providers.ts'

/** In one file: walks beside each other would build the page at the same time. */
const WALKS = {
  'the walk': walkFromTheStart,
  'the walk into trouble': walkIntoTrouble,
  'the walk with providers': walkWithProviders,
  'the walk with context': walkWithContext,
  'the walk through files': walkThroughFiles,
  'in haste': walkInHaste,
  'the walk while typing': walkWhileTyping,
  'a workspace in the database': walkInDatabase,
  'the walk through branches': walkThroughBranches,
  'the walk among chats': walkAmongChats,
  'the walk past the guard': walkGuard,
}

const browser = await launchBrowser()

afterAll(() => browser?.close())

/** Skipped where no browser is. */
describe.skipIf(!browser).each(Object.entries(WALKS))('%s', (_name, walk) => {
  if (browser) walk(browser)
})
