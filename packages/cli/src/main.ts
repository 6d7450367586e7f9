import { fstatSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import { addAskCommand } from './ask/add-ask-command.ts'
import type { AskContext } from './ask/ask-context.ts'
import { addAreasCommand } from './guard/add-areas-command.ts'
import { addAuditCommand } from './guard/add-audit-command.ts'
import { addChatFileCommand } from './chats/add-chat-file-command.ts'
import { addChatsCommands } from './chats/add-chats-commands.ts'
import { addDefinitionsCommands } from './definitions/add-definitions-commands.ts'
import { addDatabaseCommands } from './database/add-db-commands.ts'
import { addFilesCommands } from './folder/add-files-commands.ts'
import { addFolderCommands } from './folder/add-folder-commands.ts'
import { addGuardCommands } from './guard/add-guard-commands.ts'
import { addKeysCommands } from './database/add-keys-commands.ts'
import { addMcpCommand } from './mcp/add-mcp-command.ts'
import { addMemoryCommands } from './workspaces/add-memory-commands.ts'
import { addModelsCommand } from './database/add-models-command.ts'
import { addReindexCommand } from './chats/add-reindex-command.ts'
import { addSettingsCommands } from './workspaces/add-settings-commands.ts'
import { addSimulateCommand } from './trace/add-simulate-command.ts'
import { addStartCommand } from './start/add-start-command.ts'
import { addStatsCommand } from './statistics/add-stats-command.ts'
import { addTraceCommands } from './trace/add-trace-commands.ts'
import { addTrustCommand } from './workspaces/add-trust-command.ts'
import { addWorkspacesCommands } from './workspaces/add-workspaces-commands.ts'
import { findCheckout } from './checkout.ts'
import type { ChatsContext } from './chats/with-chats.ts'
import type { CommandContext } from './command-context.ts'
import { dropEmptyAddresses } from './drop-empty-addresses.ts'
import { errorJson, wantsJson } from './error-json.ts'
import { exitCode } from './exit-code.ts'
import type { FolderContext } from './folder/folder-command.ts'
import { createOutput, isGoneReader, type Output, outputLost } from './output.ts'
import { findPaths, type Surroundings } from './paths.ts'
import { pathsCommand } from './paths-command.ts'
import { untilSignal } from './start/until-signal.ts'
import { wordsBehind } from './words-behind.ts'

/** Runs one command, and loads no other. The exit code is set, not forced, so that output is not cut. */
export async function main(argv: readonly string[]): Promise<void> {
  const fail = failing()
  // A reader that has gone, as `head` does, is no error; a full disk is.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isGoneReader(error)) fail(outputLost(error))
    })
  dropEmptyAddresses(process.env)
  const output = createOutput(process.stdout)
  try {
    await createProgram(output).parseAsync(wordsBehind(argv), { from: 'user' })
  } catch (error) {
    fail(error)
    // Beside what was printed it would not be one JSON text any more.
    if (process.exitCode !== 0 && wantsJson(argv) && !output.isUsed()) say(errorJson(error))
  }
}

/** Says why and sets the exit code; what is lost with the output is heard of twice, and said once. */
function failing(): (error: unknown) => void {
  let said: string | undefined
  return (error) => {
    const message = error instanceof Error ? error.message : String(error)
    // Commander has already said what it refuses.
    if (!(error instanceof CommanderError) && message !== said) report(message)
    said = message
    process.exitCode = exitCode(error)
  }
}

function createProgram(output: Output): Command {
  const checkout = findCheckout()
  const surroundings: Surroundings = { env: process.env, home: homedir(), platform: process.platform }
  const program = new Command('varve')
    .description('A local-first AI chat workspace over your own files.')
    .version(checkout.version)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('Run "varve --help" for the commands.')
    .addHelpText('after', HELP)
  addStartCommand(program, () => ({
    checkout,
    surroundings,
    isTTY: process.stdout.isTTY,
    say,
    report,
    stopped: untilSignal(),
  }))
  program
    .command('paths')
    .description('print the folders and files that Varve uses')
    .option('--json', 'as JSON')
    .action((options: { readonly json?: boolean }) => say(pathsCommand(findPaths(surroundings), options)))
  addSimulateCommand(program, () => ({ say, stopped: untilSignal(), clock: Date.now }))
  const context = (): CommandContext => ({
    input: process.stdin,
    output,
    report,
    timer: () => performance.now(),
    config: findPaths(surroundings).config,
  })
  const folderContext = (data?: string): FolderContext => ({
    ...context(),
    // Some of it is kept by its path, which has to hold wherever the next command is called.
    paths: findPaths(surroundings, data === undefined ? undefined : resolve(data)),
    isTTY: process.stderr.isTTY,
    write: (text) => void process.stderr.write(text),
  })
  const askContext = (data?: string): AskContext => ({
    ...folderContext(data),
    surroundings,
    checkout,
    cwd: process.cwd(),
    isTyped: process.stdin.isTTY,
    isPipe: isPipe(),
    isScreen: process.stdout.isTTY,
    stopped: untilSignal,
  })
  addAskCommand(program, askContext)
  const chatsContext = (data?: string): ChatsContext => ({ ...folderContext(data), surroundings })
  addWorkspacesCommands(program, chatsContext)
  addSettingsCommands(program, chatsContext)
  addMemoryCommands(program, chatsContext)
  addTrustCommand(program, chatsContext)
  addModelsCommand(program, chatsContext)
  addFolderCommands(program, folderContext)
  addFilesCommands(program, folderContext)
  addDatabaseCommands(program, chatsContext)
  addReindexCommand(program, chatsContext)
  addKeysCommands(program, (data) => ({ ...folderContext(data), checkout, surroundings }))
  addStatsCommand(program, (data) => ({ ...folderContext(data), surroundings, now: Date.now }))
  addAuditCommand(program, (data) => ({ ...folderContext(data), surroundings, now: Date.now }))
  addMcpCommand(program, (data) => ({
    ...folderContext(data),
    surroundings,
    version: checkout.version,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stopped: untilSignal,
  }))
  addTraceCommands(program, context, chatsContext)
  addChatsCommands(program, chatsContext, askContext)
  addChatFileCommand(program, context)
  addAreasCommand(program, folderContext)
  addGuardCommands(program, context)
  addDefinitionsCommands(program, folderContext)
  pointToHelp(program, 'varve')
  return program
}

/** A program that starts this one may leave its end of a socket open for ever; a shell gives a pipe or a file. */
function isPipe(): boolean {
  try {
    const input = fstatSync(0)
    return input.isFIFO() || input.isFile()
  } catch {
    return false
  }
}

/** What a command refuses is explained in its own help. */
function pointToHelp(command: Command, name: string): void {
  for (const below of command.commands) {
    const full = `${name} ${below.name()}`
    const what = below.commands.length > 0 ? 'commands' : 'arguments and options'
    below.showHelpAfterError(`Run "${full} --help" for its ${what}.`)
    pointToHelp(below, full)
  }
}

const HELP = `
The exit code is 0 when all was done, 1 when something failed, 2 for a call or an input that cannot be meant.
With --json, a command that fails before it has printed anything prints {"error":{"code","message"}}; the words go to
the standard error as well.`

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function report(line: string): void {
  process.stderr.write(`varve: ${line}\n`)
}
