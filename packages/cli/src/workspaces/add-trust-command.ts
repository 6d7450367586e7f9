import type { Command } from 'commander'
import { onChats } from '../chats/on-chats.ts'
import type { ChatsContext } from '../chats/with-chats.ts'
import type { TrustOptions } from './trust-command.ts'

/** The command for the files that models follow. */
export function addTrustCommand(program: Command, context: (data?: string) => ChatsContext): void {
  onChats(program.command('trust'))
    .description('list the files of a workspace that models follow once trusted, or trust some of them')
    .argument('[paths...]', 'files to trust, such as AGENTS.md')
    .option('--revoke', 'no longer trust them')
    .addHelpText('after', HELP)
    .action(async (paths: readonly string[], options: TrustOptions) =>
      (await import('./trust-command.ts')).trustCommand(paths, options, context(options.data)),
    )
}

const HELP = `
Agents, skills, templates, projects, areas, AGENTS.md and the memory are used only once you trust them. A file that you
write in Varve is trusted. A file that you trust once stays trusted while you edit it; the list then says "changed". A
file that a tool, an import or a saved answer writes is not used until you trust it again.

Examples:
  varve trust --workspace ~/notes
  varve trust --workspace ~/notes AGENTS.md
  varve trust --workspace ~/notes --revoke Varve/agents/poet.agent.md`
