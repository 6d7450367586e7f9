import { FINDING_TYPES, type KnownFindingType, TYPES } from './types/types.ts'

export { FINDING_TYPES, type KnownFindingType }
export type CustomFindingType = `CUSTOM_${string}`
export type FindingType = KnownFindingType | CustomFindingType

/** From the gravest to the lightest. */
export const SEVERITIES = ['critical', 'high', 'moderate', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Something private in a text. Offsets are UTF-16 code units, the end is exclusive. */
export interface Finding {
  readonly type: FindingType
  readonly start: number
  readonly end: number
  readonly severity: Severity
  /** From 0 to 1: how sure the rule is. */
  readonly confidence: number
  /** The country (ISO alpha-2) or `EU` whose rules the value follows, where that is known. */
  readonly jurisdiction?: string
  readonly advice: string
}

/** What a rule found, before the options and other rules have had their say. */
export interface Candidate {
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly jurisdiction?: string
  /** A word next to it names something else: still found, with its severity lowered by this many steps. */
  readonly doubt?: 1 | 2
  /** Its form and check digits tell where it begins and ends: nothing that is only a part of it is kept instead. */
  readonly isWhole?: true
}

export function severityOf(type: KnownFindingType): Severity {
  return TYPES[type].severity
}

/** Lowered by some steps, for a value next to a word that names something else. */
export function lowered(severity: Severity, steps: number): Severity {
  return SEVERITIES[SEVERITIES.indexOf(severity) + steps] ?? 'low'
}

export function adviceFor(type: KnownFindingType): string {
  return TYPES[type].advice
}

/** Whether the first is at least as severe as the second. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold)
}

/** Findings at or above the threshold; `high` returns those that open the dialog. */
export function findingsFrom(threshold: Severity, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => isAtLeast(severity, threshold))
}
