/** What a secret is called where words are not parted by blanks, or have endings of their own: how it begins and may go on. */
const PASSWORD_WORDS = [
  ['парол', '(?:ь|я|ем|ю|а|ата)'],
  ['лозинк', '[аеу]'],
  ['шифра', ''],
  ['κωδικό', 'ς?(?: πρόσβασης)?'],
  ['סיסמ', '[הא]'],
  ['كلمة ', '(?:المرور|السر|سر)'],
  ['رمز عبور', ''],
  ['پسورد', ''],
  ['密码', ''],
  ['密碼', ''],
  ['口令', ''],
  ['パスワード', ''],
  ['暗証番号', ''],
  ['비밀번호', ''],
  ['비번', ''],
  ['암호', ''],
  ['패스워드', ''],
  ['पासवर्ड', ''],
  ['รหัสผ่าน', ''],
  ['mật khẩu', ''],
  ['kata sandi', ''],
  ['şifre', '(?:si|niz|m|n|miz|yi)?'],
  ['parola', '(?:sı|nız|m|n)?'],
  ['lösenord', '(?:et)?'],
  ['salasana', '(?:ni|si|mme|ksi)?'],
  ['adgangskode', '[nr]?'],
  ['kodeord', '(?:et)?'],
  ['passord', '(?:et)?'],
  ['lykilorð', '(?:ið)?'],
  ['hesl', '(?:o|a|em)'],
  ['jelsz', '(?:ó|ava|avam|avunk)'],
  ['hasł', '(?:o|a|em)'],
  ['lozink', '[aue]'],
  ['zapork', '[ae]'],
  ['geslo', ''],
  ['slaptažod', '(?:is|žio)'],
  ['parool', 'i?'],
  ['cod', 'ul? (?:de )?wi-?fi'],
  ['código d', '(?:o|a|el|e) (?:la )?(?:wi-?fi|rede|red)'],
] as const
const SECRET_WORDS = [
  ['токен', '(?:а|ом)?'],
  ['ключ', '(?: API| доступа)?'],
  ['api', '[ -]?(?:密钥|金鑰|キー|키|ключ|anahtarı|nyckel|avain|nøgle|nøkkel|kulcs|klíč|cheie|ključ)'],
  ['密钥', ''],
  ['金鑰', ''],
  ['令牌', ''],
  ['アクセス', '(?:キー|トークン)'],
  ['トークン', ''],
  ['シークレット', '(?:キー)?'],
  ['토큰', ''],
  ['비밀', ' ?키'],
  ['시크릿', ' ?키'],
  ['액세스', ' ?키'],
  ['مفتاح ', '(?:الـ ?)?API'],
  ['رمز الوصول', ''],
  ['klíč', ' k? ?API'],
  ['kľúč', ' API'],
] as const
/** Between the word and the value: whose it is, a verb, a sign. */
const BETWEEN =
  '(?:\\s(?:от|для|к|на|za|do|k|ke|for|til|för|od|pentru|ne)(?:\\s[\\p{L}-]{1,20}(?=[\\s:])){1,2}?)?\\s?(?:是|为|為|は|が|는|은|이|가|är|er|on|je|jest|to|este|yra|ir|είναι|הוא|היא|هي|هو|است|là|adalah|é|è|а|е|—|–|-|:|=|：|\\|)?\\s{0,2}[:：=]?\\s{0,2}["\'`“«「『]?'

/** A place where a secret may begin, behind such a word. */
export interface ForeignLead {
  /** Where the value begins. */
  readonly start: number
  readonly hasSign: boolean
}

interface Lead {
  readonly begins: string
  readonly form: RegExp
}

const LEADS = {
  password: PASSWORD_WORDS.map(leadOf),
  secret: SECRET_WORDS.map(leadOf),
} as const

function leadOf([begins, goesOn]: readonly [string, string]): Lead {
  // Letters of Latin, Greek and Cyrillic words go on; Chinese and Japanese ones stand in the middle of others.
  const form = new RegExp(`(?<![a-zà-žα-ωа-я])${begins}${goesOn}(${BETWEEN})(?=[!-~\\p{L}])`, 'giu')
  return { begins, form }
}

export function findForeignLeads(text: string, of: 'password' | 'secret'): readonly ForeignLead[] {
  const lower = text.toLowerCase()
  return LEADS[of]
    .filter(({ begins }) => lower.includes(begins))
    .flatMap(({ form }) =>
      [...text.matchAll(form)].map((match) => ({
        start: match.index + match[0].length,
        hasSign: /[:：=|]/.test(match[1] ?? ''),
      })),
    )
}
