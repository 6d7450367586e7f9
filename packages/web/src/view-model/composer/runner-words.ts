import type { ChatSettingsView } from '@varve/server/types'
import type { IconName } from '../../parts/icon.tsx'

export interface RunnerChoice {
  readonly runner?: NonNullable<ChatSettingsView['runner']>
  readonly mode?: NonNullable<ChatSettingsView['mode']>
  readonly name: string
  readonly about: string
  readonly icon: IconName
}

const CHAT: RunnerChoice = { name: 'Chat', about: 'Answers from what you attach', icon: 'chat' }
const ASK: RunnerChoice = {
  runner: 'agent',
  name: 'Agent, ask',
  about: 'Searches and reads by itself; changes nothing',
  icon: 'search',
}

/** The ways in which a message can be answered. */
export const RUNNERS: readonly RunnerChoice[] = [
  CHAT,
  {
    runner: 'vault-qa',
    name: 'From my notes',
    about: 'Searches your notes first, and cites them',
    icon: 'note',
  },
  { runner: 'plus', name: 'Plus', about: 'Looks things up first, then answers once', icon: 'globe' },
  ASK,
  { runner: 'agent', mode: 'plan', name: 'Agent, plan', about: 'Reads, and writes a plan', icon: 'passage' },
  {
    runner: 'agent',
    mode: 'act',
    name: 'Agent, act',
    about: 'Reads and writes; asks before it changes a note',
    icon: 'edit',
  },
]

/** How the chat answers now. A runner that is not offered here is told by its name elsewhere, and is a chat. */
export function currentRunner({ runner, mode }: Pick<ChatSettingsView, 'runner' | 'mode'>): RunnerChoice {
  if (runner === 'agent') return RUNNERS.find((one) => one.runner === runner && one.mode === mode) ?? ASK
  return RUNNERS.find((one) => one.runner === runner) ?? CHAT
}
