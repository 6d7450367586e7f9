import type { AppError, AppErrorCode } from '@varve/app'
import type { ApiError } from '@varve/contract/client'
import { CommanderError } from 'commander'

const EXIT_CODES = {
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
  'not-sound': 1,
  'not-updatable': 1,
  'port-taken': 1,
  'not-running': 1,
} as const

export type CliErrorCode = keyof typeof EXIT_CODES

/** Errors of the command line itself; the packages below have their own. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: CliErrorCode

  constructor(code: CliErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Nothing at all, or names that no folder could give: the call cannot be meant. */
const NOT_MEANT: ReadonlySet<AppErrorCode | ApiError['code']> = new Set([
  'message-empty',
  'message-invalid',
  'path-refused',
])

/**
 * 0 done, 1 failed, 2 called in a way that cannot be meant, or with input that is not what it should be, 3 private data
 * where the call asks that there be none, or that the guard asks about, 130 stopped by the user before it was done.
 */
export function exitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (isAppError(error)) return NOT_MEANT.has(error.code) ? 2 : 1
  return error instanceof CliError ? EXIT_CODES[error.code] : 1
}

/**
 * Refused by the app, here or through its API. By its name, for the class comes with code that a command that fails
 * early has not loaded.
 */
export function isAppError(error: unknown): error is AppError | ApiError {
  return error instanceof Error && (error.name === 'AppError' || error.name === 'ApiError')
}

/** What went wrong, in the form in which the server says it: for a program that reads the standard output. */
export function errorJson(error: unknown): string {
  const message = messageOf(error).replace(/^error: /, '')
  return JSON.stringify({ error: { code: codeOf(error), message } })
}

function codeOf(error: unknown): string {
  if (error instanceof CommanderError) return 'usage'
  return error instanceof CliError || isAppError(error) ? error.code : 'failed'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
