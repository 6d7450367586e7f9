import type { Command } from 'commander'
import type { FilesOptions, PutOptions, RestoreOptions } from './files-command.ts'
import type { DatabaseChoice } from './create-workspace-command.ts'
import type { FolderContext } from './folder-command.ts'
import { withDatabase } from '../database/with-database.ts'

/** The commands for the files of a workspace, in a folder or in the database. */
export function addFilesCommands(program: Command, context: (data?: string) => FolderContext): void {
  const files = program
    .command('files')
    .description('list, read, write and restore the files of a workspace, in a folder or in the database')
    .addHelpText('after', HELP)
  const load = (): Promise<typeof import('./files-command.ts')> => import('./files-command.ts')
  withDatabase(files.command('create'))
    .description('make a workspace whose files lie in the database')
    .argument('<name>', 'what it is called; one of that name that was removed from the list comes back')
    .action(async (name: string, options: DatabaseChoice) =>
      (await import('./create-workspace-command.ts')).createWorkspaceCommand(
        name,
        options,
        context(options.data),
      ),
    )
  const command = (name: string, description: string): Command =>
    onFiles(files.command(name)).description(description)
  command('ls', 'the files, by path').action(async (options: FilesOptions) =>
    (await load()).listCommand(options, context(options.data)),
  )
  command('cat', 'print a file, or one of its versions')
    .argument('<path>', 'from the root of the workspace')
    .option('--id <version>', 'a version, as "files versions" names it')
    .option('--output <file>', 'write the bytes there; needed for what is no text')
    .action(async (path: string, options: FilesOptions) =>
      (await load()).catCommand(path, options, context(options.data)),
    )
  command('put', 'write a file; what it replaces becomes a version')
    .argument('<path>', 'from the root of the workspace')
    .argument('[file]', 'where the bytes come from; - for the standard input', '-')
    .option('--expect <hash>', 'only over the version of this hash; "absent": only where there is none')
    .action(async (path: string, file: string, options: PutOptions) =>
      (await load()).putCommand(path, file, options, context(options.data)),
    )
  command('rm', 'move a file to the trash of its workspace')
    .argument('<path>', 'from the root of the workspace')
    .option('--expect <hash>', 'only the version of this hash')
    .action(async (path: string, options: PutOptions) =>
      (await load()).removeCommand(path, options, context(options.data)),
    )
  command('mv', 'give a file another name; its versions go along')
    .argument('<from>')
    .argument('<to>')
    .option('--expect <hash>', 'replace the file that has the name, if it is the version of this hash')
    .action(async (from: string, to: string, options: PutOptions) =>
      (await load()).moveCommand(from, to, options, context(options.data)),
    )
  command('versions', 'what a file was before, newest first')
    .argument('<path>')
    .action(async (path: string, options: FilesOptions) =>
      (await load()).versionsCommand(path, options, context(options.data)),
    )
  command('diff', 'what has changed in a file')
    .argument('<path>')
    .argument('[from]', 'a version; the newest where absent')
    .argument('[to]', 'a version; the file as it is where absent')
    .action(async (path: string, from: string | undefined, to: string | undefined, options: FilesOptions) =>
      (await load()).diffCommand({ path, from, to }, options, context(options.data)),
    )
  command('restore', 'bring back a version, or a file from the trash')
    .argument('<id>', 'as "files versions" or "files trash" names it')
    .option('--as <path>', 'under another name, which must be free')
    .action(async (id: string, options: RestoreOptions) =>
      (await load()).restoreCommand(id, options, context(options.data)),
    )
  command('trash', 'what was removed, newest first').action(async (options: FilesOptions) =>
    (await load()).trashCommand(options, context(options.data)),
  )
  command('export', 'write every file into a folder; nothing there is overwritten')
    .argument('<folder>')
    .action(async (folder: string, options: FilesOptions) =>
      (await load()).exportCommand(folder, options, context(options.data)),
    )
}

function onFiles(command: Command): Command {
  return withDatabase(
    command.requiredOption(
      '--workspace <folder>',
      'a workspace by its folder, its name, its id or how that begins',
    ),
  )
}

const HELP = `
A file of a database is open to one program: stop "varve start" before. A folder, or a PostgreSQL, is not.

Examples:
  varve files ls --workspace ~/notes
  varve files create "My notes"
  varve files put plan.md ./plan.md --workspace 0198c0de
  varve files diff plan.md --workspace "My notes"
  varve files export ./copy --workspace "My notes"`
