export { type CustomRule, compileCustomRule, customType, tryCustomRule } from './custom/custom-rule.ts'
export * from './finding.ts'
export * from './guard-error.ts'
export { RULE_VERSION, RULES } from './rules/all-rules.ts'
export { COUNTRY_CODES } from './rules/country-codes.ts'
export type { Rule } from './rules/rule.ts'
export type { AllowList, ScanOptions, Sensitivity } from './scan-options.ts'
export * from './scan-text.ts'
export { adviceFor, findingsFrom, isAtLeast, severityOf } from './severity.ts'
export { findInPart, type Told, toldIn } from './part/find-in-part.ts'
export { surroundings } from './part/surroundings.ts'
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
} from './redact/restore-text.ts'
export { valuesBehind } from './redact/values-behind.ts'
