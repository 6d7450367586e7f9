import type { ChatFileCheck, ReindexedFile, ReindexOutcome, ReindexProgress } from '@varve/app'
import { type Call, dataOptions } from '../call.ts'
import type { Group } from '../command.ts'
import { connect } from '../connect.ts'
import { CliError } from '../errors.ts'
import { readInput, textOf } from '../input.ts'
import { masterKeyPlace } from '../paths.ts'
import { countOf, plainText, showCount } from '../text.ts'

/** `varve chat-file --check`: loads each file, writes it again in memory, and says whether that is the same. */
export function addChatFileCommand(program: Group): void {
  program
    .command('chat-file', 'check that chat files load and save unchanged')
    .argument('<files...>', 'chat files, or - for standard input')
    .option('--check', 'load each, save it again, and print "same" or the first difference')
    .option('--json', 'one JSON line for each file, with what was changed and what is missing')
    .help('\nExample:\n  varve chat-file --check ~/notes/Varve/chats/*.md')
    .run(async (call, { check, json }, files) => {
      if (!check) throw new CliError('usage', 'Add --check.')
      const counts = { different: 0, unreadable: 0 }
      for (const file of files) {
        const outcome = await checkFile(file, call)
        if (outcome.kind === 'unreadable') counts.unreadable += 1
        else if (outcome.check.difference) counts.different += 1
        const lines = json ? [JSON.stringify(describe(file, outcome))] : explain(file, outcome)
        if (!(await call.output.write(`${lines.join('\n')}\n`))) break
      }
      const all = countOf(files.length, 'file')
      if (counts.unreadable > 0)
        throw new CliError('input-unreadable', `${counts.unreadable} of ${all} could not be read.`)
      if (counts.different > 0)
        throw new CliError('line-failed', `${counts.different} of ${all} are not the same.`)
    })
}

type Outcome =
  | { readonly kind: 'read'; readonly check: ChatFileCheck }
  | { readonly kind: 'unreadable'; readonly error: string }

async function checkFile(file: string, call: Call): Promise<Outcome> {
  try {
    const text = textOf(await readInput(file, call))
    if (text === undefined) return { kind: 'unreadable', error: `${file} is not UTF-8 text.` }
    return { kind: 'read', check: (await import('@varve/app')).checkChatFile(text) }
  } catch (error) {
    if (error instanceof CliError) return { kind: 'unreadable', error: error.message }
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
    `  found   ${quoted(found)}`,
    `  written ${quoted(written)}`,
    ...reading.problems.map(
      (problem) => `  line ${problem.line}: ${visible(problem.text).replaceAll('\n', ' ')}`,
    ),
  ]
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'the end of the file' : JSON.stringify(visible(text))
}

/** Shows control characters and direction marks as codes: a chat file may come from anywhere. */
function visible(text: string): string {
  return text.replace(/(?![\n\r\t])[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
}

/** `varve reindex`: brings the chats of a folder back into the database. */
export function addReindexCommand(program: Group): void {
  program
    .command('reindex', 'restore the chats of a folder to the database from the notes in Varve/chats')
    .option('-w, --workspace <folder>', 'the folder, or the name or id of its workspace', {
      default: '.',
    })
    .option('--data <folder>', 'the folder for chats and settings')
    .option('--database <place>', 'a file, or postgres://user@host/name (default: the one in --data)')
    .option('--force', 'also take files that are not what the database has of their chat')
    .option('--json', 'as JSON, with every gap')
    .help(
      '\nChats that the database knows are left alone, and no file is changed.\n\nExample:\n  varve reindex --workspace ~/notes',
    )
    .run(async (call, { workspace, database: wanted, force, json }) => {
      const { paths, output, progress, report, surroundings } = call
      const { findWorkspaceFolder, reindexWorkspace } = await import('@varve/app')
      const database = wanted ?? paths.database
      const onProgress = ({ done, total, path }: ReindexProgress): void =>
        progress(`Reading ${done + 1} of ${total}  ${path}`)
      const root = await findWorkspaceFolder({ workspace, database })
      // A database file has one writer; what it takes only when forced needs it stopped.
      const running = force ? undefined : (await connect(call, { database: wanted }))?.client
      const reindexed = running
        ? running.openWorkspace({ root }).then(({ id }) => running.reindexChats({ workspaceId: id }))
        : reindexWorkspace({
            ...dataOptions(database, call),
            root,
            report,
            masterKey: masterKeyPlace(surroundings, paths),
            force,
            onProgress,
          })
      const done = await reindexed.finally(() => progress())
      const words = [...done.files.flatMap(explainFile), summary(done.files)].join('\n')
      await output.write(`${json ? JSON.stringify(done) : words}\n`)
      const unreadable = done.files.filter(({ outcome }) => outcome === 'unreadable').length
      if (unreadable > 0)
        throw new CliError(
          'line-failed',
          `${unreadable} of ${countOf(done.files.length, 'file')} could not be read.`,
        )
    })
}

const WORDS: Readonly<Record<ReindexOutcome, string>> = {
  added: 'added',
  extended: 'its new turns were added',
  copied: 'added as another chat',
  known: 'known',
  changed: 'known, and not the same; --force takes it too',
  duplicate: 'another file holds the same chat',
  'in-trash': 'its chat is in the trash',
  'not-a-chat': 'not a chat',
  unreadable: 'cannot be read',
}

function explainFile({ path, outcome, state, turns, gaps, problems }: ReindexedFile): readonly string[] {
  if (outcome === 'known') return []
  const count = turns === undefined ? '' : `, ${countOf(turns, 'turn')}`
  const rebuilt = state === 'rebuilt' ? ', rebuilt' : ''
  return [
    `${path}: ${WORDS[outcome]}${count}${rebuilt}`,
    ...[...problems, ...gaps].map((text) => `  ${text}`),
  ].map(plainText)
}

function summary(files: readonly ReindexedFile[]): string {
  const of = (...outcomes: readonly ReindexOutcome[]): number =>
    files.filter(({ outcome }) => outcomes.includes(outcome)).length
  const back = countOf(of('added', 'extended', 'copied'), 'chat')
  return `${back} brought back, ${showCount(of('known'))} known, ${countOf(files.length, 'file')}`
}
