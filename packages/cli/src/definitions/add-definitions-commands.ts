import type { Command } from 'commander'
import type { DefinitionsOptions } from './definitions-command.ts'
import type { FolderContext } from '../folder/folder-command.ts'
import { withDatabase } from '../database/with-database.ts'

const KINDS = ['agent', 'skill', 'template', 'project'] as const

/** The commands that look at the agents, skills, templates and projects of a workspace. */
export function addDefinitionsCommands(program: Command, context: (data?: string) => FolderContext): void {
  const load = (): Promise<typeof import('./definitions-command.ts')> => import('./definitions-command.ts')
  for (const kind of KINDS) {
    const group = program
      .command(`${kind}s`)
      .description(`list, show and check the ${kind}s of a workspace and those that come with Varve`)
      .addHelpText('after', `\nExample:\n  varve ${kind}s check --workspace ~/notes`)
    withWorkspace(group.command('ls'))
      .description(`the ${kind}s, with what is wrong with them`)
      .action(async (options: DefinitionsOptions) =>
        (await load()).listDefinitionsCommand(kind, options, context(options.data)),
      )
    withWorkspace(group.command('show'))
      .description('print one, as its file is')
      .argument('<name>', 'as its file is named')
      .action(async (name: string, options: DefinitionsOptions) =>
        (await load()).showDefinitionCommand({ kind, name }, options, context(options.data)),
      )
    withWorkspace(group.command('check'))
      .description('say what is wrong, with the line; exit code 1 where something is')
      .argument('[name]', 'one of them; all where it is left out')
      .action(async (name: string | undefined, options: DefinitionsOptions) =>
        (await load()).checkDefinitionsCommand({ kind, name }, options, context(options.data)),
      )
  }
}

function withWorkspace(command: Command): Command {
  return withDatabase(
    command.option(
      '--workspace <folder>',
      'a workspace by its folder, its name, its id or how that begins; none: what comes with Varve',
    ),
  )
}
