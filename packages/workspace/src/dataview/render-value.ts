import { type DateValue, type DurationValue, isList, type LinkValue, type Value } from './dataview-value.ts'

const NOTHING = '-'
const MAXIMUM_DEPTH = 16

/** A value as text: links by path, so that they name one file, and days as `2021-06-15`. */
export function renderValue(value: Value, depth = 0): string {
  if (value === null) return NOTHING
  if (typeof value !== 'object') return String(value)
  if (depth > MAXIMUM_DEPTH) return '…'
  if (isList(value)) {
    const items = value.map((item) => renderValue(item, depth + 1)).join(', ')
    return depth === 0 ? items : `[${items}]`
  }
  switch (value.kind) {
    case 'date':
      return renderDate(value)
    case 'duration':
      return renderDuration(value)
    case 'link':
      return renderLink(value)
    case 'object': {
      if (value.item) return value.item.text
      if (value.link) return renderLink(value.link)
      const fields = value.names().map((name) => `${name}: ${renderValue(value.get(name), depth + 1)}`)
      return `{ ${fields.join(', ')} }`
    }
    case 'function':
      return '<function>'
    default:
      return value satisfies never
  }
}

function renderLink({ path, target, heading, alias, embed }: LinkValue): string {
  const file = (path ?? target).replace(/\.md$/i, '')
  const shown = heading === undefined ? file : `${file}#${heading}`
  return `${embed ? '!' : ''}[[${shown}${alias === undefined ? '' : `|${alias}`}]]`
}

function renderDate({ milliseconds, hasTime }: DateValue): string {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return NOTHING
  const iso = date.toISOString()
  return hasTime ? `${iso.slice(0, -14)} ${iso.slice(-13, -8)}` : iso.slice(0, -14)
}

const UNITS: readonly (readonly [name: string, milliseconds: number])[] = [
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

function renderDuration({ months, milliseconds }: DurationValue): string {
  const sign = milliseconds < 0 || months < 0 ? '-' : ''
  const parts: string[] = []
  const add = (count: number, name: string): void => {
    if (count !== 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
  }
  add(Math.trunc(Math.abs(months) / 12), 'year')
  add(Math.abs(months) % 12, 'month')
  let left = Math.abs(milliseconds)
  for (const [name, length] of UNITS) {
    add(Math.floor(left / length), name)
    left %= length
  }
  return parts.length === 0 ? '0 seconds' : `${sign}${parts.join(', ')}`
}
