const TIME = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([Zz]|[+-]\d{2}:?\d{2})?)?$/

/** Milliseconds since 1970. A time without a zone is UTC: the same trace gives the same bytes everywhere. */
export function parseTime(time: string | number): number | undefined {
  if (typeof time === 'number') return Number.isFinite(time) ? time : undefined
  const parts = TIME.exec(time)
  if (!parts) return undefined
  const [, day, clock = '00:00', zone = 'Z'] = parts
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  if (!isDay(day ?? '')) return undefined
  const at = Date.parse(`${day}T${clock}${offset}`)
  return Number.isNaN(at) ? undefined : at
}

/** The 30th of February is read as the 2nd of March, unless one looks. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
