/** How many characters of a script make one token, as measured with a large byte-pair vocabulary. */
export interface ScriptRate {
  readonly pattern: RegExp
  readonly averageCharsPerToken: number
}

/** Scripts and signs that a general rule for words would count far too low. */
export const SCRIPT_RATES: readonly ScriptRate[] = [
  // Letters and digits mixed at length: keys, hashes, base64.
  { pattern: /^(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])[a-z0-9]{16,}$/i, averageCharsPerToken: 1.6 },
  // No word of a language is this long without a break.
  { pattern: /^[a-z]{40,}$/i, averageCharsPerToken: 2.5 },
  { pattern: /[\u0300-\u036f]/, averageCharsPerToken: 2 },
  { pattern: /[\u0530-\u058f]/, averageCharsPerToken: 3.5 },
  { pattern: /[\u0590-\u05ff]/, averageCharsPerToken: 2.9 },
  { pattern: /[\u0600-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff]/, averageCharsPerToken: 4 },
  { pattern: /[\u0900-\u0dff]/, averageCharsPerToken: 4 },
  { pattern: /[\u0e00-\u0eff]/, averageCharsPerToken: 2.8 },
  { pattern: /[\u0f00-\u10ff]/, averageCharsPerToken: 2.4 },
  { pattern: /[\u1200-\u1cff]/, averageCharsPerToken: 0.6 },
  { pattern: /^[\u2190-\u27ff\u2900-\u2bff]+$/, averageCharsPerToken: 0.8 },
  { pattern: /^[\u2800-\u28ff\ue000-\uf8ff]+$/, averageCharsPerToken: 0.4 },
  { pattern: /^[\u{10000}-\u{1efff}\u{20000}-\u{10ffff}]+$/u, averageCharsPerToken: 0.35 },
]
