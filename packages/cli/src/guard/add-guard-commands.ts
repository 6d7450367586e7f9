import { type Command, Option } from 'commander'
import type { CommandContext } from '../command-context.ts'
import type { RedactOptions } from './redact-command.ts'
import type { RestoreOptions } from './restore-command.ts'
import type { ScanCommandOptions } from './scan-command.ts'

/** The commands that look for private data, take it out, and put it back. */
export function addGuardCommands(program: Command, context: () => CommandContext): void {
  withScanOptions(program.command('scan').description('find private data and secrets in a text'))
    .addOption(
      new Option('--fail-on <severity>', 'end with exit code 3 where a finding is as grave as this').choices([
        'critical',
        'high',
        'moderate',
        'low',
      ]),
    )
    .option('--json', 'as JSON, with the advice')
    .option('--jsonl', 'read {"id","text","jurisdictions"?} lines, print {"id","findings"} lines')
    .addHelpText('after', SCAN_HELP)
    .action(async (words: readonly string[], options: ScanCommandOptions) =>
      (await import('./scan-command.ts')).scanCommand(words, options, context()),
    )
  withScanOptions(program.command('redact').description('replace private data in a text by placeholders'))
    .option('--map <file>', 'write what the placeholders stand for to this new file, which only you can read')
    .option('--json', 'print {"text","map"}')
    .option('--jsonl', 'read {"id","text","jurisdictions"?} lines, print {"id","text","map"} lines')
    .addHelpText(
      'after',
      '\nExample:\n  varve redact --file letter.txt --map letter.map.json > letter.redacted.txt',
    )
    .action(async (words: readonly string[], options: RedactOptions) =>
      (await import('./redact-command.ts')).redactCommand(words, options, context()),
    )
  withText(program.command('restore').description('put back what redact has taken out'))
    .option('--map <file>', 'the file that redact wrote; with --jsonl, for lines without a map')
    .option('--json', 'print {"text"}')
    .option('--jsonl', 'read {"id","text","map"?} lines, print {"id","text"} lines')
    .addHelpText('after', '\nExample:\n  varve restore --map letter.map.json --file answer.txt')
    .action(async (words: readonly string[], options: RestoreOptions) =>
      (await import('./restore-command.ts')).restoreCommand(words, options, context()),
    )
}

const SCAN_HELP = `
What is found is no failure: the exit code is 0, unless --fail-on says otherwise.

Examples:
  varve scan "Call me at (415) 867-2671"
  varve scan --fail-on high --file letter.txt`

function withText(command: Command): Command {
  return command
    .argument('[text...]', 'the text; the standard input for -, or where neither text nor file is given')
    .option('--file <file>', 'a file with the text; - for the standard input')
}

function withScanOptions(command: Command): Command {
  return withText(command)
    .option(
      '--jurisdiction <codes>',
      'whose rules matter most, such as US, CA, MX, EU, UK or FR; several with commas',
      // Not a list of words: it would take the text behind it for a code.
      (codes: string, before: readonly string[] | undefined) => [...(before ?? []), codes],
    )
    .addOption(
      new Option('--sensitivity <level>', 'how little evidence is enough').choices([
        'strict',
        'normal',
        'relaxed',
      ]),
    )
}
