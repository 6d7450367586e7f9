import { runWalks } from './testing/run-walks.ts'
import { walkAmongChats } from './testing/walk-among-chats.ts'
import { walkInALongChat } from './testing/walk-in-a-long-chat.ts'
import { walkInHaste } from './testing/walk-in-haste.ts'
import { walkIntoTrouble } from './testing/walk-into-trouble.ts'
import { walkThroughBranches } from './testing/walk-through-branches.ts'
import { walkWhileTyping } from './testing/walk-while-typing.ts'
import { walkWhileWaiting } from './testing/walk-while-waiting.ts'

await runWalks({
  'the walk into trouble': walkIntoTrouble,
  'in haste': walkInHaste,
  'the walk while typing': walkWhileTyping,
  'the walk in a long chat': walkInALongChat,
  'the walk while waiting': walkWhileWaiting,
  'the walk through branches': walkThroughBranches,
  'the walk among chats': walkAmongChats,
})
