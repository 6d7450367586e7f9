/** Small choices that this browser remembers. Where storage is blocked they last as long as the page. */
export type SettingName =
  | 'varve.theme'
  | 'varve.language'
  | 'varve.textSize'
  | 'varve.density'
  | 'varve.inspector'
  | 'varve.sidebar'
  /** The tour was seen or skipped. */
  | 'varve.tour'
  /** Chats in which several models answer side by side. */
  | 'varve.chat-models'
  | 'varve.new-chat'
  /** Commands that were chosen last, one on each line. */
  | 'varve.recent-commands'
  /** Where in long chats one has read. */
  | 'varve.reading'
  /** Of one workspace. */
  | `varve.new-chat:${string}`

export function readSetting(name: SettingName): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch (error) {
    console.info(`${name} isn’t saved: browser storage is blocked.`, error)
    return undefined
  }
}

export function writeSetting(name: SettingName, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch (error) {
    console.info(`${name} isn’t saved: browser storage is blocked.`, error)
  }
}
