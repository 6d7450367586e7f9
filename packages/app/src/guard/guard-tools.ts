import {
  type Finding,
  NO_REDACTIONS,
  type RedactionMap,
  redactText,
  type ScanOptions,
  scanText,
} from '@varve/guard'

export {
  COUNTRY_CODES,
  type Finding,
  findingsFrom,
  maskValue,
  type RedactionMap,
  restoreText,
  RULE_VERSION,
  type ScanOptions,
  scanText,
  type Sensitivity,
  type Severity,
} from '@varve/guard'

/** Findings that are replaced: names are only ever pointed out. */
function redactableFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ type }) => type !== 'NAME')
}

/** A text on its own, scanned and redacted. */
export function scanAndRedact(
  text: string,
  options: ScanOptions = {},
): { readonly text: string; readonly map: RedactionMap } {
  const redaction = redactText(NO_REDACTIONS, text, redactableFindings(scanText(text, options)))
  return { text: redaction.text, map: redaction.state.values }
}
