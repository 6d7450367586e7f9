import {
  type FolderCommandOptions,
  type FolderContext,
  isPaused,
  openedFolder,
  withFolder,
} from './folder-command.ts'
import { plainText } from '../plain-text.ts'
import { countOf, showCount } from '../show-number.ts'
import { showProgress } from '../show-progress.ts'
import { unreadPlaces } from './unread-places.ts'

export interface IndexOptions extends FolderCommandOptions {
  readonly rebuild?: boolean
  readonly embeddings?: 'off' | 'built-in'
  readonly json?: boolean
}

/** `varve index`: reads what has changed in a folder, so that it can be searched. */
export async function indexCommand(options: IndexOptions, context: FolderContext): Promise<void> {
  // Whoever wants it built again may have one that cannot be read: nothing of it is waited for.
  const opened = options.rebuild ? openedFolder : withFolder
  await opened(options, context, async (tools) => {
    const { index, embedded } = tools
    if (options.rebuild) await showWhile(index, context, index.rebuild())
    if (options.embeddings) await index.setEmbedder(options.embeddings)
    await showWhile(index, context, embedded())
    const statistics = await index.statistics()
    const { problems, embeddings } = index.status()
    for (const { path, reason } of problems) context.report(`${plainText(path)}: ${reason}`)
    if (embeddings?.failure !== undefined) context.report(embeddings.failure)
    if (options.json) {
      await context.output.write(
        `${JSON.stringify({ ...statistics, problems, embeddings: embeddings ?? 'off', ...(isPaused(tools) ? { incomplete: true } : {}) })}\n`,
      )
      return
    }
    const { files, notes, words, links, unresolvedLinks, tags, passages } = statistics
    const lines = [
      `${countOf(files, 'file')}, ${showCount(notes)} of them ${notes === 1 ? 'a note' : 'notes'}, ${countOf(words, 'word')}`,
      `${countOf(passages, 'passage')}, ${countOf(links, 'link')} (${showCount(unresolvedLinks)} ${unresolvedLinks === 1 ? 'leads' : 'lead'} nowhere), ${countOf(tags, 'tag')}`,
      ...(embeddings === undefined
        ? []
        : [
            `${showCount(embeddings.vectorsDone)} of ${countOf(embeddings.vectorsTotal, 'passage')} can be found by meaning (${embeddings.embedder})`,
          ]),
      ...(problems.length === 0 ? [] : [`${unreadPlaces(problems.length)} could not be read`]),
    ]
    await context.output.write(`${lines.join('\n')}\n`)
  })
}

async function showWhile(
  index: Parameters<typeof showProgress>[0],
  context: FolderContext,
  work: Promise<void>,
): Promise<void> {
  const stop = showProgress(index, context)
  await work.finally(stop)
}
