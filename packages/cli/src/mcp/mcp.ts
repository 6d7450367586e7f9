import { finished } from 'node:stream/promises'
import { setImmediate as pause } from 'node:timers/promises'
import { type Call, dataOptions } from '../call.ts'
import { type Group, onOwnDatabase } from '../command.ts'
import { findDatabase } from '../paths.ts'
import { addMcpServerCommands } from './mcp-servers.ts'

/** `varve mcp`: the command that other assistants start, and those for servers that Varve uses. */
export function addMcpCommand(program: Group): void {
  const group = program.group(
    'mcp',
    'serve a workspace over MCP, or manage the MCP servers of its agents',
    GROUP_HELP,
  )
  addMcpServerCommands(group)
  onOwnDatabase(
    group
      .defaultCommand(
        'serve',
        'serve a workspace to other assistants over MCP: search, read and context, under its guard',
      )
      .option(
        '-w, --workspace <folder>',
        'a workspace: folder, name or id (default: the current one, or the only one)',
      ),
  )
    .help(HELP)
    .run(serve)
}

const GROUP_HELP = `
Without a command it serves a workspace over the Model Context Protocol: see varve mcp serve --help.

Examples:
  varve mcp --workspace ~/notes
  varve mcp add tracker https://mcp.example.org/mcp
  varve mcp test tracker`

const HELP = `
It speaks the Model Context Protocol over standard input and output, and is started by the assistant, not by
hand. It only reads, and works while Varve is running. Private data is replaced with placeholders as the
workspace’s guard says, private and local-only files are withheld, and every call is recorded in the audit.

Example, in the settings of an assistant:
  { "mcpServers": { "notes": { "command": "varve", "args": ["mcp", "--workspace", "/home/me/notes"] } } }`

/** Until the assistant closes its end, or a signal comes. Nothing but the protocol goes over the standard streams. */
async function serve(
  call: Call,
  options: { readonly workspace?: string; readonly database?: string },
): Promise<void> {
  const { paths, surroundings, cwd, input, stdout, report, checkout } = call
  const { createSharedServer, openSharedWorkspace } = await import('@varve/app')
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const shared = await openSharedWorkspace({
    ...dataOptions(findDatabase(options, paths, surroundings), call),
    workspace: options.workspace,
    cwd,
    processId: process.pid,
  })
  const running = new Set<Promise<unknown>>()
  const server = await createSharedServer(shared, {
    version: checkout.version,
    track: (answering) => {
      running.add(answering)
      return answering.finally(() => running.delete(answering))
    },
  })
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no events, only these properties
  server.onerror = (error) => report(error.message)
  try {
    await server.connect(new StdioServerTransport(input, stdout))
    await Promise.race([finished(input, { writable: false }).catch(() => undefined), call.stopped()])
    // An assistant that has closed its side still waits for the answers, each sent shortly after it is ready.
    do {
      await Promise.allSettled(running)
      await pause()
    } while (running.size > 0)
  } finally {
    await server.close()
    await shared.close()
  }
}
