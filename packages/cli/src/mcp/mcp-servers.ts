import { setTimeout as sleep } from 'node:timers/promises'
import type { McpServerView } from '@varve/app'
import { openToAsk } from '../ask/run-asking.ts'
import type { Call } from '../call.ts'
import { onChats, withChats, type ChatsOptions } from '../chats/with-chats.ts'
import { collect, type Group } from '../command.ts'
import type { WorkingApp } from '../connect.ts'
import { CliError } from '../errors.ts'
import { canOpenBrowser, openBrowser } from '../start/open-browser.ts'
import { columnsOf, plainText, renderTable } from '../text.ts'

/** The MCP servers that lend their tools to the agents of a workspace. */
export function addMcpServerCommands(group: Group): void {
  onChats(group.command('list', 'list the MCP servers of a workspace, with their command or address')).run(
    async (call, options) => {
      const list = await withChats(options, call, 'read', (app, place) => app.listMcpServers(place))
      for (const { line, place, message } of list.problems)
        call.report(
          `${list.path}${line === undefined ? '' : `, line ${line}`}${place === '' ? '' : `, ${place}`}: ${message}`,
        )
      const table = renderTable(columnsOf(['name', 'trust', 'runs or asks', 'tools']), list.servers.map(row))
      return { json: list, words: list.servers.length === 0 ? 'There is no MCP server.' : table }
    },
  )
  onChats(group.command('add', 'add a program or an address as an MCP server, trust it, and connect'))
    .argument('<name>', 'its name')
    .argument(
      '<target...>',
      'an address, or a program with its arguments; put -- before those that begin with a dash',
    )
    .option('--env <NAME=value>', 'a variable for the program; repeat for more', { parse: collect })
    .option('--header <"Name: value">', 'a header for the address; repeat for more', { parse: collect })
    .option('--local', 'the address is in your own network')
    .help(HELP)
    .run((call, options, name, target) =>
      withServers(call, options, async (app, place) => {
        const entry = entryOf(target, options)
        await app.writeMcpServer({ ...place, name, entry })
        const server = await follow(call, app, { ...place, name }, ({ state }) => state !== 'connecting')
        if (server.state === 'sign-in' && call.isWatched) return signIn(call, app, { ...place, name })
        return shown(server)
      }),
    )
  onChats(group.command('trust', 'trust a server in the configuration file, as its entry is now'))
    .argument('<name>')
    .option('--revoke', 'no longer trust it')
    .run((call, { revoke = false, ...options }, name) =>
      withServers(call, options, async (app, place) => {
        const { servers } = await app.listMcpServers(place)
        const { hash, target } = requireFound(
          servers.find((one) => one.name === name),
          name,
        )
        if (!revoke) call.report(plainText(`Trusting: ${target}`))
        await app.trustMcpServer({ ...place, name, hash, trusted: !revoke })
        return shown(await follow(call, app, { ...place, name }, ({ state }) => state !== 'connecting'))
      }),
    )
  onChats(group.command('test', 'connect to a trusted server and list its tools; exit code 1 on failure'))
    .argument('<name>')
    .run((call, options, name) =>
      withServers(call, options, async (app, place) => {
        const server = await app.reconnectMcpServer({ ...place, name })
        if (server.state === 'ready') return shown(server)
        const hint = server.state === 'sign-in' ? ` Run: varve mcp sign-in ${name}` : ''
        const words = `${server.problems.join(' ') || 'It does not answer.'}${hint}`
        throw new CliError('answer-failed', [words, ...outputOf(server)].map(plainText).join('\n'))
      }),
    )
  onChats(group.command('sign-in', 'sign in to a server (OAuth)'))
    .argument('<name>')
    .run((call, options, name) =>
      withServers(call, options, async (app, place) => {
        const server = await app.reconnectMcpServer({ ...place, name })
        return server.state === 'sign-in' ? signIn(call, app, { ...place, name }) : shown(server)
      }),
    )
  onChats(group.command('remove', 'remove a server from the configuration file, and its sign-in'))
    .argument('<name>')
    .run((call, options, name) =>
      withServers(call, options, async (app, place) => {
        const { servers } = await app.listMcpServers(place)
        requireFound(
          servers.find((one) => one.name === name),
          name,
        )
        const list = await app.writeMcpServer({ ...place, name, entry: null })
        return { json: list, words: plainText(`Removed ${name}.`) }
      }),
    )
}

const HELP = `
The server is added to Varve/mcp.json in the workspace. Keep tokens out of that file: name a variable that begins with
VARVE_MCP_, which is read from Varve’s environment. If a server requires sign-in, its page opens in your browser; its
tokens are stored encrypted with this machine’s key.

Examples:
  varve mcp add tracker https://mcp.example.org/mcp
  varve mcp add files -- npx -y @modelcontextprotocol/server-filesystem ~/notes
  varve mcp add wiki https://wiki.example.org/mcp --header 'Authorization: Bearer \${VARVE_MCP_WIKI}'`

interface Place {
  readonly workspaceId: string
}

async function withServers<Result>(
  call: Call,
  options: ChatsOptions,
  act: (app: WorkingApp, place: Place) => Promise<Result>,
): Promise<Result> {
  const { app, workspace, close } = await openToAsk({ ...options, isKnown: true }, call)
  try {
    return await act(app, { workspaceId: workspace.id })
  } finally {
    await close()
  }
}

/** The entry as it stands in the file. */
function entryOf(
  [first = '', ...rest]: readonly string[],
  {
    env,
    header,
    local,
  }: {
    readonly env?: readonly string[]
    readonly header?: readonly string[]
    readonly local?: boolean
  },
): Readonly<Record<string, unknown>> {
  const isAddress = /^https?:\/\//i.test(first)
  if (isAddress && (rest.length > 0 || env))
    throw new CliError('usage', 'An address takes no arguments and no --env.')
  if (!isAddress && (header || local))
    throw new CliError(
      'usage',
      '--header and --local are for an address, such as https://mcp.example.org/mcp.',
    )
  if (isAddress)
    return {
      url: first,
      ...(header ? { headers: pairsOf(header, ':') } : {}),
      ...(local ? { local } : {}),
    }
  return {
    command: first,
    ...(rest.length > 0 ? { args: rest } : {}),
    ...(env ? { env: pairsOf(env, '=') } : {}),
  }
}

function pairsOf(given: readonly string[], sign: '=' | ':'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((one) => {
      const at = one.indexOf(sign)
      // Not repeated: it may be a secret.
      if (at < 1) throw new CliError('usage', `A name, "${sign}" and a value belong together.`)
      return [one.slice(0, at).trim(), one.slice(at + 1).trim()]
    }),
  )
}

const POLL_MILLISECONDS = 500

/** Sends the user to the page of the server, and waits until its browser has come back. */
async function signIn(call: Call, app: WorkingApp, server: Place & { readonly name: string }) {
  const before = (await follow(call, app, server, () => true)).problems.join('\n')
  const { url } = await app.signInToMcpServer(server)
  call.report(`Sign in here, on the machine where Varve runs:\n${plainText(url)}`)
  const { surroundings } = call
  if (!call.server && canOpenBrowser(surroundings, { isTTY: call.isWatched }))
    openBrowser(url, surroundings.platform, call.report)
  const ended = await follow(call, app, server, ({ state, problems }) =>
    state === 'sign-in' ? problems.join('\n') !== before : state === 'ready' || state === 'failed',
  )
  if (ended.state !== 'ready') throw new CliError('answer-failed', plainText(ended.problems.join(' ')))
  return shown(ended)
}

/** Looks at a server until it has got so far. */
async function follow(
  call: Call,
  app: WorkingApp,
  { name, ...place }: Place & { readonly name: string },
  isEnough: (server: McpServerView) => boolean,
): Promise<McpServerView> {
  const stopping = new AbortController()
  void call.stopped().then(() => stopping.abort())
  for (;;) {
    const { servers } = await app.listMcpServers(place)
    const server = requireFound(
      servers.find((one) => one.name === name),
      name,
    )
    if (isEnough(server)) return server
    await sleep(POLL_MILLISECONDS, undefined, { signal: stopping.signal }).catch(() => undefined)
    if (stopping.signal.aborted) throw new CliError('stopped', `Stopped before ${name} was connected.`)
  }
}

function shown(server: McpServerView) {
  const { name, state, tools, problems } = server
  const lines = [
    `${name}: ${WORDS[state]}`,
    ...problems.map((problem) => `  ${problem}`),
    ...(state === 'failed' ? outputOf(server) : []),
    ...tools.map(
      ({ tool, description }) => `  ${tool}${description === '' ? '' : `: ${firstLine(description)}`}`,
    ),
  ]
  return { json: server, words: lines.map(plainText).join('\n') }
}

const WORDS: Readonly<Record<McpServerView['state'], string>> = {
  off: 'not used',
  idle: 'starts when needed',
  connecting: 'starting',
  ready: 'connected',
  'sign-in': 'wants you to sign in: varve mcp sign-in',
  failed: 'does not work',
}

function row({ name, trusted, disabled, target, tools }: McpServerView): readonly string[] {
  const trust = disabled ? 'off' : trusted ? 'trusted' : 'not trusted'
  return [name, trust, target, tools.length === 0 ? '' : String(tools.length)].map(plainText)
}

/** The end of what a program said beside the protocol. */
function outputOf({ errorOutput = '' }: McpServerView): readonly string[] {
  return errorOutput.trimEnd() === ''
    ? []
    : errorOutput
        .trimEnd()
        .split('\n')
        .map((line) => `  ${line}`)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function requireFound(server: McpServerView | undefined, name: string): McpServerView {
  if (!server) throw new CliError('usage', `There is no MCP server "${name}" here: see varve mcp list.`)
  return server
}
