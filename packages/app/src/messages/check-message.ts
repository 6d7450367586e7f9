import { AppError } from '../app-error.ts'

const MAXIMUM_CHARACTERS = 500_000
const MAXIMUM_ATTACHMENTS = 1000

/** Refuses what could not be stored and shown again exactly as it was written. */
export function checkMessage({
  text,
  attach,
}: {
  readonly text: string
  readonly attach: readonly unknown[]
}): void {
  if (text.trim() === '') throw new AppError('message-empty', 'The message is empty.')
  if (!text.isWellFormed()) throw new AppError('message-invalid', 'The message is not valid Unicode.')
  if (text.length > MAXIMUM_CHARACTERS)
    throw new AppError(
      'message-invalid',
      `The message has ${text.length} characters; the limit is ${MAXIMUM_CHARACTERS}.`,
    )
  if (attach.length > MAXIMUM_ATTACHMENTS)
    throw new AppError(
      'message-invalid',
      `${attach.length} things are attached; the limit is ${MAXIMUM_ATTACHMENTS}.`,
    )
}
