import type { AppError, AppErrorCode } from '@varve/app'
import { CommanderError } from 'commander'
import { CliError, type CliErrorCode } from './cli-error.ts'

const FROM_CLI: Readonly<Record<CliErrorCode, number>> = {
  usage: 2,
  'page-not-built': 1,
  'input-unreadable': 2,
  'input-malformed': 2,
  'does-not-fit': 1,
  'output-unwritable': 1,
  'line-failed': 1,
  'private-found': 3,
  'answer-failed': 1,
  // As a shell counts a program that Ctrl-C has ended.
  stopped: 130,
  'index-unsound': 1,
  'port-taken': 1,
  'not-running': 1,
}

/** Nothing at all, or names that no folder could give: the call cannot be meant. */
const NOT_MEANT: ReadonlySet<AppErrorCode> = new Set(['message-empty', 'message-invalid', 'path-refused'])

/**
 * 0 done, 1 failed, 2 called in a way that cannot be meant, or with input that is not what it should be, 3 private data
 * where the call asks that there be none, or that the guard asks about, 130 stopped by the user before it was done.
 */
export function exitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (isAppError(error)) return NOT_MEANT.has(error.code) ? 2 : 1
  return error instanceof CliError ? FROM_CLI[error.code] : 1
}

/** By its name, for the class comes with the whole app, which a command that fails early has not loaded. */
function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError'
}
