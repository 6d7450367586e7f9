import { runWalks } from './testing/run-walks.ts'
import { walkThroughAnswers } from './testing/walk-through-answers.ts'
import { walkThroughEditing } from './testing/walk-through-editing.ts'
import { walkThroughFiles } from './testing/walk-through-files.ts'
import { walkWhatIsShown } from './testing/walk-what-is-shown.ts'
import { walkWithApiKeys } from './testing/walk-with-api-keys.ts'
import { walkWithContext } from './testing/walk-with-context.ts'

await runWalks({
  'the walk with context': walkWithContext,
  'the walk with API keys': walkWithApiKeys,
  'the walk through files': walkThroughFiles,
  'the walk through answers': walkThroughAnswers,
  'the walk through editing': walkThroughEditing,
  'the walk through what is shown': walkWhatIsShown,
})
