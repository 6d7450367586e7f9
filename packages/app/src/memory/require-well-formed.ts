import { AppError } from '../app-error.ts'

/** Refuses what no file and no database can hold as it is, and says so: it is not the length that is wrong. */
export function requireWellFormed(what: string, texts: readonly string[]): void {
  if (texts.every((text) => text.isWellFormed())) return
  throw new AppError('message-invalid', `${what} has half of a character in it (a lone surrogate).`)
}
