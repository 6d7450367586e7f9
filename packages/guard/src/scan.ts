import { type Reach, createScanTools } from './context/scan-tools.ts'
import { type CustomRule, compileCustomRule } from './custom-rules.ts'
import type { Candidate, Finding, FindingType } from './finding.ts'
import { normalise } from './normalise.ts'
import { RULES } from './rules/all-rules.ts'
import { adviceFor, lowered, severityOf } from './finding.ts'

export type Sensitivity = 'strict' | 'normal' | 'relaxed'

/** What is never reported. */
export interface AllowList {
  /** Values as written in the text; case is ignored. */
  readonly literals?: readonly string[]
  /** Domains of e-mail addresses and URLs, subdomains included. */
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

/** Countries by ISO code; `EU` counts for itself and all its members. */
export function expandJurisdictions(named: readonly string[]): ReadonlySet<string> {
  const codes = named.map((code) => code.trim().toUpperCase().split('-')[0] ?? '')
  return new Set(
    codes.flatMap((code) => {
      if (code === 'EU') return ['EU', ...EU_MEMBERS]
      return code === 'UK' ? ['GB'] : code === 'EL' ? ['GR'] : code === '' ? [] : [code]
    }),
  )
}

interface Placed {
  readonly start: number
  readonly end: number
  readonly confidence: number
  readonly isWhole?: true
}

/** How much surer a finding must be to win over a longer one. */
const CLEARLY = 0.12

/**
 * Of findings that share characters the surest stays, the longer one where they are about as sure, then the first
 * by order of rules. What is left overlaps nowhere, in order of place.
 */
export function resolveOverlaps<T extends Placed>(findings: readonly T[]): readonly T[] {
  const ranked = findings.map((finding, rank) => ({ finding, rank })).sort(byPlace)
  const kept: { readonly finding: T; readonly rank: number }[] = []
  for (const next of ranked) {
    let wins = true
    while (wins) {
      const last = kept.at(-1)
      if (!last || last.finding.end <= next.finding.start) break
      if (isBetter(next, last)) kept.pop()
      else wins = false
    }
    if (wins) kept.push(next)
  }
  return kept.map(({ finding }) => finding)
}

interface Ranked {
  readonly finding: Placed
  readonly rank: number
}

function byPlace(a: Ranked, b: Ranked): number {
  return a.finding.start - b.finding.start || b.finding.end - a.finding.end || a.rank - b.rank
}

function isBetter(a: Ranked, b: Ranked): boolean {
  // Half of a number must not be left behind.
  if (isPartOf(b.finding, a.finding)) return true
  if (isPartOf(a.finding, b.finding)) return false
  const surer = a.finding.confidence - b.finding.confidence
  if (Math.abs(surer) > CLEARLY) return surer > 0
  const longer = a.finding.end - a.finding.start - (b.finding.end - b.finding.start)
  if (longer !== 0) return longer > 0
  return surer !== 0 ? surer > 0 : a.rank < b.rank
}

/** Whether it has only a part of one whose form tells that it is whole. */
function isPartOf(part: Placed, whole: Placed): boolean {
  return whole.isWhole === true && !part.isWhole && part.end - part.start < whole.end - whole.start
}

/** What the text's own countries add to a finding of theirs, and take from one of others. */
const HOME_BONUS = 0.05
const FOREIGN_MALUS = 0.08

/** All private data in a text, in order of place; no two findings overlap. Takes time linear in its length. */
export function scanText(text: string, options: ScanOptions = {}): readonly Finding[] {
  const { sensitivity = 'normal', jurisdictions = [], custom = [], allow = {} } = options
  const home = expandJurisdictions(jurisdictions)
  const { text: plain, toOriginal } = normalise(text)
  const tools = createScanTools(plain, REACH[sensitivity], home)
  const findings: (Finding & Pick<Candidate, 'isWhole'>)[] = []
  for (const { type, find } of RULES) {
    const least = type === 'NAME' ? LEAST_FOR_NAMES[sensitivity] : LEAST_CONFIDENCE[sensitivity]
    for (const { doubt = 0, ...candidate } of find(plain, tools)) {
      const confidence = weigh(candidate, home)
      if (confidence < least) continue
      const severity = lowered(severityOf(type), doubt)
      findings.push({
        type,
        ...candidate,
        ...toOriginal(candidate),
        confidence,
        severity,
        advice: adviceFor(type),
      })
    }
  }
  for (const rule of custom) findings.push(...compileCustomRule(rule)(text))
  const isAllowed = allowanceOf(allow)
  return resolveOverlaps(findings)
    .filter(({ type, start, end }) => !isAllowed(type, text.slice(start, end), text.slice(end, end + 256)))
    .map((whole): Finding => {
      const { isWhole: _, ...finding } = whole
      return finding
    })
}

function weigh({ confidence, jurisdiction }: Candidate, home: ReadonlySet<string>): number {
  if (jurisdiction === undefined || home.size === 0) return confidence
  // A value that is found anywhere is found in a text about other countries too.
  const abroad = confidence >= LEAST_CONFIDENCE.normal ? LEAST_CONFIDENCE.normal : 0
  const weighed = home.has(jurisdiction)
    ? confidence + HOME_BONUS
    : Math.max(abroad, confidence - FOREIGN_MALUS)
  return Math.min(0.99, Math.round(weighed * 1000) / 1000)
}

function allowanceOf({
  literals = [],
  domains = [],
  types = [],
}: AllowList): (type: FindingType, value: string, after: string) => boolean {
  const values = new Set(literals.map((literal) => literal.trim().toLowerCase()))
  const ends = domains
    .map((domain) => domain.trim().replace(/^[@.]/, '').toLowerCase())
    .filter((domain) => domain !== '')
  return (type, value, after) => {
    if (types.includes(type) || values.has(value.toLowerCase())) return true
    const host = hostOf(type, value, after)
    return host !== undefined && ends.some((end) => host === end || host.endsWith(`.${end}`))
  }
}

/** The host that a finding is of: behind the last `@`, which for credentials of a URL follows the finding. */
function hostOf(type: FindingType, value: string, after: string): string | undefined {
  if (type === 'EMAIL') return value.slice(value.lastIndexOf('@') + 1).toLowerCase()
  if (type === 'URL_CREDENTIALS') return /^@([\p{L}\p{N}.-]{1,253})/u.exec(after)?.[1]?.toLowerCase()
  return undefined
}
