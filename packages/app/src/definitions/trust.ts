import type { Statement, Store } from '@varve/store'
import type { DefinitionFile } from './definition.ts'

type Trusted = Pick<DefinitionFile, 'kind' | 'hash' | 'origin'>

/** One setting for each: two who trust at the same time lose nothing of each other. */
function settingName({ kind, hash }: Pick<Trusted, 'kind' | 'hash'>): string {
  return `trusted-${kind}:${hash}`
}

/**
 * What comes with the product is trusted, and so is what the user wrote here or looked at and agreed to, in just
 * this form. Everything else lies in the workspace and does nothing.
 */
export async function isTrusted(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  file: Trusted,
): Promise<boolean> {
  return file.origin === 'built-in' || (await settings.get(workspaceId, settingName(file))) === true
}

/** The write that trusts a form of a definition, or ceases to. */
export function trustStatement(
  { settings }: Pick<Store, 'settings'>,
  workspaceId: string,
  { isTrusted: trusted = true, ...file }: Pick<Trusted, 'kind' | 'hash'> & { readonly isTrusted?: boolean },
): Statement {
  return settings.set(workspaceId, settingName(file), trusted)
}
