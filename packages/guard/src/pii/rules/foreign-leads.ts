/** What a secret is called where words are not parted by blanks, or have endings of their own. */
const PASSWORD_WORDS = [
  'парол(?:ь|я|ем|ю|ь?ным|а|ата)',
  'лозинк[аеу]',
  'шифра',
  'κωδικός(?: πρόσβασης)?',
  'κωδικό(?: πρόσβασης)?',
  'ה?סיסמ[הא]',
  '(?:ال)?كلمة (?:المرور|السر|سر)',
  'رمز عبور',
  'پسورد',
  '密码',
  '密碼',
  '口令',
  'パスワード',
  '暗証番号',
  '비밀번호',
  '비번',
  '암호',
  '패스워드',
  'पासवर्ड',
  'รหัสผ่าน',
  'mật khẩu',
  'kata sandi',
  'şifre(?:si|niz|m|n|miz|yi)?',
  'parola(?:sı|nız|m|n)?',
  'lösenord(?:et)?',
  'salasana(?:ni|si|mme|ksi)?',
  'adgangskode[nr]?',
  'kodeord(?:et)?',
  'passord(?:et)?',
  'lykilorð(?:ið)?',
  'hesl(?:o|a|em)',
  'jelsz(?:ó|ava|avam|avunk)',
  'hasł(?:o|a|em)',
  'lozink[aue]',
  'zapork[ae]',
  'geslo',
  'slaptažod(?:is|žio)',
  'parool(?:i)?',
  'codul? (?:de )?wi-?fi',
  'c[oó]digo (?:do|da|del|de) (?:la )?(?:wi-?fi|rede|red)',
]
const SECRET_WORDS = [
  'токен(?:а|ом)?',
  '(?:секретн\\p{L}{2,3} )?ключ(?: API| доступа)?',
  'API[ -]?(?:密钥|金鑰|キー|키|ключ|anahtarı|nyckel|avain|nøgle|nøkkel|kulcs|klíč|cheie|ključ)',
  '密钥',
  '金鑰',
  '令牌',
  'アクセス(?:キー|トークン)',
  'トークン',
  'シークレット(?:キー)?',
  '(?:액세스 )?토큰',
  '(?:비밀|시크릿|액세스) ?키',
  'مفتاح (?:الـ ?)?API',
  'رمز الوصول',
  'klíč k? ?API',
  'kľúč API',
]
/** Between the word and the value: whose it is, a verb, a sign. */
const BETWEEN =
  '(?:\\s(?:от|для|к|на|za|do|k|ke|for|til|för|od|pentru|ne)(?:\\s[\\p{L}-]{1,20}(?=[\\s:])){1,2}?)?\\s?(?:是|为|為|は|が|는|은|이|가|är|er|on|je|jest|to|este|yra|ir|είναι|הוא|היא|هي|هو|است|là|adalah|é|è|а|е|—|–|-|:|=|：|\\|)?\\s{0,2}[:：=]?\\s{0,2}["\'`“«「『]?'

/** A place where a secret may begin, behind such a word. */
export interface ForeignLead {
  /** Where the value begins. */
  readonly start: number
  readonly hasSign: boolean
}

const PASSWORD_LEAD = leadOf(PASSWORD_WORDS)
const SECRET_LEAD = leadOf(SECRET_WORDS)

function leadOf(words: readonly string[]): RegExp {
  // Letters of Latin, Greek and Cyrillic words go on; Chinese and Japanese ones stand in the middle of others.
  return new RegExp(`(?<![a-zà-žα-ωа-я])(?:${words.join('|')})(${BETWEEN})(?=[!-~\\p{L}])`, 'giu')
}

export function findForeignLeads(text: string, of: 'password' | 'secret'): readonly ForeignLead[] {
  return [...text.matchAll(of === 'password' ? PASSWORD_LEAD : SECRET_LEAD)].map((match) => ({
    start: match.index + match[0].length,
    hasSign: /[:：=|]/.test(match[1] ?? ''),
  }))
}
