import type { FolderTools } from '@varve/app'
import type { Call } from '../call.ts'
import { example, type Group } from '../command.ts'
import { CliError, messageOf } from '../errors.ts'
import { countOf, plainText, showCount } from '../text.ts'
import {
  folderCommand,
  isPaused,
  openedFolder,
  showProgress,
  unreadPlaces,
  untilRead,
  withFolder,
} from './with-folder.ts'

/** `varve index`: reads what has changed in a folder, so that it can be searched. */
export function addIndexCommand(program: Group): void {
  folderCommand(program, 'index', 'index what has changed in a folder')
    .option('--rebuild', 'discard the index and read every file again')
    .option(
      '--embeddings <which>',
      'semantic search with the built-in English model, or off; the index remembers it',
      { choices: ['built-in', 'off'] },
    )
    .option('--json', 'what is in the folder, as JSON')
    .help(example('varve index --workspace ~/notes'))
    .run((call, { rebuild, embeddings: wanted, ...options }) => {
      // An index that is to be built again may be one that cannot be read: nothing of it is waited for.
      const opened = rebuild ? openedFolder : withFolder
      return opened(options, call, async (tools) => {
        const { index, embedded } = tools
        if (rebuild) await showWhile(index, call, index.rebuild())
        if (wanted) await index.setEmbedder(wanted)
        await showWhile(index, call, embedded())
        const statistics = await index.statistics()
        const { problems, embeddings } = index.status()
        for (const { path, reason } of problems) call.report(`${plainText(path)}: ${reason}`)
        if (embeddings?.failure !== undefined) call.report(embeddings.failure)
        const incomplete = isPaused(tools) ? { incomplete: true } : {}
        return {
          json: { ...statistics, problems, embeddings: embeddings ?? 'off', ...incomplete },
          words: describe(statistics, index.status()).join('\n'),
        }
      })
    })
}

async function showWhile(index: FolderTools['index'], call: Call, work: Promise<void>): Promise<void> {
  await work.finally(showProgress(index, call))
}

function describe(
  statistics: Awaited<ReturnType<FolderTools['index']['statistics']>>,
  { problems, embeddings }: ReturnType<FolderTools['index']['status']>,
): readonly string[] {
  const { files, notes, words, links, unresolvedLinks, tags, passages } = statistics
  return [
    `${countOf(files, 'file')}, ${showCount(notes)} of them ${notes === 1 ? 'a note' : 'notes'}, ${countOf(words, 'word')}`,
    `${countOf(passages, 'passage')}, ${countOf(links, 'link')} (${showCount(unresolvedLinks)} ${unresolvedLinks === 1 ? 'leads' : 'lead'} nowhere), ${countOf(tags, 'tag')}`,
    ...(embeddings === undefined
      ? []
      : [
          `${showCount(embeddings.vectorsDone)} of ${countOf(embeddings.vectorsTotal, 'passage')} are ready for semantic search (${embeddings.embedder})`,
        ]),
    ...(problems.length === 0 ? [] : [`${unreadPlaces(problems.length)} could not be read`]),
  ]
}

/** Whether the index of a folder is sound; with `repair`, it is built again where it is not. */
export async function checkIndex(
  options: { readonly workspace: string; readonly repair?: boolean; readonly json?: boolean },
  call: Call,
): Promise<void> {
  const { found, left, files, note } = await examineIndex(options, call)
  const noted = note === undefined ? {} : { note }
  const lines = [
    ...(note === undefined ? [] : [note]),
    ...found,
    ...(found.length === 0 ? [`The index is sound: ${countOf(files, 'file')}.`] : []),
    ...(found.length > 0 && left.length === 0 ? [`Built again: ${countOf(files, 'file')}.`] : []),
  ]
  const json = { problems: found, remaining: left, files, ...noted }
  await call.output.write(`${options.json ? JSON.stringify(json) : lines.join('\n')}\n`)
  if (left.length === 0) return
  const remain = left.length === 1 ? ' remains' : ' remain'
  const advice = options.repair ? remain : '; run varve doctor --repair'
  throw new CliError('index-unsound', `${countOf(left.length, 'problem')}${advice}.`)
}

export function examineIndex(
  options: { readonly workspace: string; readonly repair?: boolean },
  call: Call,
): Promise<Outcome> {
  return openedFolder(options, call, (tools) => examine(tools, options, call))
}

interface Outcome {
  readonly found: readonly string[]
  readonly left: readonly string[]
  readonly files: number
  readonly note: string | undefined
}

async function examine(
  tools: FolderTools,
  { repair }: { readonly repair?: boolean },
  call: Call,
): Promise<Outcome> {
  const { index } = tools
  const found = (await failureOf(untilRead(tools, call))) ?? (await index.verify())
  const { note } = index.status()
  if (found.length === 0 || !repair) {
    const files = found.length === 0 ? (await index.statistics()).files : index.status().filesTotal
    return { found, left: found, files, note }
  }
  await index.rebuild()
  return { found, left: await index.verify(), files: (await index.statistics()).files, note }
}

/** An index that can't be updated is a reason to run the doctor. */
async function failureOf(work: Promise<void>): Promise<readonly string[] | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    return [messageOf(error)]
  }
}
