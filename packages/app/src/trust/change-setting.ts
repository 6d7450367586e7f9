import type { Statement, Store } from '@varve/store'
import { StoreError } from '@varve/store/store-error'

export interface SettingToChange {
  readonly workspaceId: string
  readonly name: string
  /** Writes that belong to it, by what is there; undefined where it stays as it is. */
  readonly change: (before: unknown) => ChangedSetting | undefined
}

export interface ChangedSetting {
  readonly value: unknown
  readonly beside?: readonly Statement[]
}

/** Each failure means that another writer succeeded, so this is far more than needed. */
const ATTEMPTS = 200

/** Changes a setting based on its current value. If another writer was faster, reads again, so that nothing is lost. */
export async function changeSetting(
  store: Pick<Store, 'settings' | 'commit'>,
  { workspaceId, name, change }: SettingToChange,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await store.settings.read(workspaceId, name)
    const changed = change(before?.value)
    if (!changed) return
    const { value, beside = [] } = changed
    try {
      await store.commit([store.settings.replace(workspaceId, name, { before, value }), ...beside])
      return
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'conflict' || attempt === ATTEMPTS) throw error
    }
  }
}
