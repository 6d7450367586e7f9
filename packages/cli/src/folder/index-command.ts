import { type FolderCommandOptions, type FolderContext, openedFolder, withFolder } from './folder-command.ts'
import { showCount } from '../show-number.ts'
import { showProgress } from '../show-progress.ts'

export interface IndexOptions extends FolderCommandOptions {
  readonly rebuild?: boolean
  readonly embeddings?: 'off' | 'built-in'
  readonly json?: boolean
}

/** `varve index`: reads what has changed in a folder, so that it can be searched. */
export async function indexCommand(options: IndexOptions, context: FolderContext): Promise<void> {
  // Whoever wants it built again may have one that cannot be read: nothing of it is waited for.
  const opened = options.rebuild ? openedFolder : withFolder
  await opened(options, context, async ({ index, embedded }) => {
    if (options.rebuild) await showWhile(index, context, index.rebuild())
    if (options.embeddings) await index.setEmbedder(options.embeddings)
    await showWhile(index, context, embedded())
    const statistics = await index.statistics()
    const { problems, embeddings } = index.status()
    for (const { path, reason } of problems) context.report(`${path}: ${reason}`)
    if (embeddings?.failure !== undefined) context.report(embeddings.failure)
    if (options.json) {
      await context.output.write(
        `${JSON.stringify({ ...statistics, problems, embeddings: embeddings ?? 'off' })}\n`,
      )
      return
    }
    const { files, notes, words, links, unresolvedLinks, tags, passages } = statistics
    const lines = [
      `${showCount(files)} files, ${showCount(notes)} of them notes, ${showCount(words)} words`,
      `${showCount(passages)} passages, ${showCount(links)} links (${showCount(unresolvedLinks)} lead nowhere), ${showCount(tags)} tags`,
      ...(embeddings === undefined
        ? []
        : [
            `${showCount(embeddings.vectorsDone)} of ${showCount(embeddings.vectorsTotal)} passages can be found by meaning (${embeddings.embedder})`,
          ]),
      ...(problems.length === 0 ? [] : [`${showCount(problems.length)} files could not be read`]),
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
