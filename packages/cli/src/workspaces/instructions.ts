import { onChats, withChats } from '../chats/with-chats.ts'
import type { Group } from '../command.ts'
import { readText } from '../input.ts'
import type { InstructionView } from '@varve/app'
import { CliError } from '../errors.ts'
import { columnsOf, plainText, renderTable } from '../text.ts'

/** The commands for what the assistant remembers. */
export function addMemoryCommands(program: Group): void {
  const memory = program.group(
    'memory',
    'show or change what the assistant remembers in a workspace',
    MEMORY_HELP,
  )
  onChats(memory.defaultCommand('show', 'print the memory note')).run(async (call, options) =>
    shown(await withChats(options, call, 'read', (app, place) => app.readMemory(place))),
  )
  onChats(memory.command('add', 'add a thing to remember'))
    .argument('<words...>', 'as one line')
    .run(async (call, options, words) =>
      shown(
        await withChats(options, call, 'write', (app, place) =>
          app.writeMemory({ ...place, add: words.join(' ') }),
        ),
      ),
    )
  onChats(memory.command('set', 'replace the memory note; the old one is kept as a version'))
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

const MEMORY_HELP = `
Examples:
  varve memory --workspace ~/notes
  varve memory add --workspace ~/notes "The harbour office closes at four."`

function shown<Memory extends { readonly content: string }>(memory: Memory) {
  return { json: memory, text: memory.content }
}

/** `varve trust`: the files of a workspace that models follow; with paths, trusts them or no longer. */
export function addTrustCommand(program: Group): void {
  onChats(program.command('trust', 'list the instruction files of a workspace, or trust some of them'))
    .argument('[paths...]', 'files to trust, such as AGENTS.md')
    .option('--revoke', 'no longer trust them')
    .help(TRUST_HELP)
    .run(async (call, { revoke = false, ...options }, paths) => {
      if (paths.length === 0 && revoke) throw new CliError('usage', 'Name the files to revoke.')
      const files = await withChats(
        options,
        call,
        paths.length === 0 ? 'read' : 'write',
        async (app, place) => {
          if (paths.length === 0) return app.listInstructions(place)
          const changed: InstructionView[] = []
          for (const path of paths)
            changed.push(await app.trustInstruction({ ...place, path, trusted: !revoke }))
          return changed
        },
      )
      const rows = files.map(({ path, kind, trust }) => [path, kind, WORDS[trust]].map(plainText))
      const table = renderTable(columnsOf(['file', 'kind', 'trust']), rows)
      return { json: files, words: files.length === 0 ? 'None.' : table }
    })
}

const TRUST_HELP = `
Agents, skills, templates, projects, areas, AGENTS.md and the memory are used only once you trust them. A file that you
write in Varve is trusted. A file that you trust once stays trusted while you edit it; the list then says "changed". A
file that a tool, an import or a saved answer writes is not used until you trust it again.

Examples:
  varve trust --workspace ~/notes
  varve trust --workspace ~/notes AGENTS.md
  varve trust --workspace ~/notes --revoke Varve/agents/poet.agent.md`

const WORDS: Readonly<Record<InstructionView['trust'], string>> = {
  trusted: 'trusted',
  changed: 'trusted, changed since',
  untrusted: 'not trusted, not used',
}
