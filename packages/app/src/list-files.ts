import type { AppContext } from './app-context.ts'
import { countFileTokens } from './count-file-tokens.ts'
import { folderOf } from './folder-of.ts'
import type { FileView } from './views.ts'

/** Every file of a workspace that Varve has a use for, in order of its path. */
export async function listFiles(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly FileView[]> {
  const folder = await folderOf(context, workspaceId)
  const { files, truncated, problems } = await folder.list()
  for (const problem of problems) context.report(problem)
  if (truncated) context.report(`The list of files ends after ${files.length}.`)
  const views: FileView[] = []
  // One after the other: a large folder must not open thousands of files at once.
  for (const file of files) {
    const tokens = await countFileTokens(context, folder, file)
    const { path, title, kind, bytes } = file
    views.push({ path, title, kind, bytes, ...(tokens === undefined ? {} : { tokens }) })
  }
  return views
}
