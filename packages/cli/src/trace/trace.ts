import { basename, resolve } from 'node:path'
import type { SESSION_KINDS } from '@varve/lab'
import type { Call } from '../call.ts'
import { type ChatsOptions, onChats, withChat } from '../chats/with-chats.ts'
import { example, type Group, parseCount } from '../command.ts'
import { CliError } from '../errors.ts'
import { readInput } from '../input.ts'
import { countOf, showCount } from '../text.ts'
import { fillNewFile, writeNewFile } from '../write-new-file.ts'
import { addCostCommand } from './cost.ts'
import { addExplainCommand } from './explain.ts'
import { addReplayCommand } from './replay.ts'

/** The commands that work on traces: nothing is sent, and no model is called. */
export function addTraceCommands(program: Group): void {
  addReplayCommand(program)
  addExplainCommand(program)
  addCostCommand(program)
  const trace = program.group('trace', 'work with traces')
  addChatCommands(trace)
  trace
    .command('convert', 'convert a real agent session to a trace')
    .argument('<session>', 'the session file, or - for standard input')
    .option('--from <agent>', 'whose session it is', { choices: SESSIONS, required: true })
    .option('--output <file>', 'write to this new file (default: standard output)')
    .option('--json', 'with --output: say what was written as JSON')
    .help(example('varve trace convert session.jsonl --from pi > trace.jsonl'))
    .run(convert)
}

const SESSIONS = ['pi', 'tau', 'sweagent'] as const satisfies typeof SESSION_KINDS

/** The commands about what was sent in a chat. */
function addChatCommands(trace: Group): void {
  const ofChat = (name: string, description: string) =>
    onChats(
      trace
        .command(name, description)
        .argument('<chat>', 'the id of the chat, or the start of it; see varve chats ls'),
    )
  ofChat('export', 'export what was sent and received in a chat, one turn per line, for varve replay')
    .option('--output <file>', 'write to this new file (default: standard output)')
    // What it was called before.
    .option('--out <file>', '', { hidden: true })
    .help(
      '\nEach line has the exact bodies of its calls too; keys are in none. It only reads, so Varve may be running.\n\nExample:\n  varve trace export 01J… --output chat.trace.jsonl',
    )
    .run(exportTrace)
  ofChat('show', 'print the exact body of one request of a chat, as it was sent')
    .option('--turn <number>', 'the number of the turn in the current branch', {
      parse: parseCount,
      required: true,
    })
    .option('--call <number>', 'which of the answer’s calls (default: the last)', {
      parse: parseCount,
    })
    .help(
      '\nRequests are sealed, so the master key is needed. --json prints all that is recorded of the call.\n\nExample:\n  varve trace show 01J… --turn 3',
    )
    .run(async (given, { turn, call, ...options }, chat) => {
      const shown = await withChat({ ...options, chat }, given, 'read', (app, place) =>
        app.inspectTurn({ ...place, turn, call }),
      )
      const { wire, request } = shown
      const body =
        wire?.leftOut === undefined
          ? (wire?.bodyText ?? JSON.stringify(request))
          : `The body was too long to be kept: ${showCount(wire.leftOut.characters)} characters, ${wire.leftOut.hash}.`
      return { json: shown, words: body }
    })
  ofChat('delete', 'permanently delete what was sent in a chat; the chat, its answers and costs stay')
    .help('\nExample:\n  varve trace delete 01J…')
    .run(async (call, options, chat) => {
      const deleted = await withChat({ ...options, chat }, call, 'write', (app, place) =>
        app.deleteTrace(place),
      )
      return { json: deleted, words: `${countOf(deleted.calls, 'request')} deleted. The chat is kept.` }
    })
}

interface ExportOptions extends ChatsOptions {
  readonly output?: string
  readonly out?: string
  readonly json?: boolean
}

/** Line by line, to the standard output or to a new file that only its owner reads. */
async function exportTrace(call: Call, options: ExportOptions, chat: string): Promise<void> {
  const { json, output: file = options.out } = options
  await withChat({ ...options, chat }, call, 'read', async (app, place) => {
    const { lines } = await app.exportTrace(place)
    if (file === undefined) {
      for await (const line of noticed(lines, call)) if (!(await call.output.write(line))) return
      return
    }
    const turns = await writeLines(resolve(call.cwd, file), noticed(lines, call))
    await call.output.write(
      `${json ? JSON.stringify({ file, turns }) : `${countOf(turns, 'turn')} in ${file}.`}\n`,
    )
  })
}

/** Says once, beside the trace, that texts are left out of it. */
async function* noticed(lines: AsyncIterable<string>, { report }: Call): AsyncGenerator<string> {
  let isSaid = false
  for await (const line of lines) {
    const { textsLeftOut } = JSON.parse(line) as { readonly textsLeftOut?: string }
    if (textsLeftOut !== undefined && !isSaid) report(textsLeftOut)
    isSaid ||= textsLeftOut !== undefined
    yield line
  }
}

function writeLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  return fillNewFile(
    file,
    async (handle) => {
      let count = 0
      for await (const line of lines) {
        await handle.writeFile(line)
        count += 1
      }
      return count
    },
    { access: 'private' },
  )
}

interface ConvertOptions {
  readonly from: (typeof SESSIONS)[number]
  readonly output?: string
  readonly json?: boolean
}

/** An agent's session as a trace, on the standard output or in a file. */
async function convert(call: Call, { from, output: to, json }: ConvertOptions, file: string): Promise<void> {
  const { output, report, cwd } = call
  const bytes = await readInput(file, call)
  const { convertSession } = await import('@varve/lab')
  const name = file === '-' ? 'session' : basename(file).replace(/\.\w+$/, '')
  const result = convertSession({ text: new TextDecoder().decode(bytes), from, name })
  if (result.kind === 'malformed') {
    const line = result.line === undefined ? '' : `, line ${result.line}`
    throw new CliError('input-malformed', `${file}${line}: ${result.reason}`)
  }
  const { turns, losses } = result
  for (const loss of losses) report(`left out: ${loss}`)
  if (turns.length === 0) throw new CliError('input-malformed', `${file}: there is no turn in it.`)
  const lines = turns.map((turn) => `${JSON.stringify(turn)}\n`)
  if (to === undefined) {
    for (const line of lines) if (!(await output.write(line))) return
    return
  }
  await writeNewFile(resolve(cwd, to), lines.join(''))
  const conversations = new Set(turns.map(({ conversation }) => conversation)).size
  const toolCalls = turns.flatMap(({ tools }) => tools ?? []).length
  const words = `${countOf(turns.length, 'turn')} of ${countOf(conversations, 'conversation')} with ${countOf(toolCalls, 'tool call')}.`
  const summary = { turns: turns.length, conversations, toolCalls, losses }
  await output.write(`${json ? JSON.stringify(summary) : words}\n`)
}
