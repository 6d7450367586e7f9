import type { Hash } from '@varve/engine/internal'
import type { Statement, Store } from '@varve/store'

/** One setting for each form of an entry: a changed one is another, and has not been looked at. */
function settingName(hash: Hash): string {
  return `trusted-mcp:${hash}`
}

/** Whether the user has agreed to just this entry, in this workspace. Nothing is started or called before. */
export async function isTrustedServer(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  hash: Hash,
): Promise<boolean> {
  return (await settings.get(workspaceId, settingName(hash))) === true
}

export function trustServerStatement(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  { hash, trusted }: { readonly hash: Hash; readonly trusted: boolean },
): Statement {
  return settings.set(workspaceId, settingName(hash), trusted)
}
