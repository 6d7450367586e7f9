import { compileCustomRule } from './custom/custom-rule.ts'
import type { Candidate, Finding, FindingType } from './finding.ts'
import { normalise } from './normalise.ts'
import { resolveOverlaps } from './resolve-overlaps.ts'
import { RULES } from './rules/all-rules.ts'
import {
  type AllowList,
  expandJurisdictions,
  LEAST_CONFIDENCE,
  LEAST_FOR_NAMES,
  REACH,
  type ScanOptions,
} from './scan-options.ts'
import { adviceFor, lowered, severityOf } from './severity.ts'
import { createScanTools } from './text-index/scan-tools.ts'

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
  for (const rule of custom)
    for (const finding of compileCustomRule(rule)(plain))
      findings.push({ ...finding, ...toOriginal(finding) })
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
