import { randomUUID } from 'node:crypto'
import {
  findWorkspaceFolder,
  type ReindexedFile,
  type ReindexOutcome,
  type ReindexProgress,
  reindexWorkspace,
} from '@varve/app'
import { CliError } from '../cli-error.ts'
import { masterKeyPlace } from '../database/master-key-place.ts'
import { plainText } from '../plain-text.ts'
import { countOf, showCount } from '../show-number.ts'
import type { ChatsContext } from './with-chats.ts'

export interface ReindexOptions {
  readonly workspace: string
  readonly data?: string
  readonly database?: string
  readonly force?: boolean
  readonly json?: boolean
}

/** `varve reindex`: brings the chats of a folder back into the database. */
export async function reindexCommand(options: ReindexOptions, context: ChatsContext): Promise<void> {
  const { workspace, database, force, json } = options
  const { paths, output, isTTY, write } = context
  const place = database ?? paths.database
  const onProgress = ({ done, total, path }: ReindexProgress): void => {
    if (isTTY) write(`\r\u001b[2K${plainText(`Reading ${done + 1} of ${total}  ${path}`).slice(0, 100)}`)
  }
  const report = await reindexWorkspace({
    root: await findWorkspaceFolder({ workspace, database: place }),
    database: place,
    dataFolder: paths.data,
    clock: { now: Date.now },
    newId: randomUUID,
    report: context.report,
    masterKey: masterKeyPlace(context.surroundings, paths),
    force,
    onProgress,
  }).finally(() => {
    if (isTTY) write('\r\u001b[2K')
  })
  await output.write(
    json
      ? `${JSON.stringify(report)}\n`
      : `${[...report.files.flatMap(explain), summary(report.files)].join('\n')}\n`,
  )
  const unreadable = report.files.filter(({ outcome }) => outcome === 'unreadable').length
  if (unreadable > 0)
    throw new CliError(
      'line-failed',
      `${unreadable} of ${countOf(report.files.length, 'file')} could not be read.`,
    )
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

function explain({ path, outcome, state, turns, gaps, problems }: ReindexedFile): readonly string[] {
  if (outcome === 'known') return []
  const count = turns === undefined ? '' : `, ${showCount(turns)} ${turns === 1 ? 'turn' : 'turns'}`
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
