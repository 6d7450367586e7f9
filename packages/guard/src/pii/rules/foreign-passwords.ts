import type { Candidate } from '../finding.ts'
import { findForeignLeads } from './foreign-leads.ts'
import { isMixed } from './is-mixed.ts'
import { isPlaceholderValue } from './secret-value.ts'

/** Behind words of languages that the labels do not know; the value must look like one. */
export function findForeignPasswords(text: string): readonly Candidate[] {
  const found: Candidate[] = []
  for (const { start, hasSign } of findForeignLeads(text, 'password')) {
    const value = /^[^\s"'`<>|,;\\「」『』“”«»，。、；（）()]{4,64}/u
      .exec(text.slice(start, start + 64))?.[0]
      .replace(/[.:?]+$/, '')
    if (value === undefined || isPlaceholderValue(value)) continue
    if (isMixed(value) || (hasSign && /^\d{4,12}$/.test(value)))
      found.push({ start, end: start + value.length, confidence: hasSign ? 0.8 : 0.7 })
  }
  return found
}
