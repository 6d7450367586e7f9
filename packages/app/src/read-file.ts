import type { AppContext } from './app-context.ts'
import { folderOf } from './folder-of.ts'
import type { FileContentView } from './views.ts'

/** The text of a file as it is on disk now. */
export async function readFile(
  context: AppContext,
  { workspaceId, path }: { readonly workspaceId: string; readonly path: string },
): Promise<FileContentView> {
  const folder = await folderOf(context, workspaceId)
  const { key, title, kind, content, contentHash } = await folder.read(path)
  const tokenizer = context.models[0]?.spec.tokenizer
  return {
    path: key,
    title,
    kind: kind === 'note' ? 'note' : 'file',
    bytes: Buffer.byteLength(content),
    ...(tokenizer ? { tokens: tokenizer.count(content) } : {}),
    content,
    contentHash,
  }
}
