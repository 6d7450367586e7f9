import type { Command } from 'commander'
import type { McpContext, McpOptions } from './mcp-command.ts'

/** The command that other assistants start. */
export function addMcpCommand(program: Command, context: (data?: string) => McpContext): void {
  program
    .command('mcp')
    .description('give other assistants a workspace over MCP: search, read and context, under its guard')
    .option(
      '--workspace <folder>',
      'a workspace by its folder, name or id; default: the one you are in, else the only one',
    )
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--database <url>', 'a PostgreSQL, postgres://…; default: the file of --data')
    .addHelpText('after', HELP)
    .action(async (options: McpOptions) =>
      (await import('./mcp-command.ts')).mcpCommand(options, context(options.data)),
    )
}

const HELP = `
It speaks the Model Context Protocol over its standard streams, and is started by the assistant, not by
hand. It only reads, also while Varve runs. Private data is replaced by placeholders as the workspace's
guard says, files that are private or local-only are withheld, and every call stands in the audit.

Example, in the settings of an assistant:
  { "mcpServers": { "notes": { "command": "varve", "args": ["mcp", "--workspace", "/home/me/notes"] } } }`
