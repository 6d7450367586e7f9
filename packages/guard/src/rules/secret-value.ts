import type { Candidate } from '../finding.ts'

/** Words used in place of a secret in documentation and code. */
const FILLER =
  /^(?:your|my|the|some|an?|insert|replace|change|enter|put|add|dummy|fake|sample|example|test|placeholder|todo|tbd|redacted|hidden|masked|secret|token|password|passwd|pass|pwd|key|api|apikey|value|string|str|none|null|nil|undefined|true|false|void|bool|boolean|int|text|varchar|bytes|any|unknown|optional|required|empty|default|changeme|env|process|os|config|self|this|args|params|request|req|ctx|options|settings|input|getenv|environ|function|return|new|await|foo|bar|baz|here|goes|me|it|x+|abc|user|username|name|field|form|data|hash|hashed|encrypted|sha256|bcrypt|id|super|secure|very|long|strong|for|of|own|actual|real|service|database|db|server|mail|email|app|application|supersecret|base64|grep|xargs|openssl|md5sum|sha256sum|kubectl)$/i
/** The same in one piece: `yoursecretpassword`. */
const JOINED_FILLER =
  /^(?:my|your|super|very|secret|secure|some|the|hashed|new|old|test|example|dummy|fake|sample)+(?:password|passwd|pass|secret|token|key|apikey)$/i

const CODE_SOURCE =
  /^(?:process\.env|os\.environ|env\.|config\.|self\.|this\.|secrets\.|vault:|ENV\[|var\.|data\.|local\.|module\.|settings\.|request\.|req\.|params\.)/i

/** A slot, a mask, a variable or a call instead of a value. */
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

/** The value of a pair of attributes or settings: `key="DbPassword" value="x"`, `name: DB_PASSWORD` and `value: x` below. */
export const PAIR =
  /^["']?(?:\s?[:=]?\s?\{\s{0,12}(?:[^{}"']{0,60}\n\s{0,8})?|\s{1,4}|\s?,\s{0,12}|\s{0,3}\n\s{0,16})["']?(?:value|default)["']?\s?[:=]\s?(["']?)(?=[^\s"'])/i

/** Words for secrets in languages that write them without blanks or with endings, where labels can't find them. */
const FOREIGN = {
  password:
    'парол(?:ь|я|ем|ю)|лозинк[аеу]|κωδικός?(?: πρόσβασης)?|סיסמ[הא]|كلمة (?:المرور|السر)|密码|密碼|口令|パスワード|暗証番号|비밀번호|비번|암호|패스워드|पासवर्ड|รหัสผ่าน|mật khẩu|kata sandi|şifre(?:si|m|niz)?|lösenord(?:et)?|salasana(?:ni|mme)?|adgangskoden?|kodeord|passord(?:et)?|hesl[oa]|jelsz(?:ó|avam?)|hasł[oa]|lozink[aue]|geslo|parool',
  secret:
    'токен|ключ (?:API|доступа)|API[ -]?(?:密钥|金鑰|キー|키|ключ)|密钥|金鑰|令牌|アクセス(?:キー|トークン)|トークン|シークレット(?:キー)?|토큰|비밀 ?키|액세스 ?키|مفتاح API',
} as const
/** Whose it is, a verb, a sign. */
const LEADS_ON =
  '(?:\\s(?:от|для|к|на|do|k|til|för)(?:\\s[\\p{L}-]{1,20}(?=[\\s:])){1,2}?)?\\s?(?:是|为|は|が|는|은|är|on|je|jest|to|είναι|[-—–:=：|])?\\s{0,2}[:：=]?\\s{0,2}["\'`“«「『]?'
const foreignForm = (words: string): RegExp =>
  new RegExp(`(?<![a-zà-žα-ωа-я])(?:${words})${LEADS_ON}([!-~]{4,512})`, 'giu')
const FOREIGN_FORMS = { password: foreignForm(FOREIGN.password), secret: foreignForm(FOREIGN.secret) }

/** What looks like a secret behind such a word. */
export function findForeign(
  text: string,
  kind: keyof typeof FOREIGN,
  isSecret: (value: string) => boolean,
): readonly Candidate[] {
  return [...text.matchAll(FOREIGN_FORMS[kind])].flatMap(({ 0: whole, 1: raw = '', index }) => {
    const value = raw.replace(/["'`<>|,;\\].*$/, '').replace(/[.:?]+$/, '')
    const start = index + whole.length - raw.length
    return isSecret(value) ? [{ start, end: start + value.length, confidence: 0.75 }] : []
  })
}
