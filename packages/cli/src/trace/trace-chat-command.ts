import { type ChatsContext, type ChatsOptions, withChat } from '../chats/with-chats.ts'
import { showCount } from '../show-number.ts'
import { fillNewFile } from '../write-new-file.ts'

export interface TraceExportOptions extends ChatsOptions {
  readonly output?: string
  /** What it was called before. */
  readonly out?: string
}

export interface TraceShowOptions extends ChatsOptions {
  readonly turn: number
  readonly call?: number
}

/** `varve trace export`: line by line, to the standard output or to a new file that only its owner reads. */
export async function traceExportCommand(
  chatId: string,
  options: TraceExportOptions,
  context: ChatsContext,
): Promise<void> {
  await withChat({ ...options, chat: chatId }, context, 'read', async (app, place) => {
    const { lines } = await app.exportTrace(place)
    const { json, output: file = options.out } = options
    if (file === undefined) {
      for await (const line of noticed(lines, context)) if (!(await context.output.write(line))) return
      return
    }
    const turns = await writeLines(file, noticed(lines, context))
    const said = json ? JSON.stringify({ file, turns }) : `${showCount(turns)} turns in ${file}.`
    await context.output.write(`${said}\n`)
  })
}

/** Says once, beside the trace, that texts are left out of it. */
async function* noticed(lines: AsyncIterable<string>, { report }: ChatsContext): AsyncGenerator<string> {
  let isSaid = false
  for await (const line of lines) {
    const { textsLeftOut } = JSON.parse(line) as { readonly textsLeftOut?: string }
    if (textsLeftOut !== undefined && !isSaid) report(textsLeftOut)
    isSaid ||= textsLeftOut !== undefined
    yield line
  }
}

/** `varve trace show`: the exact body of one call, as it went out. */
export async function traceShowCommand(
  chatId: string,
  options: TraceShowOptions,
  context: ChatsContext,
): Promise<void> {
  const { turn, call, json } = options
  const shown = await withChat({ ...options, chat: chatId }, context, 'read', (app, place) =>
    app.inspectTurn({ ...place, turn, call }),
  )
  const { wire, request } = shown
  const body =
    wire?.leftOut === undefined
      ? (wire?.bodyText ?? JSON.stringify(request))
      : `The body was too long to be kept: ${showCount(wire.leftOut.characters)} characters, ${wire.leftOut.hash}.`
  await context.output.write(`${json ? JSON.stringify(shown) : body}\n`)
}

/** `varve trace delete`. */
export async function traceDeleteCommand(
  chatId: string,
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const deleted = await withChat({ ...options, chat: chatId }, context, 'write', (app, place) =>
    app.deleteTrace(place),
  )
  const { calls } = deleted
  const words = `${showCount(calls)} ${calls === 1 ? 'request' : 'requests'} deleted. The chat is kept.`
  await context.output.write(`${options.json ? JSON.stringify(deleted) : words}\n`)
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
