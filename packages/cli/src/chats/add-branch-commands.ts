import type { Command } from 'commander'
import type { ForgetOptions, ForkOptions } from './branch-command.ts'
import { onChats } from './on-chats.ts'
import { SETTING_NAMES } from './parse-chat-settings.ts'
import type { ChatsContext, ChatsOptions } from './with-chats.ts'

/** The commands on the turns, answers and settings of a chat. */
export function addBranchCommands(chats: Command, context: (data?: string) => ChatsContext): void {
  const load = () => import('./branch-command.ts')
  const one = (name: string, description: string): Command =>
    onChats(chats.command(name)).description(description).argument('<id>', 'of the chat')
  one('turns', 'list the turns on show, with the ids of branches, answers and changes to files').action(
    async (id: string, options: ChatsOptions) =>
      (await import('./turns-command.ts')).turnsCommand(id, options, context(options.data)),
  )
  one('choose', 'go on from one of several answers')
    .argument('<answer>', 'its id, as varve chats turns prints it, or how that begins')
    .action(async (chat: string, answer: string, options: ChatsOptions) =>
      (await load()).chooseAnswerCommand({ chat, answer }, options, context(options.data)),
    )
  one('branch', 'show another branch')
    .argument('<turn>', 'the id of a turn in it, as varve chats turns prints it, or how that begins')
    .action(async (chat: string, turn: string, options: ChatsOptions) =>
      (await load()).showBranchCommand({ chat, turn }, options, context(options.data)),
    )
  one('fork', 'make a new chat that begins with this one, and print its id')
    .option('--turn <turn>', 'up to this one, by its number or id; default: the last one')
    .option('--answer <id>', 'of this turn; default: the one that is chosen')
    .action(async (id: string, options: ForkOptions) =>
      (await load()).forkChatCommand(id, options, context(options.data)),
    )
  one('forget', 'leave something that a chat keeps out of every later request')
    .argument('<key>', 'of what it keeps, as varve chats show --json names it')
    .option('--undo', 'take that back, until a message has been sent')
    .action(async (chat: string, key: string, options: ForgetOptions) =>
      (await load()).forgetCommand({ chat, key }, options, context(options.data)),
    )
  one('undo', 'take back what a tool changed in files')
    .argument('<call>', 'the id of the call, as varve chats turns prints it')
    .action(async (chat: string, call: string, options: ChatsOptions) =>
      (await load()).undoCallCommand({ chat, call }, options, context(options.data)),
    )
  one('set', 'change the settings of a chat from its next message on; without any, print them')
    .argument('[name=value...]', `name= gives a setting back: ${SETTING_NAMES.join(', ')}`)
    .addHelpText('after', '\nExample:\n  varve chats set 01J… runner=agent mode=act jurisdictions=US-CA,FR')
    .action(async (chat: string, pairs: readonly string[], options: ChatsOptions) =>
      (await load()).chatSettingsCommand({ chat, pairs }, options, context(options.data)),
    )
}
