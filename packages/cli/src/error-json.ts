import { CommanderError } from 'commander'
import { CliError } from './cli-error.ts'

/** Whether the caller reads JSON; behind `--` stand words. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? undefined : end).includes('--json')
}

/** What went wrong, in the form in which the server says it: for a program that reads the standard output. */
export function errorJson(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return JSON.stringify({ error: { code: codeOf(error), message: message.replace(/^error: /, '') } })
}

function codeOf(error: unknown): string {
  if (error instanceof CommanderError) return 'usage'
  if (error instanceof CliError) return error.code
  // By its name, for the class comes with the whole app.
  const isApp = error instanceof Error && error.name === 'AppError' && 'code' in error
  return isApp ? String(error.code) : 'failed'
}
