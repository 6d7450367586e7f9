import { afterAll, describe } from 'vitest'
import { launchBrowser } from './testing/launch-browser.ts'
import { walkThroughEditing } from './testing/walk-through-editing.ts'
import { walkAmongChats } from './testing/walk-among-chats.ts'
import { walkAsANewUser } from './testing/walk-as-a-new-user.ts'
import { walkFromTheStart } from './testing/walk-from-the-start.ts'
import { walkGuard } from './testing/walk-guard.ts'
import { walkInALongChat } from './testing/walk-in-a-long-chat.ts'
import { walkInDatabase } from './testing/walk-in-database.ts'
import { walkInHaste } from './testing/walk-in-haste.ts'
import { walkIntoTrouble } from './testing/walk-into-trouble.ts'
import { walkThroughAnswers } from './testing/walk-through-answers.ts'
import { walkThroughBranches } from './testing/walk-through-branches.ts'
import { walkThroughFiles } from './testing/walk-through-files.ts'
import { walkWhatIsShown } from './testing/walk-what-is-shown.ts'
import { walkWhileTyping } from './testing/walk-while-typing.ts'
import { walkWhileWaiting } from './testing/walk-while-waiting.ts'
import { walkWithContext } from './testing/walk-with-context.ts'
import { walkWithProviders } from './testing/walk-with-providers.ts'

const WALKS = {
  'the walk as a new user': walkAsANewUser,
  'the walk': walkFromTheStart,
  'the walk into trouble': walkIntoTrouble,
  'the walk with providers': walkWithProviders,
  'the walk with context': walkWithContext,
  'the walk through files': walkThroughFiles,
  'the walk through answers': walkThroughAnswers,
  'the walk through editing': walkThroughEditing,
  'in haste': walkInHaste,
  'the walk while typing': walkWhileTyping,
  'the walk in a long chat': walkInALongChat,
  'the walk while waiting': walkWhileWaiting,
  'the walk through what is shown': walkWhatIsShown,
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
