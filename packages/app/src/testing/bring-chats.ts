import type { ImportReportView } from '@varve/contract'
import type { App } from '../create-app.ts'

/** Imports into the second workspace of a temporary app, which is empty. */
export function bringChats(
  app: App,
  file: string | Uint8Array,
  name = 'chats.json',
): Promise<ImportReportView> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  return app.importChats({ workspaceId: 'other', name, bytes })
}
