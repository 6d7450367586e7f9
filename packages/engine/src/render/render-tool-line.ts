import { neutralize } from './neutralize.ts'

const LIMIT = 120
const TOOL_LIMIT = 60

/** A tool call in old history, in one short line; `key` is what its result can be read by again. [L4-4] */
export function renderToolLine(tool: string, args: string, key?: string): string {
  const name = shorten(oneLine(tool), TOOL_LIMIT)
  const rest = shorten(oneLine(args), LIMIT - '[used : ]'.length - name.length)
  const used = rest === '' ? `used ${name}` : `used ${name}: ${rest}`
  return neutralize(key === undefined ? `[${used}]` : `[${used}; kept as ${key}]`)
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Cuts before a half of a surrogate pair rather than through one. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`.replace(/\s+…$/, '…')
}
