import type { Candidate } from '../finding.ts'
import { isMixed } from './is-mixed.ts'
import { isPlaceholderValue } from './secret-value.ts'

/** "Login: kai / x", "credentials root:x". */
const LOGIN_PAIR =
  /(?<!\p{L})(?:log-?ins?|creds?|credentials|zugangsdaten|anmeldedaten|identifiants|credenciales|credenziali|inloggegevens|acceso|accès|accesso|логин)(?: (?:details|data|info|for|to|of|pour|para|für|per|voor) ?[\p{L}\p{N} ._-]{0,24}?)?(?:\s(?:is|are|sind|sont|son|sono|zijn))?\s?[:=]?\s{1,2}["'`(]?([\p{L}\p{N}._@+\\-]{2,40})["'`]?(?:\s?[/:|]\s?|,?\s(?:pass|pw|and|und|et|y|e|en)\s)["'`]?([^\s"'`<>,;()]{5,64})/giu

/** The name of a network and its key: "wifi: GuestNet / x", `WIFI:T:WPA;S:GuestNet;P:x;;`. */
const NETWORK =
  /(?<!\p{L})(?:WIFI:(?:[TSH]:[^;\n]{0,40};){1,3}P:|(?:wi-?fi|wlan|ssid)(?: [\p{L}]{1,12})?(?:\s?[:=]|\s(?:is|ist|est|es))\s{1,2}["'`]?[\p{L}\p{N}._ -]{2,32}?["'`]?\s?(?:(?:[/|]|\s-)\s{0,2}|[,;/|\n]\s{0,2}(?:key|psk|pw|pass|code|schlüssel|clé|clave)\s?[:=]\s?)["'`]?)([^\s"'`<>,;()]{8,63})/giu

/** Whether a closer look is worth its time. */
const OF_LOGINS = /login|log-in|cred|zugang|anmelde|identifi|inlog|acces|accès|логин|Логин/i
const OF_NETWORKS = /wi-?fi|wlan|ssid/i

export function findInPairs(text: string): readonly Candidate[] {
  const found: Candidate[] = []
  const matches = [
    ...(OF_LOGINS.test(text) ? text.matchAll(LOGIN_PAIR) : []),
    ...(OF_NETWORKS.test(text) ? text.matchAll(NETWORK) : []),
  ]
  for (const match of matches) {
    const raw = match[2] ?? match[1] ?? ''
    const value = raw.replace(/[.:?]+$/, '')
    if (!/[\p{L}]/u.test(value) || !/\d/.test(value) || !isMixed(value) || isPlaceholderValue(value)) continue
    if (/^\d|[/@]/.test(value) && !/[!#$%^&*?+~]/.test(value)) continue
    const start = match.index + match[0].length - raw.length
    found.push({ start, end: start + value.length, confidence: 0.7 })
  }
  return found
}
