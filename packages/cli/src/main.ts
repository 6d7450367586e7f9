import { Command, CommanderError } from 'commander'
import { addAskCommands } from './ask/ask.ts'
import { type Io, openCall, findCheckout, processIo } from './call.ts'
import { addChatFileCommand, addReindexCommand } from './chats/chat-files.ts'
import { addChatsCommands } from './chats/chats.ts'
import { Group } from './command.ts'
import { addApiKeysCommands } from './database/api-keys.ts'
import { addDatabaseCommands } from './database/database.ts'
import { addKeysCommands } from './database/keys.ts'
import { addModelsCommand } from './database/models.ts'
import { addStatsCommand } from './database/stats.ts'
import { addDefinitionsCommands } from './workspaces/definitions.ts'
import { addChatCommand } from './chat/chat.ts'
import { addDoctorCommand } from './install/doctor.ts'
import { addSelfUpdateCommand } from './install/self-update.ts'
import { addCompletionCommand } from './completion.ts'
import { withDefaultVerb } from './default-verb.ts'
import { errorJson, exitCode, messageOf } from './errors.ts'
import { addArtifactsCommand } from './folder/artifacts.ts'
import { addIndexCommand } from './folder/index-commands.ts'
import { addFilesCommands } from './folder/files.ts'
import { addSearchCommand } from './folder/search.ts'
import { addAreasCommand } from './guard/areas.ts'
import { addAuditCommand } from './guard/audit.ts'
import { addHookCommands } from './guard/hook.ts'
import { addGuardCommands } from './guard/scan.ts'
import { addMcpCommand } from './mcp/mcp.ts'
import { createOutput, isGoneReader, type Output, outputLost } from './output.ts'
import { paintFor } from './paint.ts'
import { addStartCommands } from './start/start.ts'
import { addTraceCommands } from './trace/trace.ts'
import { addMemoryCommands } from './workspaces/instructions.ts'
import { addSettingsCommands } from './workspaces/settings.ts'
import { addSimulateCommand } from './trace/simulate.ts'
import { addTrustCommand } from './workspaces/instructions.ts'
import { addWorkspacesCommands } from './workspaces/workspaces.ts'

/** Runs one command, and loads nothing of Varve's other packages that it does not need. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<void> {
  const fail = failing(io)
  // A closed reader, as with `head`, is no error; a full disk is.
  for (const stream of [io.stdout, io.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!isGoneReader(error)) fail(outputLost(error))
    })
  dropEmptyAddresses(io.env)
  const output = createOutput(io.stdout)
  try {
    const program = createProgram(io, output)
    const given = withDefaultVerb(currentNames(argv), program, io)
    await program.parseAsync(wordsBehind(given), { from: 'user' })
  } catch (error) {
    fail(error)
    // Beside what was printed it would not be one JSON text any more.
    if (exitCode(error) !== 0 && wantsJson(argv) && !output.isUsed())
      await output.write(`${errorJson(error)}\n`).catch(fail)
  }
}

/** Prints the error and sets the exit code. A failed output reports its error twice; it is printed once. */
function failing({ stderr, env, exit }: Io): (error: unknown) => void {
  let said: string | undefined
  const paint = paintFor({ env, isTTY: stderr.isTTY ?? false })
  return (error) => {
    const message = messageOf(error)
    // Commander has already said what it refuses.
    if (!(error instanceof CommanderError) && message !== said)
      stderr.write(`${paint('red', 'varve:')} ${message}\n`)
    said = message
    exit(exitCode(error))
  }
}

/** The command line with every command of it; none runs before it is parsed. */
export function createProgram(io: Io, output: Output): Command {
  const { stdout, stderr } = io
  const command = new Command('varve')
    .description('A local-first AI chat workspace over your own files.')
    .version((io.checkout ?? findCheckout()).version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => (stdout.isTTY ? stdout.columns : undefined) ?? 80,
      getErrHelpWidth: () => (stderr.isTTY ? stderr.columns : undefined) ?? 80,
    })
    .option('--server <url>', 'use the Varve at this address, with the API key in VARVE_API_KEY')
    .option('--key-file <file>', 'read the API key for --server from this file')
    .option('--no-color', 'print without colour, as with NO_COLOR')
    .showSuggestionAfterError()
    .showHelpAfterError('Run "varve --help" for the commands.')
    .addHelpText('after', HELP)
  const program = new Group(command, (options) => openCall(io, output, options))
  addStartCommands(program)
  addPathsCommand(program)
  addSimulateCommand(program)
  addAskCommands(program)
  addChatCommand(program)
  addWorkspacesCommands(program)
  addSettingsCommands(program)
  addMemoryCommands(program)
  addTrustCommand(program)
  addModelsCommand(program)
  addIndexCommand(program)
  addSearchCommand(program)
  addArtifactsCommand(program)
  addDoctorCommand(program)
  addSelfUpdateCommand(program)
  addFilesCommands(program)
  addDatabaseCommands(program)
  addReindexCommand(program)
  addKeysCommands(program)
  addApiKeysCommands(program)
  addStatsCommand(program)
  addAuditCommand(program)
  addMcpCommand(program)
  addTraceCommands(program)
  addChatsCommands(program)
  addChatFileCommand(program)
  addAreasCommand(program)
  addGuardCommands(program)
  addDefinitionsCommands(program)
  addHookCommands(program)
  addCompletionCommand(program, command)
  pointToHelp(command, 'varve')
  return command
}

const HELP = `
A question needs no command: varve "When do we launch?" -a plan.md -m openai/… -m anthropic/…
-c continues the last chat, -w names a workspace, and piped text is attached.

Exit codes: 0 success, 1 failure, 2 invalid usage or malformed input.
With --json, a command that fails before printing anything prints {"error":{"code","message"}}; the message also goes to
standard error.`

function addPathsCommand(program: Group): void {
  program
    .command('paths', 'print the folders and files Varve uses')
    .option('--json', 'as JSON')
    .run(({ paths }) => ({
      json: paths,
      words: Object.entries(paths)
        .map(([name, path]) => `${name.padEnd(9)}  ${path}`)
        .join('\n'),
    }))
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

const ADDRESSES = ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL']

/** `-k` and `-w` with letters right behind them: a count has none, so it is a word that must not stand. */
const WORD = /^-[kw](?=\p{L})/u

/**
 * An address that is set to nothing, as in a file of settings with no value filled in, counts as not set. The packages
 * of these providers read it themselves when they are loaded, and refuse to be where it is empty.
 */
function dropEmptyAddresses(environment: NodeJS.ProcessEnv): void {
  for (const name of ADDRESSES) if (environment[name]?.trim() === '') delete environment[name]
}

const WORKSPACE: ReadonlySet<string> = new Set(['-w', '--workspace'])

/**
 * Moves such words in the arguments of `varve search` behind `--`, where nothing is read as an option:
 * `-kitchen` excludes the word kitchen instead of meaning `-k itchen`. Word order doesn't matter.
 */
export function wordsBehind(argv: readonly string[]): readonly string[] {
  if (argv[0] !== 'search') return argv
  const end = argv.indexOf('--')
  const [before, behind] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)]
  const isWord = (argument: string, at: number) => WORD.test(argument) && !WORKSPACE.has(before[at - 1] ?? '')
  const words = before.filter(isWord)
  if (words.length === 0) return argv
  return [...before.filter((argument, at) => !isWord(argument, at)), '--', ...words, ...behind]
}

/** A command that had another name still goes by it. */
function currentNames(argv: readonly string[]): readonly string[] {
  const [group, name, ...rest] = argv
  return group === 'keys' && name === 'begin-anew' ? ['keys', 'reset', ...rest] : argv
}

/** Whether the caller wants JSON; after `--` come words. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? undefined : end).includes('--json')
}
