/** What a template was filled with, as it stands behind its name in a message; nothing for what is left empty. */
export function writeParameters(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join(' ')
}

function quoted(value: string): string {
  if (/^[^\s"\\]+$/.test(value)) return value
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
