export * from './custom-rules.ts'
export * from './finding.ts'
export { RULE_VERSION, RULES } from './rules/all-rules.ts'
export { COUNTRY_CODES } from './rules/iban-and-bic.ts'
export type { Rule } from './rules/rule.ts'
export { type AllowList, type ScanOptions, scanText, type Sensitivity } from './scan.ts'
export { findInPart, surroundings, type Told, toldIn } from './redact/parts.ts'
export { type KnownValue, KnownValues } from './redact/known-values.ts'
export { maskValue } from './redact/mask-value.ts'
export {
  createRedactor,
  NO_REDACTIONS,
  type Redaction,
  type RedactionState,
  type RedactOptions,
  type Redactor,
  redactText,
} from './redact/redact-text.ts'
export {
  createStreamRestorer,
  type RedactionMap,
  restoreText,
  type StreamRestorer,
} from './redact/placeholders.ts'
export { valuesBehind } from './redact/values-behind.ts'
