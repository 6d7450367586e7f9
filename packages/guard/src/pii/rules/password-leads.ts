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
/** The value of a pair of attributes or settings: `key="DbPassword" value="x"`, `name: DB_PASSWORD` and `value: x` below. */
export const PAIR =
  /^["']?(?:\s?[:=]?\s?\{\s{0,12}(?:[^{}"']{0,60}\n\s{0,8})?|\s{1,4}|\s?,\s{0,12}|\s{0,3}\n\s{0,16})["']?(?:value|default)["']?\s?[:=]\s?(["']?)(?=[^\s"'])/i
