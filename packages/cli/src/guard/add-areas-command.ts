import { type Command, Option } from 'commander'
import type { AreasOptions } from './areas-command.ts'
import type { FolderContext } from '../folder/folder-command.ts'

/** The command that says what a text is about. */
export function addAreasCommand(program: Command, context: () => FolderContext): void {
  program
    .command('areas')
    .description(
      'say which areas of guidance a text is about, which words say so, and which jurisdictions it names',
    )
    .argument('[text...]', 'the text; the standard input for -, or where neither text nor file is given')
    .option('--file <file>', 'a file with the text; - for the standard input')
    .option('--workspace <folder>', 'a folder whose own areas, in Varve/areas, count too')
    .addOption(
      new Option('--language <code>', 'the language of the text, instead of a guess').choices([
        'en',
        'fr',
        'es',
      ]),
    )
    .option('--json', 'as JSON, with the deciding words and the jurisdictions')
    .option('--jsonl', 'read {"id","text"} lines, print {"id","areas"} lines')
    .addHelpText('after', '\nExample:\n  varve areas "My landlord kept my deposit"')
    .action(async (words: readonly string[], options: AreasOptions) =>
      (await import('./areas-command.ts')).areasCommand(words, options, context()),
    )
}
