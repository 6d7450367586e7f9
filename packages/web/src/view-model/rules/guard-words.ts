import type { GuardFindingView, GuardQuestionView, GuardSummaryView } from '@varve/contract'
import { type TypeRow, TYPES } from '@varve/guard/types'
import { t } from '../../i18n/t.ts'

type Severity = GuardFindingView['severity']

/** The names of the types, as their rows in the guard have them. */
const NAMES: Readonly<Record<string, Pick<TypeRow, 'name' | 'plural' | 'advice'>>> = TYPES

/** Every type of the shipped rules. */
export const FINDING_TYPES: readonly string[] = Object.keys(NAMES)

/** A name is a guess: unless something else is decided, it is pointed out and no more. */
export function isOnlyTold(type: string): boolean {
  return type === 'NAME'
}

const SEVERITIES: readonly Severity[] = ['critical', 'high', 'moderate', 'low']

/** What a type is called; one of the user's own rules by the name that it has there. */
export function findingName(type: string, count = 1): string {
  const row = NAMES[type]
  if (row) return t(`{count|${row.name}|${pluralOf(row)}}`, { count })
  const own = type
    .replace(/^CUSTOM_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
  return `“${own}”`
}

/** The plural of a type in English. */
export function pluralOf({ name, plural }: Pick<TypeRow, 'name' | 'plural'>): string {
  return plural ?? `${name}${name.endsWith('s') ? 'es' : 's'}`
}

const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  critical: t('critical'),
  high: t('high'),
  moderate: t('moderate'),
  low: t('low'),
}

export function severityName(severity: Severity): string {
  return SEVERITY_NAMES[severity]
}

export function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How many of what: "2 e-mail addresses, 1 card number". */
export function countedFindings(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => `${count} ${findingName(type, count)}`)
    .join(', ')
}

export function sumOf(counts: Readonly<Record<string, number>> = {}): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** The dialog's text about values that it doesn't ask about. */
export function lighterWords({ lighter }: Pick<GuardQuestionView, 'lighter'>): readonly string[] {
  const { redacted, sent } = lighter
  return [
    ...(sumOf(redacted) === 0
      ? []
      : [t('Also redacted: {findings}.', { findings: countedFindings(redacted) })]),
    ...(sumOf(sent) === 0 ? [] : [t('Also sent: {findings}.', { findings: countedFindings(sent) })]),
  ]
}

/** All findings of one type, in any place. */
export interface FindingGroup {
  readonly type: string
  /** What the user called the rule that found it, where it is one of theirs. */
  readonly rule?: string
  readonly severity: Severity
  readonly masked: readonly string[]
  readonly places: readonly { readonly place: string; readonly count: number }[]
  readonly advice: string
}

/** By type, the most severe first. */
export function groupFindings(findings: readonly GuardFindingView[]): readonly FindingGroup[] {
  const groups = [...Map.groupBy(findings, ({ type }) => type)].map(([type, some]): FindingGroup => {
    const severity = SEVERITIES.find((one) => some.some((finding) => finding.severity === one)) ?? 'low'
    const rule = some[0]?.rule
    return {
      type,
      severity,
      masked: [...new Set(some.flatMap(({ masked }) => masked))],
      places: some.map(({ place, count }) => ({ place, count })),
      advice: t(NAMES[type]?.advice ?? some[0]?.advice ?? ''),
      ...(rule === undefined ? {} : { rule }),
    }
  })
  return groups.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
}

export function groupName({ type, rule }: Pick<FindingGroup, 'type' | 'rule'>, count: number): string {
  return rule === undefined ? findingName(type, count) : `“${rule}”`
}

/** A place in words; a path is itself. */
export function placeName(place: string): string {
  switch (place) {
    case 'message':
      return t('your message')
    case 'memory':
      return t('the memory of this workspace')
    case 'instructions':
      return t('the agent or project instructions')
    case 'history':
      return t('earlier in this chat')
    default:
      return place
  }
}

/** What the guard did with a message that was sent: what was replaced, and what was sent unchanged. */
export function guardWords({ redacted = {}, sent = {}, noted = {} }: GuardSummaryView): readonly string[] {
  const line = (counts: Readonly<Record<string, number>>, words: (sum: number) => string) =>
    sumOf(counts) === 0
      ? []
      : [t('{what}: {details}', { what: words(sumOf(counts)), details: countedFindings(counts) })]
  return [
    ...line(redacted, (count) => t('{count} {count|value|values} replaced before sending', { count })),
    ...line(sent, (count) => t('{count} {count|value|values} sent as {count|it is|they are}', { count })),
    ...line(noted, (count) =>
      t('{count} lower-risk {count|value|values} sent as {count|it is|they are}', { count }),
    ),
  ]
}
