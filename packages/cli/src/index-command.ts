import { type FolderCommandOptions, type FolderContext, withFolder } from './folder-command.ts'
import { showCount } from './show-number.ts'

export interface IndexOptions extends FolderCommandOptions {
  readonly rebuild?: boolean
  readonly json?: boolean
}

/** `varve index`: reads what has changed in a folder, so that it can be searched. */
export async function indexCommand(options: IndexOptions, context: FolderContext): Promise<void> {
  await withFolder(options, context, async ({ index }) => {
    if (options.rebuild) await index.rebuild()
    const statistics = await index.statistics()
    const { problems } = index.status()
    for (const { path, reason } of problems) context.report(`${path}: ${reason}`)
    if (options.json) {
      await context.output.write(`${JSON.stringify({ ...statistics, problems })}\n`)
      return
    }
    const { files, notes, words, links, unresolvedLinks, tags, passages } = statistics
    const lines = [
      `${showCount(files)} files, ${showCount(notes)} of them notes, ${showCount(words)} words`,
      `${showCount(passages)} passages, ${showCount(links)} links (${showCount(unresolvedLinks)} lead nowhere), ${showCount(tags)} tags`,
      ...(problems.length === 0 ? [] : [`${showCount(problems.length)} files could not be read`]),
    ]
    await context.output.write(`${lines.join('\n')}\n`)
  })
}
