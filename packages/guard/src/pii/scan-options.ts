import type { CustomRule } from './custom/custom-rule.ts'
import type { FindingType } from './finding.ts'
import type { Reach } from './text-index/scan-tools.ts'

export type Sensitivity = 'strict' | 'normal' | 'relaxed'

/** What is never reported. */
export interface AllowList {
  /** Values as they stand in the text; upper and lower case are one. */
  readonly literals?: readonly string[]
  /** Of e-mail addresses and URLs, with all that lies below them. */
  readonly domains?: readonly string[]
  readonly types?: readonly FindingType[]
}

export interface ScanOptions {
  /** ISO alpha-2 codes, `EU`, and `UK` for `GB`; parts such as `US-CA` count as their country. */
  readonly jurisdictions?: readonly string[]
  readonly sensitivity?: Sensitivity
  readonly custom?: readonly CustomRule[]
  readonly allow?: AllowList
}

/** Below this a finding is not worth a word. */
export const LEAST_CONFIDENCE: Readonly<Record<Sensitivity, number>> = {
  strict: 0.3,
  normal: 0.5,
  relaxed: 0.75,
}

/** Names are hints at all times, and would never reach the usual threshold. */
export const LEAST_FOR_NAMES: Readonly<Record<Sensitivity, number>> = {
  strict: 0.3,
  normal: 0.4,
  relaxed: 0.6,
}

export const REACH: Readonly<Record<Sensitivity, Reach>> = { strict: 'far', normal: 'usual', relaxed: 'near' }

const EU_MEMBERS = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
)

/** Countries by their ISO codes; `EU` stands for itself and all its members. */
export function expandJurisdictions(named: readonly string[]): ReadonlySet<string> {
  const codes = named.map((code) => code.trim().toUpperCase().split('-')[0] ?? '')
  return new Set(
    codes.flatMap((code) => {
      if (code === 'EU') return ['EU', ...EU_MEMBERS]
      return code === 'UK' ? ['GB'] : code === 'EL' ? ['GR'] : code === '' ? [] : [code]
    }),
  )
}
