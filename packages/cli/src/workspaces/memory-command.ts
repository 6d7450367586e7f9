import { type ChatsContext, type ChatsOptions, withChats } from '../chats/with-chats.ts'
import { CliError } from '../cli-error.ts'
import { readInput } from '../read-input.ts'

/** `varve memory show`: what the assistant remembers in a workspace, as the note is. */
export async function showMemoryCommand(options: ChatsOptions, context: ChatsContext): Promise<void> {
  const memory = await withChats(options, context, 'read', (app, place) => app.readMemory(place))
  await context.output.write(options.json ? `${JSON.stringify(memory)}\n` : memory.content)
}

/** `varve memory add`: one more thing to remember. */
export async function addMemoryCommand(
  words: readonly string[],
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const add = words.join(' ')
  const memory = await withChats(options, context, 'write', (app, place) =>
    app.writeMemory({ ...place, add }),
  )
  await context.output.write(options.json ? `${JSON.stringify(memory)}\n` : memory.content)
}

/** `varve memory set`: the whole note, from a file or the standard input. What it was stays as a version. */
export async function setMemoryCommand(
  file: string,
  options: ChatsOptions,
  context: ChatsContext,
): Promise<void> {
  const content = decoded(await readInput(file, context.input))
  const memory = await withChats(options, context, 'write', async (app, place) => {
    const { hash } = await app.readMemory(place)
    return app.writeMemory({ ...place, content, hash })
  })
  await context.output.write(options.json ? `${JSON.stringify(memory)}\n` : memory.content)
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new CliError('input-malformed', 'What is to be remembered is no text in UTF-8.', { cause: error })
  }
}
