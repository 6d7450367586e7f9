import { runWalks } from './testing/run-walks.ts'
import { walkFromTheStart } from './testing/walk-from-the-start.ts'
import { walkAsANewUser } from './testing/walk-as-a-new-user.ts'
import { walkGuard } from './testing/walk-guard.ts'
import { walkInDatabase } from './testing/walk-in-database.ts'
import { walkInLanguages } from './testing/walk-in-languages.ts'
import { walkWithProviders } from './testing/walk-with-providers.ts'

await runWalks({
  'the walk as a new user': walkAsANewUser,
  'the walk': walkFromTheStart,
  'the walk with providers': walkWithProviders,
  'a workspace in the database': walkInDatabase,
  'the page in its languages': walkInLanguages,
  'the walk past the guard': walkGuard,
})
