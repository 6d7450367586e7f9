import type { AppContext } from '../app-context.ts'
import { MEMORY_PATH } from './memory.ts'
import { readWorkspaceText } from './workspace-text.ts'
import type { MemoryView } from '../views.ts'

/** What the assistant remembers in this workspace. */
export async function readMemory(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<MemoryView> {
  const memory = await readWorkspaceText(context, workspaceId, MEMORY_PATH)
  return {
    path: MEMORY_PATH,
    content: memory?.text ?? '',
    ...(memory ? { hash: memory.hash, trust: memory.trust } : {}),
  }
}
