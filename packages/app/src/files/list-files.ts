import type { AppContext } from '../app-context.ts'
import { fileView } from '../workspace/file-view.ts'
import { openedWorkspace } from '../workspace/opened-workspace.ts'
import type { FileView } from '../views.ts'

/** Every file of a workspace that Varve has a use for, in order of its path, as the disk has them now. */
export async function listFiles(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly FileView[]> {
  const { files, index } = await openedWorkspace(context, workspaceId)
  const listing = await files.list()
  for (const problem of listing.problems) context.report(problem)
  if (listing.truncated) context.report(`The list of files ends after ${listing.files.length}.`)
  const known = await (await index()).files()
  const aliases = new Map(known.flatMap((file) => (file.aliases ? [[file.path, file.aliases] as const] : [])))
  return listing.files.map((file) => {
    const others = aliases.get(file.path)
    return { ...fileView(file), ...(others ? { aliases: others } : {}) }
  })
}
