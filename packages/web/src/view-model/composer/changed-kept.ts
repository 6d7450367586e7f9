import type { Attachable, ForecastView, KeptView } from '@varve/contract'

interface KeptNow {
  readonly kept: readonly Pick<KeptView, 'key' | 'status'>[]
  /** As the forecast says, which may have looked at the files after the chat was read. */
  readonly changed: NonNullable<ForecastView['changed']>
  readonly attached: readonly Attachable[]
}

/** Kept notes whose files have another text now, by key; without those that are attached again already. */
export function changedKept({ kept, changed, attached }: KeptNow): readonly string[] {
  return kept
    .filter(({ key, status }) => status === 'changed' || changed.includes(key))
    .map(({ key }) => key)
    .filter((key) => !attached.includes(key))
}
