import type { Statement } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { loadRedaction, redactionStatements } from '../guard/load-redaction.ts'
import type { Copying } from './copy-branch.ts'

/** The writes that copy what stands behind the placeholders of a branch, sealed anew for the chat that it is now in. */
export async function copyRedactions(
  context: AppContext,
  { from, chatId, branch, turnId }: Copying,
): Promise<readonly Statement[]> {
  const { workspaceId } = from
  const statements: Statement[] = []
  for (const { id } of branch) {
    const redaction = await loadRedaction(context, from, id)
    const place = { workspaceId, chatId, turnId: turnId(id) }
    statements.push(...(await redactionStatements(context, place, redaction)))
  }
  return statements
}
