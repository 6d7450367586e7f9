import { type Command, Option } from 'commander'
import type { ArtifactsOptions } from './artifacts-command.ts'
import type { DoctorOptions } from './doctor-command.ts'
import type { FolderContext } from './folder-command.ts'
import type { IndexOptions } from './index-command.ts'
import type { SearchOptions } from './search-command.ts'
import { parseCount } from '../trace/trace-options.ts'

/** The commands that work on a folder of files: its index, search, and what its files become. */
export function addFolderCommands(program: Command, context: () => FolderContext): void {
  onFolder(program.command('index'))
    .description('read what has changed in a folder, so that it can be searched')
    .option('--rebuild', 'throw the index away and read every file again')
    .addOption(
      new Option(
        '--embeddings <which>',
        'also find what means alike: with the built-in English model, or not; the index remembers it',
      ).choices(['built-in', 'off']),
    )
    .option('--json', 'what is in the folder, as JSON')
    .addHelpText('after', example('varve index --workspace ~/notes'))
    .action(async (options: IndexOptions) =>
      (await import('./index-command.ts')).indexCommand(options, context()),
    )
  onFolder(program.command('search'))
    .description('find passages in the files of a folder')
    .argument(
      '[words...]',
      'what to search for: words, "phrases", -not, #tag, path:, after:, last week; - reads them',
    )
    .option('-k <count>', 'at most this many', parseCount, 10)
    .option('--json', 'one JSON answer, with snippets')
    .option('--jsonl', 'read {"id","query","exclude"?,"k"?} lines, print {"id","hits"} lines')
    // A word that is not wanted begins like an option; what is none of the options above is a word.
    .allowUnknownOption()
    .addHelpText(
      'after',
      `
A word that begins with - is one that must not stand: -kitchen leaves out files with the word kitchen. By itself it
lists the files without it, newest first. After -- no word is taken for an option.

Examples:
  varve search --workspace ~/notes "break clause" after:2026-10-01
  varve search --workspace ~/notes manatee -secret
  varve search --workspace ~/notes -- -kitchen`,
    )
    .action(async (words: readonly string[], options: SearchOptions) =>
      (await import('./search-command.ts')).searchCommand(words, options, context()),
    )
  onFolder(program.command('artifacts'))
    .description('show what files, folders and tags become when they are attached')
    .argument('[names...]', 'note.md, folder/, #tag, paper.pdf#pages=3-5, note.md#L10-20')
    .option('--json', 'as JSON')
    .option('--jsonl', 'read {"id","attach"} lines, print {"id","artifacts"} lines')
    .addHelpText(
      'after',
      `
What could not be had is named as "absent" and said why; the rest is printed, and the exit code is 1. Pages of the web
are not read: save one as a file of the folder and name that.
${example("varve artifacts --workspace ~/notes plan.md '#project' archive/")}`,
    )
    .action(async (names: readonly string[], options: ArtifactsOptions) =>
      (await import('./artifacts-command.ts')).artifactsCommand(names, options, context()),
    )
  onFolder(program.command('doctor'))
    .description('check the index of a folder')
    .option('--repair', 'build it again where it is not sound')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
An index holds nothing that is not in the folder. One that cannot be opened at all is built again by itself, as by every
command, and doctor says so; the old one is kept beside it as .old until the next time.
${example('varve doctor --workspace ~/notes --repair')}`,
    )
    .action(async (options: DoctorOptions) =>
      (await import('./doctor-command.ts')).doctorCommand(options, context()),
    )
}

function onFolder(command: Command): Command {
  return command.option(
    '--workspace <folder>',
    'the folder, or the name or id of its workspace; default: where you are',
    '.',
  )
}

function example(line: string): string {
  return `\nExample:\n  ${line}`
}
