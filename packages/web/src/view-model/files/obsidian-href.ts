/** The address that opens a note of a vault in Obsidian on this machine. */
export function obsidianHref(root: string, path: string): string {
  const isWindows = /^[A-Za-z]:[\\/]/.test(root) || root.startsWith('\\\\')
  const separator = isWindows ? '\\' : '/'
  const whole = `${root.replace(/[\\/]$/, '')}${separator}${isWindows ? path.replaceAll('/', '\\') : path}`
  return `obsidian://open?path=${encodeURIComponent(whole)}`
}
