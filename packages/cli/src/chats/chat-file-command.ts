import { type ChatFileCheck, checkChatFile } from '@varve/app'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../command-context.ts'
import { readInput } from '../read-input.ts'
import { countOf } from '../show-number.ts'

export interface ChatFileOptions {
  readonly check?: boolean
  readonly json?: boolean
}

type Outcome =
  | { readonly kind: 'read'; readonly check: ChatFileCheck }
  | { readonly kind: 'unreadable'; readonly error: string }

/** `varve chat-file --check`: loads each file, writes it again in memory, and says whether that is the same. */
export async function chatFileCommand(
  files: readonly string[],
  { check, json }: ChatFileOptions,
  context: CommandContext,
): Promise<void> {
  if (!check) throw new CliError('usage', 'Say what to do with the files: --check.')
  const counts = { different: 0, unreadable: 0 }
  for (const file of files) {
    const outcome = await checkFile(file, context)
    if (outcome.kind === 'unreadable') counts.unreadable += 1
    else if (outcome.check.difference) counts.different += 1
    const lines = json ? [JSON.stringify(describe(file, outcome))] : explain(file, outcome)
    if (!(await context.output.write(`${lines.join('\n')}\n`))) break
  }
  if (counts.unreadable > 0)
    throw new CliError(
      'input-unreadable',
      `${counts.unreadable} of ${countOf(files.length, 'file')} could not be read.`,
    )
  if (counts.different > 0)
    throw new CliError(
      'line-failed',
      `${counts.different} of ${countOf(files.length, 'file')} are not the same.`,
    )
}

async function checkFile(file: string, { input }: CommandContext): Promise<Outcome> {
  try {
    const bytes = await readInput(file, input)
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { kind: 'read', check: checkChatFile(text) }
  } catch (error) {
    if (error instanceof CliError) return { kind: 'unreadable', error: error.message }
    if (error instanceof TypeError) return { kind: 'unreadable', error: `${file} is no text in UTF-8.` }
    throw error
  }
}

function describe(file: string, outcome: Outcome): object {
  if (outcome.kind === 'unreadable') return { file, error: outcome.error }
  const { reading, difference } = outcome.check
  const { form, document, problems, gaps, quarantined = [] } = reading
  return {
    file,
    same: difference === undefined,
    ...(difference ? { difference } : {}),
    form,
    turns: document.turns.length,
    answers: document.turns.reduce((sum, { answers }) => sum + answers.length, 0),
    problems,
    gaps,
    quarantined: quarantined.map(({ line, reason }) => ({ line, reason })),
  }
}

function explain(file: string, outcome: Outcome): readonly string[] {
  if (outcome.kind === 'unreadable') return [`${file}: ${outcome.error}`]
  const { reading, difference } = outcome.check
  if (!difference) return [`${file}: same`]
  const { line, column, found, written } = difference
  const foreign =
    reading.form === 'plugin' ? ' (a chat of the Obsidian plugin, which Varve writes in its own form)' : ''
  return [
    `${file}: line ${line}, column ${column}${foreign}`,
    `  found   ${show(found)}`,
    `  written ${show(written)}`,
    ...reading.problems.map(
      (problem) => `  line ${problem.line}: ${visible(problem.text).replaceAll('\n', ' ')}`,
    ),
  ]
}

function show(text: string | undefined): string {
  return text === undefined ? 'the end of the file' : JSON.stringify(visible(text))
}

/** What a terminal would obey, or turn the text around for, stands as its code: a chat file may come from anywhere. */
function visible(text: string): string {
  return text.replace(/(?![\n\r\t])[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
}
