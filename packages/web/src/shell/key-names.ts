/** The name of the command key on this system, for hints. */
export function commandKey(): string {
  return isApple() ? '⌘' : 'Ctrl'
}

/** And of the one that is an alternative there. */
export function optionKey(): string {
  return isApple() ? '⌥' : 'Alt'
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
