import type { AppError } from '@varve/app'
import type { ApiError } from '@varve/contract/client'
import type { WorkingApp } from '../connect.ts'
import { CliError, isAppError, messageOf } from '../errors.ts'
import { plainText } from '../text.ts'
import { countedLine } from './turn-lines.ts'

/** Why nothing was sent, with what can be done about it on the command line. */
export async function explainRefusal(
  app: Pick<WorkingApp, 'listModels'>,
  error: AppError | ApiError,
): Promise<Error> {
  const { code, message, guard, details } = error
  if (guard) {
    const found = guard.findings.map(
      ({ severity, type, rule, masked, place }) =>
        `  ${severity}  ${rule ?? type}  ${masked.join(', ')}  in ${place === 'message' ? 'the message' : place}`,
    )
    return refused(error, 'private-found', [
      message,
      ...found,
      ...countedLine('Also redacted', guard.lighter.redacted),
      ...countedLine('Also sent', guard.lighter.sent),
      ...guard.unscanned,
      '--redact sends placeholders in its place, and puts the values back into the answer; --send sends it as it is.',
    ])
  }
  if (details)
    return refused(error, 'does-not-fit', [
      `${message} Nothing has been sent.`,
      ...details.actions.flatMap((action) => WAYS_OUT[action] ?? []).map((words) => `  ${words}`),
    ])
  if (code === 'model-unknown') {
    const ready = (await app.listModels(undefined)).filter((model) => model.ready).map(({ id }) => id)
    return refused(error, 'usage', [
      `${message} Available models: ${ready.join(', ')}. Choose one with --model.`,
    ])
  }
  if (code === 'passages-undecided')
    return refused(error, 'private-found', [
      message,
      ...(error.passages ?? []).map(({ place, title }) => `  ${place}  ${title}`),
      '--passages send sends them; --passages leave sends the message without them. To decide for good: varve settings set passages-to-cloud always (or never).',
    ])
  if (code === 'unrecorded')
    return refused(error, 'private-found', [
      message,
      '--unrecorded allow sends what is left of them; --unrecorded forget leaves those answers out.',
    ])
  if (code === 'model-unavailable')
    return refused(error, 'answer-failed', [`${message} varve keys set keeps one.`])
  return error
}

const WAYS_OUT: Readonly<Record<string, string>> = {
  forget:
    'Attach less, or have the chat forget some of what it keeps: varve chats forget, or varve chats compact.',
  'larger-window': 'Ask a model with a larger window: --model.',
  'new-chat-with-summary': 'Begin a new chat; the app can bring a summary of this one along.',
  'drop-optional': 'Leave out the attachments with a ?: --drop-optional.',
  'allow-extracts': 'Let long texts be cut to exact lines, for this message: --allow-extracts.',
}

function refused(cause: AppError | ApiError, code: CliError['code'], lines: readonly string[]): CliError {
  return new CliError(code, lines.map(plainText).join('\n'), { cause })
}

/** As the server says it to programs, without the words that the guard has read. */
export function refusalJson(error: unknown): object {
  const from = error instanceof CliError && isAppError(error.cause) ? error.cause : error
  const message = messageOf(from)
  const code = from instanceof Error && 'code' in from ? from.code : 'failed'
  if (!isAppError(from)) return { code, message }
  const { details, guard, passages } = from
  const { findings, values, lighter, unscanned } = guard ?? {}
  return {
    code,
    message,
    ...(details ? { details } : {}),
    ...(passages ? { passages } : {}),
    ...(guard ? { guard: { findings, values, lighter, unscanned } } : {}),
  }
}
