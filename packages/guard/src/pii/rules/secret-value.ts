/** Words that stand where a secret would, in documentation and code. */
const FILLER =
  /^(?:your|my|the|some|an?|insert|replace|change|enter|put|add|dummy|fake|sample|example|test|placeholder|todo|tbd|redacted|hidden|masked|secret|token|password|passwd|pass|pwd|key|api|apikey|value|string|str|none|null|nil|undefined|true|false|void|bool|boolean|int|text|varchar|bytes|any|unknown|optional|required|empty|default|changeme|env|process|os|config|self|this|args|params|request|req|ctx|options|settings|input|getenv|environ|function|return|new|await|foo|bar|baz|here|goes|me|it|x+|abc|user|username|name|field|form|data|hash|hashed|encrypted|sha256|bcrypt|id|super|secure|very|long|strong|for|of|own|actual|real|service|database|db|server|mail|email|app|application|supersecret|base64|grep|xargs|openssl|md5sum|sha256sum|kubectl)$/i
/** The same in one piece: `yoursecretpassword`. */
const JOINED_FILLER =
  /^(?:my|your|super|very|secret|secure|some|the|hashed|new|old|test|example|dummy|fake|sample)+(?:password|passwd|pass|secret|token|key|apikey)$/i

const CODE_SOURCE =
  /^(?:process\.env|os\.environ|env\.|config\.|self\.|this\.|secrets\.|vault:|ENV\[|var\.|data\.|local\.|module\.|settings\.|request\.|req\.|params\.)/i

/** A slot, a mask, a variable or a call stands here, and no value. */
export function isPlaceholderValue(value: string): boolean {
  if (/^(?:[*•xX.#?_-])+$/.test(value) || /\*{3,}|\.{3}|…|x{5,}|•{3,}/i.test(value)) return true
  // `<slot>`, `{slot}`, `[slot]`, `%SLOT%`, `$VARIABLE`, `${…}`, `{{ … }}`, `!vault`
  if (
    /^<[^>]*>?$|^\{[^}]*\}?\}?$|^\[[^\]]*\]$|^\([^)]*\)$|^%\w+%$|^\$[A-Z_][A-Z0-9_]*$|^\$\(|^!\w+$/.test(
      value,
    )
  )
    return true
  if (/\$\{|\{\{|<[a-z_-]+>/i.test(value) || /^\$2[aby]\$|^\$argon2|^\{SHA/.test(value)) return true
  if (/^[A-Za-z_][\w.]*[([]/.test(value) || CODE_SOURCE.test(value)) return true
  const words = value.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.length > 0 && words.every((word) => FILLER.test(word) || JOINED_FILLER.test(word))
}

/** Bits for each character, by how often each occurs in the value. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
