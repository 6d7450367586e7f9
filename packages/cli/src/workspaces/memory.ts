import { onChats, withChats } from '../chats/with-chats.ts'
import type { Group } from '../command.ts'
import { readText } from '../input.ts'

/** The commands for what the assistant remembers. */
export function addMemoryCommands(program: Group): void {
  const memory = program.group('memory', 'show and change what the assistant remembers in a workspace', HELP)
  onChats(memory.defaultCommand('show', 'print the note; Varve may be running')).run(async (call, options) =>
    shown(await withChats(options, call, 'read', (app, place) => app.readMemory(place))),
  )
  onChats(memory.command('add', 'one more thing to remember'))
    .argument('<words...>', 'as one line')
    .run(async (call, options, words) =>
      shown(
        await withChats(options, call, 'write', (app, place) =>
          app.writeMemory({ ...place, add: words.join(' ') }),
        ),
      ),
    )
  onChats(memory.command('set', 'replace the note; what it was stays as a version'))
    .argument('[file]', 'with the text; - for the standard input', { default: '-' })
    .run(async (call, options, file) => {
      const content = await readText(file, call)
      return shown(
        await withChats(options, call, 'write', async (app, place) => {
          const { hash } = await app.readMemory(place)
          return app.writeMemory({ ...place, content, hash })
        }),
      )
    })
}

const HELP = `
Examples:
  varve memory --workspace ~/notes
  varve memory add --workspace ~/notes "The harbour office closes at four."`

function shown<Memory extends { readonly content: string }>(memory: Memory) {
  return { json: memory, text: memory.content }
}
