import type { Language } from '../area/area.ts'
import {
  AUSTRALIAN_ROWS,
  CANADIAN_ROWS,
  COUNTRY_ROWS,
  type JurisdictionRow,
  MEMBER_ROWS,
  STATE_ROWS,
  UK_ROWS,
} from './jurisdiction-rows.ts'

export type JurisdictionKind = 'country' | 'union' | 'member' | 'state' | 'province' | 'nation'

/** A place with law of its own. */
export interface Jurisdiction {
  /** Such as `US`, `US-CA`, `EU`, `FR`, `UK-SCT`. */
  readonly id: string
  readonly kind: JurisdictionKind
  /** What it is a part or a member of. */
  readonly parent?: string
  readonly names: Readonly<Record<Language, string>>
  /** Further names and adjectives, in any language. */
  readonly aliases: readonly string[]
}

/** All that are known, those above before their parts. */
export const JURISDICTIONS: readonly Jurisdiction[] = [
  ...COUNTRY_ROWS.map((row) => toJurisdiction(row, row[0] === 'EU' ? 'union' : 'country')),
  ...STATE_ROWS.map((row) => toJurisdiction(row, 'state', 'US')),
  ...CANADIAN_ROWS.map((row) => toJurisdiction(row, 'province', 'CA')),
  ...MEMBER_ROWS.map((row) => toJurisdiction(row, 'member', 'EU')),
  ...UK_ROWS.map((row) => toJurisdiction(row, 'nation', 'UK')),
  ...AUSTRALIAN_ROWS.map((row) => toJurisdiction(row, 'state', 'AU')),
]

const BY_ID: ReadonlyMap<string, Jurisdiction> = new Map(JURISDICTIONS.map((one) => [one.id, one]))

/** Other codes in use for the same places. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['GB', 'UK'],
  ['USA', 'US'],
  ['UE', 'EU'],
  ['EL', 'GR'],
  ['GB-ENG', 'UK-ENG'],
  ['GB-SCT', 'UK-SCT'],
  ['GB-WLS', 'UK-WLS'],
  ['GB-NIR', 'UK-NIR'],
])

/** The place with this id, in any case and with `_` for `-`; undefined where none is known. */
export function findJurisdiction(id: string): Jurisdiction | undefined {
  const code = id.trim().toUpperCase().replaceAll('_', '-')
  return BY_ID.get(OTHER_CODES.get(code) ?? code)
}

export interface JurisdictionParsing {
  /** Known ids as they are written here, each once, in the order given. */
  readonly ids: readonly string[]
  /** What is none. */
  readonly unknown: readonly string[]
}

/** Reads ids from outside: a list, or one text with commas or spaces between them. */
export function parseJurisdictions(input: string | readonly string[]): JurisdictionParsing {
  const given = typeof input === 'string' ? input.split(/[\s,;]+/u) : input
  const ids = new Set<string>()
  const unknown: string[] = []
  for (const id of given) {
    if (id.trim() === '') continue
    const known = findJurisdiction(id)
    if (known) ids.add(known.id)
    else unknown.push(id)
  }
  return { ids: [...ids], unknown }
}

/** Ids from outside as they are kept: known ones as they are written here, others as they came, each once. */
export function canonicalJurisdictions(given: readonly string[]): readonly string[] {
  return [...new Set(given.map((id) => findJurisdiction(id)?.id ?? id))]
}

function toJurisdiction(
  [id, en, fr, es, aliases]: JurisdictionRow,
  kind: JurisdictionKind,
  parent?: string,
): Jurisdiction {
  return {
    id,
    kind,
    ...(parent === undefined ? {} : { parent }),
    names: { en, fr: fr || en, es: es || en },
    aliases: aliases === undefined ? [] : aliases.split('|'),
  }
}
