import { isDerailed } from '../context/around.ts'
import type { Label } from '../context/labels.ts'
import type { ScanTools } from '../context/scan-tools.ts'
import type { Candidate } from '../finding.ts'
import { isMixed } from './beside.ts'
import { findInCommands } from './password-commands.ts'
import type { Rule } from './rule.ts'
import { findForeign, PAIR, isPlaceholderValue } from './secret-value.ts'

/** What a password may be called besides: "temporary", "of the router" without its "of". */
const QUALITY =
  'temporary|temp|new|old|current|initial|default|first|shared|master|previous|temporaire|provisoire|actuel|ancien|nouveau|initiale?|temporal|provisional|actual|inicial|nueva|nuevo|antigua|neues|altes|vorläufiges|temporäres|aktuelles|initiales|temporanea|provvisoria|attuale|nuova|vecchia|iniziale|tijdelijke?|nieuwe?|oude?|huidige|tymczasowe|nowe|temporária|provisória|atual|nova|antiga|wifi|wi-fi|wlan|vpn|router|routeur|admin|administrator|root|guest|invité|invitado|gast|ospite|convidado|login|maestra|maître|everywhere|partout|überall|par défaut|por defecto|di default|standaard|predefinita|predeterminada|padrão'
const PREPOSITION =
  'for|to|of|on|du|de|del|della|dello|der|des|für|fürs|beim|im|zur|vom|zum|pour|para|per|voor|van|von|di|do(?! not)|da|dla'
/** "the password that I use". */
const WHO = 'that|which|i|we|you|he|she|they|que|qui|die|das|che'
const VERBS =
  "is now|is still|is|was|reads|ist|war|lautet|lautete|wurde auf|wurde in|wurde|est|était|sera|fut|es|e|è|é|era|foi|será|luidt|is nu|jest|to|reset to|set to|becomes|remains|should be|has been (?:changed|reset|set) to|will be|c['’]est|gonna be|vaut|devient|wordt|wird|cambió a|passe à|geändert (?:auf|in|zu)|gesetzt auf|changed to|updated to|changé en|modifié en|mis à|cambiad[ao] (?:a|por)|impostata (?:a|su)|cambiata in|gewijzigd in|zmienione na|(?:file )?contains"

/** A sign as in settings, behind "for …" or a remark where there is one; then a quote where there is one. */
export const SIGN = new RegExp(
  `^["'\`\\])*]{0,3}(?:\\s(?:${QUALITY})){0,2}(?:\\s(?:${PREPOSITION})\\s(?:[^\\n:=.;"']|(?<=\\p{L})'(?=\\p{L})){1,40})?(?:\\s{0,3}\\([^()\\n]{1,40}\\))?(?:\\s(?:is|was|ist|war|lautet|luidt|est|es|è|é|c['’]est))?\\s{0,3}(?:=>|:=|->|[:=|\\uff1a])\\**\\s{0,3}(["'\`\\u201c\\u00ab\\u201e\\u00bb]?)[^\\S\\n]?`,
  'iu',
)
export const VERB = new RegExp(
  `^[)"'\`\\]]{0,2}(?:\\s(?:${QUALITY})){0,2}(?:\\s(?:${PREPOSITION})\\s[\\p{L}\\p{N} '._-]{1,40}?)?(?:\\s(?:${WHO})\\s\\p{L}{1,12}(?:\\s\\p{L}{1,12})?)?(?:\\s\\([^()\\n]{1,40}\\))?(?:[;,]\\s(?:ours|mine|his|hers|yours|theirs)\\s(?:is|was)|(?:,\\s(?:it|that))?['’]s|,?\\s(?:it |which )?(?:${VERBS}))\\s{1,2}(?:now |still |changed to |actually |just |set to |simply |ahora |jetzt |ora )?(["'\`\\u201c\\u00ab\\u201e\\u00bb]?)\\s?`,
  'iu',
)
/** A question, and the answer on the next line or behind a dash. */
export const QUESTION =
  /^[^\n?]{0,40}\?+(?:[^\n]{0,3}\n(?:[^\n:]{1,24}: ?)?|\s{1,2}[-\u2013\u2014]\s)(?:it['’]?s )?(["'`\u201c\u00ab\u201e\u00bb]?)/i
/** The value of an element: `<password>x</password>`. */
export const CELL = /^<\/t[dh]>\s{0,4}<td[^<>]{0,40}>()(?=[^\s<])/i
export const ELEMENT = /^>()(?=[^\s<][^<\n]{0,127}<\/)/
/** A dash, an arrow, dots, a tab or the next line: only what looks like a password is taken behind these. */
export const LOOSE_SIGN =
  /^["'`\])*]{0,3}(?:\s{1,2}(?:[-\u2013\u2014\u2192]|\.{3,20})\s{1,3}|\s?\u2192\s?|\t|\s?>(?=[^\s<]{1,127}<\/)|\?{1,3}\s{1,2}|(?<=\*) |:?\s{0,2}\n(?=\S{5,64}[^\S\n]{0,3}(?:\n|$)))(["'`\u201c\u00ab\u201e\u00bb]?)/u
/** "My old password, x, was …", "the password (x) must …". */
export const APPOSITION =
  /^(?:\s[\p{L}'’-]{1,15}){0,4}(?:,\s|\s\()(?:namely |i\.e\. )?(["'`\u201c\u00ab\u201e\u00bb]?)(?=\S{5,64}[,.;)\s])/u
/** Words of which nothing is known between the name and the sign or verb: "mot de passe administrateur est …". */
export const QUALIFIED =
  /^(?:\s[\p{L}'’-]{2,20}){1,3}(?:(?:\s?:|\s(?:is|was|ist|lautet|est|es|è|é|luidt|jest|to))\s|\s(?=["\u201c\u00ab\u201e\u00bb]))(["'`\u201c\u00ab\u201e\u00bb]?)[^\S\n]?/u
/** No sign at all, as in "log in with password x". */
export const NOTHING = /^ (["'`\u201c\u00ab\u201e\u00bb]?)\s?/
export const OPTION = /^[ =](["'`]?)/
/** "changed the password from x to y". */
export const CHANGE =
  /^(?:\s(?:for|of|du|de|del|für)\s[\p{L}\p{N} '._-]{1,24}?)?\s(?:from|von|de|da|van)\s["'`]?([^\s"'`]{5,64})["'`]?\s(?:to|auf|zu|in|à|a|naar|para)\s["'`]?([^\s"'`]{5,64})/u

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

const SHORTEST = 4
const LONGEST = 128
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\u201c': '\u201d',
  '\u00ab': '\u00bb',
  '\u201e': '\u201c',
  '\u00bb': '\u00ab',
}
/** Several plain words to the end of their line. */
const PHRASE = /^\p{L}{2,20}(?:[ -]\p{L}{2,20}){2,7}(?=[.!]?\s*(?:\n|$))/u
/** Chat filler that ends a message and never continues a sentence. */
const CHATTING =
  /^\s+(?:lol|btw|thx|thanks|ty|ok|okay|haha|please|pls|plz|merci|danke|gracias|cheers|xx)(?!\p{L})/iu
const STATE_WORD =
  /^(?:required|incorrect|invalid|wrong|missing|expired|reset|failed|mismatch|forgotten|accepted|correct|changed|protected|enabled|disabled|unset|never|weak|strong|confirm|optional|hidden|encrypted|none|blank|same|unknown|unchanged|oublié|incorrecto|incorrecta|falsch|erforderlich|requis|obligatorio|manquant)$/i

export const passwordRule: Rule = {
  type: 'PASSWORD',
  version: 6,
  find: (text, tools) => {
    const found: Candidate[] = []
    for (const label of tools.labels) {
      if (!label.about.includes('password') && !label.about.includes('weakPassword')) continue
      const change = readChange(text, label.end)
      const candidate = change.length > 0 ? undefined : (readBehind(text, label) ?? readBefore(text, label))
      found.push(...change, ...(candidate ? [candidate] : []))
    }
    const isSecret = (value: string): boolean => isMixed(value) && !isPlaceholderValue(value)
    return [
      ...found,
      ...findForeign(text, 'password', isSecret),
      ...findInColumns(text, tools),
      ...findInCommands(text),
      ...findInPairs(text),
    ]
  },
}

/** What lets people in, and is no secret. */
const TICKET =
  /(?:^|[^\p{L}])(?:ski|boarding|day|bus|train|tram|metro|season|visitor|parking|rail|travel|museum|backstage|press|lift|city|annual|hall|weekend|festival|month|monthly|week|event|gate|mountain|park)[ _-]$/iu

function readBehind(text: string, { start: labelStart, end: labelEnd, about }: Label): Candidate | undefined {
  const around = text.slice(labelEnd, labelEnd + LONGEST + 60)
  // `--pass x`, not "first-pass yield".
  const isOption = /(?:^|[\s"'`=([{|])--?$/.test(text.slice(Math.max(0, labelStart - 3), labelStart))
  const isElement = /<[\w:.-]{0,24}$/.test(text.slice(Math.max(0, labelStart - 26), labelStart))
  const sign =
    PAIR.exec(around) ??
    SIGN.exec(around) ??
    (isOption ? OPTION.exec(around) : isElement ? ELEMENT.exec(around) : null) ??
    CELL.exec(around)
  const verb = sign ? null : VERB.exec(around)
  const label = text.slice(labelStart, labelEnd)
  if (/^pass$/i.test(label) && TICKET.test(text.slice(Math.max(0, labelStart - 14), labelStart)))
    return undefined
  const lead =
    sign ??
    verb ??
    QUESTION.exec(around) ??
    weakLead(text, around, { start: labelStart, end: labelEnd, about })
  if (!lead) return undefined
  const quote = lead[1] ?? ''
  const rest = around.slice(lead[0].length)
  const isPhrase = quote === '' && sign !== null && /^passphrase$/i.test(label)
  const read = (isPhrase ? PHRASE.exec(rest)?.[0] : undefined) ?? readValue(rest, quote)
  // In a query the next field follows.
  const isField = /[?&]$/.test(text.slice(Math.max(0, labelStart - 1), labelStart))
  const value = isField ? read?.split('&', 1)[0] : read
  const written: Written = {
    isQuoted: quote !== '',
    hasSign: sign !== null,
    after: rest.slice(value?.length ?? 0),
  }
  const isChat = verb !== null && /^(?:pw|pass|pwd)$/.test(label)
  if (value === undefined || !(isPassword(value, written) || (isChat && isLastWord(value, written))))
    return undefined
  const isQuotedPhrase = quote !== '' && /^passphrase$/i.test(label) && PHRASE.test(value)
  if (!sign && !verb && !isMixed(value) && !isQuotedPhrase) return undefined
  // "PASS: test_login" comes out of a test run, "pass: 12/12" too.
  if (/^(?:clave|parole|PASS)$/.test(label) && (label.startsWith('PASS') || !isMixed(value)) && quote === '')
    return undefined
  const start = labelEnd + lead[0].length
  return { start, end: start + value.length, confidence: sign ? 0.85 : verb ? 0.75 : 0.6 }
}

/** Where neither sign nor verb leads on; a weak label such as "clave" needs one. */
function weakLead(text: string, around: string, label: Label): RegExpExecArray | null {
  const word = text.slice(label.start, label.end)
  if (/^(?:clave|parole)$/i.test(word) || isDerailed(text, label)) return null
  // "to pass x" is a verb.
  if (/^pass$/i.test(word) && !/^ ["'\u201c\u00ab]/.test(around)) return null
  const loose = label.about.includes('password') ? (LOOSE_SIGN.exec(around) ?? APPOSITION.exec(around)) : null
  const qualified = label.about.includes('password') ? qualifiedLead(word, around) : null
  return loose ?? qualified ?? NOTHING.exec(around)
}

/**
 * In English the noun comes last: "password check is step2" is about a check, so the value must look like a
 * password.
 */
function qualifiedLead(word: string, around: string): RegExpExecArray | null {
  if (GOES_ON.test(around.slice(0, 16))) return null
  const lead = QUALIFIED.exec(around)
  const isPlain =
    lead !== null && (lead[1] ?? '') === '' && /^(?:pass(?:word|wd|phrase|code)s?|pwd)$/i.test(word)
  return isPlain && !/^[^\s"'`]{0,64}?[!@#$%^&*?+~]/.test(around.slice(lead[0].length)) ? null : lead
}

/** The old and the new one. */
function readChange(text: string, labelEnd: number): readonly Candidate[] {
  const match = CHANGE.exec(text.slice(labelEnd, labelEnd + 180))
  if (!match) return []
  const [all, first = '', raw = ''] = match
  const second = raw.replace(/[.,;:)]+$/, '')
  if (!isMixed(first) || !isMixed(second)) return []
  return [first, second].map((value, index) => {
    const start = labelEnd + (index === 0 ? all.indexOf(value) : all.lastIndexOf(value))
    return { start, end: start + value.length, confidence: 0.7 }
  })
}

/** "x is my password", "we use x as the password", "x, that's the wifi password". */
const SAID_AFTER =
  /(?:^|[\s(])(["'`\u201c\u00ab]?)([^\s"'`\u201c\u201d\u00ab\u00bb]{5,64}?)["'`\u201d\u00bb]?,?\s(?:is|was|est|es|ist|è|é|as|comme|como|als|come|jako|som|that['’]?s|it['’]?s|c['’]est|das ist)(?:\s(?:my|the|our|your|his|her|their|a|an|mon|ma|notre|le|mi|la|nuestra|tu|mein|meine|unser|das|sein|ihr|il|de|het|mijn|minha|a|o|new|old|current|temporary|temp|admin|root|wi-?fi|wlan|vpn|guest|master|login|still|now|neues|nouveau|nueva|nuova|standard|default)){0,4}\s$/iu

/** "as the password hash". */
const GOES_ON =
  /^[ -](?:hash|hasher|hashing|policy|manager|field|algorithm|prompt|reset|generator|store|format|prefix|pattern|salt|column|file|hint|dialog|box|screen|page|prompt|link|strength|meter|question|rule|expert|tool|app|vault|safe|entry)/i

function readBefore(text: string, { start: labelStart, end }: Label): Candidate | undefined {
  if (GOES_ON.test(text.slice(end, end + 16))) return undefined
  const before = text.slice(Math.max(0, labelStart - 120), labelStart)
  const match = SAID_AFTER.exec(before)
  const value = match?.[2] ?? ''
  if (!match || !isMixed(value) || isPlaceholderValue(value)) return undefined
  const start = labelStart - before.length + match.index + match[0].indexOf(value)
  return { start, end: start + value.length, confidence: 0.7 }
}

function readValue(rest: string, quote: string): string | undefined {
  if (quote !== '') {
    const end = rest.indexOf(CLOSING[quote] ?? quote)
    return end > 0 && end <= LONGEST ? rest.slice(0, end).trimEnd() : undefined
  }
  // "(sent by post)" is a remark.
  if (/^\([^)\n]{0,80}(?:\s[^)\n]{0,80})?\)/.test(rest) && /^\(\p{L}+[\s)]/u.test(rest)) return undefined
  // `[FILTERED]` replaces a value that was removed.
  if (/^\[[\p{L}_ -]{1,40}\]/u.test(rest)) return undefined
  const raw = /^[^\s"'`<>|,;\\]{1,128}/.exec(rest)?.[0] ?? ''
  // A full stop, a closing bracket or a question mark after it belongs to the sentence.
  const trimmed = raw.replace(/[.,;:?)\]}*]+$/, '')
  return trimmed === '' ? undefined : raw.endsWith('!') ? raw : trimmed
}

/** "pw is sunshine": one word, and the message ends. */
function isLastWord(value: string, { after }: Written): boolean {
  return (
    value.length > 5 &&
    /^\p{Ll}+$/u.test(value) &&
    /^\s*(?:$|\n|[.!])/.test(after) &&
    !STATE_WORD.test(value) &&
    !/(?:ed|ing|able|ible|ful|ive|less|tory)$/.test(value) &&
    !isPlaceholderValue(value)
  )
}

interface Written {
  readonly isQuoted: boolean
  readonly hasSign: boolean
  /** What follows on. */
  readonly after: string
}

function isPassword(value: string, { isQuoted, hasSign, after }: Written): boolean {
  if (value.length < SHORTEST || value.includes('\n') || isPlaceholderValue(value)) return false
  if (/^(?:https?|file|s3):\/\//.test(value) || /^\.{0,2}\/\w/.test(value)) return false
  // `user.password`, `form.value` and calls are code.
  if (!isQuoted && (/^[A-Za-z_]+(?:\.[A-Za-z_]+)+$/.test(value) || after.startsWith('('))) return false
  if (/^[\d–-]+\+?$/.test(value) && /^\s+\p{L}/u.test(after)) return false
  if (/^(?:19|20)\d\d-\d\d(?:-\d\d)?/.test(value)) return false
  if (PHRASE.test(value)) return true
  if (!/^[\p{L}'’_-]+$/u.test(value)) return true
  if (isQuoted) return hasSign || !STATE_WORD.test(value)
  // The sentence continues: "password: must be at least …", "the password is wrong".
  return (
    hasSign && !(/^\s+[\p{L}\d]|^\s*[=({[]/u.test(after) && !CHATTING.test(after)) && !STATE_WORD.test(value)
  )
}

/** Values below a heading such as "password". */
function findInColumns(text: string, tools: ScanTools): readonly Candidate[] {
  const found: Candidate[] = []
  const weak = tools.cellsUnder('weakPassword')
  for (const cell of [...tools.cellsUnder('password'), ...weak]) {
    const { start, end } = cell
    const raw = text.slice(start, end)
    const value = raw.trim().replace(/^["'`]|["'`]$/g, '')
    // Words about the password, as in a column of what is the matter with it.
    if (!/[^\p{L}]|\p{Ll}\p{Lu}/u.test(value)) continue
    // A column "clave" or "pass" may hold article numbers too, which have no small letters.
    if (weak.includes(cell) && !(isMixed(value) && /\p{Ll}/u.test(value))) continue
    if (value === '' || /\s/.test(value) || !isPassword(value, { isQuoted: true, hasSign: true, after: '' }))
      continue
    const at = start + raw.indexOf(value)
    found.push({ start: at, end: at + value.length, confidence: 0.8 })
  }
  return found
}
