import type { Candidate } from '../finding.ts'
import { isMixed } from './is-mixed.ts'
import { isPlaceholderValue } from './secret-value.ts'

/** "Login: kai / x", "credentials root:x". */
const LOGIN_PAIR =
  /(?<!\p{L})(?:log-?ins?|creds?|credentials|zugangsdaten|anmeldedaten|identifiants|credenciales|credenziali|inloggegevens|acceso|accès|accesso|логин)(?: (?:details|data|info|for|to|of|pour|para|für|per|voor) ?[\p{L}\p{N} ._-]{0,24}?)?(?:\s(?:is|are|sind|sont|son|sono|zijn))?\s?[:=]?\s{1,2}["'`(]?([\p{L}\p{N}._@+\\-]{2,40})["'`]?(?:\s?[/:|]\s?|,?\s(?:pass|pw|and|und|et|y|e|en)\s)["'`]?([^\s"'`<>,;()]{5,64})/giu

export function findInPairs(text: string): readonly Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(LOGIN_PAIR)) {
    const value = (match[2] ?? '').replace(/[.:?]+$/, '')
    if (!/[\p{L}]/u.test(value) || !/\d/.test(value) || !isMixed(value) || isPlaceholderValue(value)) continue
    if (/^\d|[/@]/.test(value) && !/[!#$%^&*?+~]/.test(value)) continue
    const start = match.index + match[0].length - (match[2] ?? '').length
    found.push({ start, end: start + value.length, confidence: 0.7 })
  }
  return found
}
