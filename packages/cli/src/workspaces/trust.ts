import type { InstructionView } from '@varve/app'
import { onChats, withChats } from '../chats/with-chats.ts'
import type { Group } from '../command.ts'
import { CliError } from '../errors.ts'
import { columnsOf, plainText, renderTable } from '../text.ts'

/** `varve trust`: the files of a workspace that models follow; with paths, trusts them or no longer. */
export function addTrustCommand(program: Group): void {
  onChats(
    program.command(
      'trust',
      'list the files of a workspace that models follow once trusted, or trust some of them',
    ),
  )
    .argument('[paths...]', 'files to trust, such as AGENTS.md')
    .option('--revoke', 'no longer trust them')
    .help(HELP)
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

const HELP = `
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
