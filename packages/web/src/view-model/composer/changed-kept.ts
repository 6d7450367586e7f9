import type { Attachable, KeptView } from '@varve/server/types'

interface KeptNow {
  readonly kept: readonly Pick<KeptView, 'key' | 'status'>[]
  /** What the forecast says, which may have looked at the files after the chat was read. */
  readonly notices: readonly string[]
  readonly attached: readonly Attachable[]
}

/** Kept notes whose files have another text now, by key; without those that are attached again already. */
export function changedKept({ kept, notices, attached }: KeptNow): readonly string[] {
  const keys = kept.map(({ key }) => key)
  const noticed = new Set(notices.map((notice) => noticedChange(notice, keys)))
  return kept
    .filter(({ key, status }) => status === 'changed' || noticed.has(key))
    .map(({ key }) => key)
    .filter((key) => !attached.includes(key))
}

/** Which of these a notice says has changed: the server's sentence begins with its key. */
export function noticedChange(notice: string, keys: readonly string[]): string | undefined {
  return keys.find((key) => notice.startsWith(`${key} changed on disk`))
}
