import type { Candidate } from '../finding.ts'
import { entropyOf, isPlaceholderValue } from './secret-value.ts'

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'

/** Whose it may be, unless it is the number of a shop's basket. */
const OWNER = '(?!cs_|page|next|csrf|cancel)[A-Za-z][A-Za-z0-9]{1,15}(?:[_-][a-z0-9]{1,8}){0,2}'

/** The forms of the vendors' keys; each begins with its own letters, and all lengths are bounded. */
const VENDORS = [
  // Models
  'sk-ant-[A-Za-z0-9_-]{20,200}',
  'sk-(?:proj-|svcacct-|admin-|or-v1-|None-)?[A-Za-z0-9_-]{20,200}',
  'sk_[0-9a-f]{40,64}',
  'hf_[A-Za-z0-9]{30,64}',
  'api_org_[A-Za-z0-9]{30,64}',
  'gsk_[A-Za-z0-9]{32,64}',
  'csk-[a-z0-9]{32,64}',
  'r8_[A-Za-z0-9]{32,64}',
  '(?:pplx|xai|tvly|nvapi)-[A-Za-z0-9_-]{32,100}',
  'jina_[A-Za-z0-9]{40,80}',
  'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}',
  '(?:fw|tgp_v1|esecret)_[A-Za-z0-9_-]{24,64}',
  'pa-[A-Za-z0-9_-]{43}',
  // Clouds
  'AIza[A-Za-z0-9_-]{35}',
  'ya29\\.[A-Za-z0-9_-]{20,300}',
  'GOCSPX-[A-Za-z0-9_-]{24,32}',
  '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}',
  'LTAI[A-Za-z0-9]{16,24}',
  'AKID[A-Za-z0-9]{32}',
  'SCW[A-Z0-9]{17}',
  'do[opr]_v1_[0-9a-f]{64}',
  'dapi[0-9a-f]{32}(?:-\\d)?',
  'HRKU-[A-Za-z0-9_-]{32,64}',
  'fm[12]_[A-Za-z0-9+/]{40,1000}={0,2}',
  'nfp_[A-Za-z0-9]{32,64}',
  'pul-[0-9a-f]{40}',
  'hv[sb]\\.[A-Za-z0-9_-]{24,300}',
  'tskey-[a-z]{2,10}-[A-Za-z0-9]{8,24}(?:-[A-Za-z0-9]{16,48})?',
  // Code and its servers
  'gh[pousr]_[A-Za-z0-9]{20,255}',
  'github_pat_[A-Za-z0-9_]{22,255}',
  'gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|oas|ffct)-[A-Za-z0-9_-]{20,64}(?:\\.[0-9a-z]{2}\\.[0-9a-z]{9})?',
  'glrt-t\\d_[A-Za-z0-9_-]{20,64}',
  'npm_[A-Za-z0-9]{36}',
  'pypi-[A-Za-z0-9_-]{32,250}',
  'rubygems_[0-9a-f]{48}',
  'CLOJARS_[0-9a-f]{60}',
  'oy2[a-z0-9]{43}',
  'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}',
  'ATATT3[A-Za-z0-9_=-]{50,250}',
  'AT(?:BB|CTT3)[A-Za-z0-9_=-]{24,250}',
  'AKCp[A-Za-z0-9]{64,80}',
  'cmVmd[A-Za-z0-9]{56,64}',
  'bk(?:ua|aj|ct)_[0-9a-f]{40}',
  'CCIP(?:AT|RJ)_[A-Za-z0-9]{16,32}_[0-9a-f]{40}',
  'sq[upa]_[0-9a-f]{40}',
  'pat\\.[A-Za-z0-9_-]{20,24}\\.[A-Za-z0-9]{22,26}\\.[A-Za-z0-9]{18,22}',
  'AGE-SECRET-KEY-1[A-Z0-9]{58}',
  // Messages and mail
  'xox[abceprs]-[A-Za-z0-9-]{10,250}',
  'xoxe\\.xox[bp]-\\d-[A-Za-z0-9-]{40,250}',
  'xapp-\\d-[A-Za-z0-9-]{20,200}',
  'https://hooks\\.slack\\.com/services/T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{24}',
  'https://(?:\\w{2,8}\\.)?discord(?:app)?\\.com/api/webhooks/\\d{17,20}/[A-Za-z0-9_-]{60,72}',
  '[MNO][A-Za-z0-9]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}',
  '(?:SK|AC)[0-9a-f]{32}',
  'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{30,64}',
  'key-[0-9a-f]{32}',
  'x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}',
  'mlsn\\.[0-9a-f]{64}',
  're_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32}',
  'oauth:[a-z0-9]{30}',
  // Money and shops
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,250}',
  'whsec_[A-Za-z0-9+/]{24,64}={0,2}',
  'shp(?:at|ca|pa|ss|tka)_[0-9a-fA-F]{32}',
  'sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}',
  'EAAA[A-Za-z0-9_-]{60}',
  'EAA[A-Z][A-Za-z0-9]{90,250}',
  'EZ[AT]K[A-Za-z0-9]{54}',
  'rzp_(?:live|test)_[A-Za-z0-9]{14,24}',
  'access_token\\$production\\$[0-9a-z]{16}\\$[0-9a-f]{32}',
  // Work and measuring
  'glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}',
  'glc_[A-Za-z0-9+/]{40,400}={0,2}',
  'lin_(?:api|oauth)_[A-Za-z0-9]{32,64}',
  'fig(?:d|o|ma)_[A-Za-z0-9_-]{20,64}',
  'PMAK-[0-9a-f]{24}-[0-9a-f]{34}',
  'sntrys_[A-Za-z0-9_=-]{40,250}',
  'sntryu_[0-9a-f]{64}',
  'NRAK-[A-Z0-9]{27}',
  'secret_[A-Za-z0-9]{40,50}',
  'ntn_[A-Za-z0-9]{40,50}',
  'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}',
  'sbp_[0-9a-f]{40}',
  'sl\\.[A-Za-z0-9_-]{60,200}',
  '[sp]k\\.eyJ[A-Za-z0-9_-]{20,200}\\.[A-Za-z0-9_-]{16,64}',
  'ops_eyJ[A-Za-z0-9_-]{100,1000}',
  'CFPAT-[A-Za-z0-9_-]{43}',
  'tfp_[A-Za-z0-9_]{40,64}',
  'aio_[A-Za-z0-9]{28}',
  'ph[xs]_[A-Za-z0-9]{40,50}',
  'pn[ub]_[A-Za-z0-9]{36}',
  'rdme_[a-z0-9]{70}',
  'ico-[A-Za-z0-9]{32}',
  'fio-u-[A-Za-z0-9_-]{64}',
  'dt0[a-z]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}',
  'dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}',
  `pat-(?:na|eu|ap)\\d-${UUID}`,
  'eyJ[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{10,1000}',
  '\\d{8,10}:AA[A-Za-z0-9_-]{33}',
  // Whoever gives it out, its name says that it is one: `acme_live_…`, `sb_secret_…`, `acme-api-key-…`.
  `${OWNER}[_-](?:live|secret|token|tok|tkn|apikey|pat)[_-](?=[A-Za-z]{0,40}\\d)[A-Za-z0-9]{20,128}`,
  `${OWNER}_(?:secret|token|tok|tkn|apikey|pat)_(?=[A-Za-z_-]{0,40}\\d)[A-Za-z0-9_-]{28,128}`,
  'duffel_(?:live|test)_[A-Za-z0-9_-]{43}',
]
/** Those that begin with anything. */
const MARKED_INSIDE = [
  '[A-Za-z0-9_-]{8,24}:APA91b[A-Za-z0-9_-]{100,200}',
  '[A-Za-z0-9]{3}[78]Q~[A-Za-z0-9_.~-]{31,34}',
  '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_-]{60,70}',
  '[0-9a-f]{36}NRAL',
  '[0-9a-f]{32}-us\\d{1,2}',
]
const VENDOR_KEY = new RegExp(`(?<![A-Za-z0-9_])(?:${VENDORS.join('|')})(?![A-Za-z0-9_])`, 'g')
const INSIDE_KEY = new RegExp(`(?<![A-Za-z0-9_])(?:${MARKED_INSIDE.join('|')})(?![A-Za-z0-9_])`, 'g')
const INSIDE_MARK = /:APA91b|[78]Q~|\.atlasv1\.|NRAL|-us\d/
/** Only in such runs may there be a key. */
const RUN_SIGN = '[A-Za-z0-9_.~+/=:$-]'
const LEAST_RUN = 16
/** As much as is looked at in one go: within some millions of signs the stack of a regular expression ends. */
const STRETCH = 65_536
/** Short letters, a mark, and then nothing but chance; many names of records are shorter than that. */
const MARKED =
  /(?<![A-Za-z0-9_/.-])(?!sha\d|cs[_-]|pi_|seti_|cus_)[a-z]{2,10}[_-][A-Za-z0-9]{36,128}(?![A-Za-z0-9_/=-]|\.[a-z])/g
/** Words of names, as in `acme-live-status-dashboard-2`. */
const WORDS =
  /^(?:[a-z]{1,16}|[A-Z]{1,16}|\d{1,8}|[A-Z][a-z]{1,16})(?:[_-](?:[a-z]{1,16}|[A-Z]{1,16}|\d{1,8}|[A-Z][a-z]{1,16}))*$/

/** Keys that are known by what they begin with. */
export function findVendorKeys(text: string): readonly Candidate[] {
  const found: Candidate[] = []
  for (const { start, run } of runsOf(text)) {
    if (!/[A-Za-z0-9]{8}/.test(run)) continue
    const add = ({ index, 0: value }: RegExpExecArray, confidence: number): void => {
      found.push({ start: start + index, end: start + index + value.length, confidence })
    }
    for (const match of matchesOf(run, VENDOR_KEY)) if (isKey(match[0])) add(match, 0.97)
    if (INSIDE_MARK.test(run))
      for (const match of run.matchAll(INSIDE_KEY)) if (isKey(match[0])) add(match, 0.97)
    for (const match of matchesOf(run, MARKED))
      if (isChance(match[0].slice(match[0].search(/[_-]/) + 1))) add(match, 0.7)
  }
  return found
}

/** The runs of a text, each whole however long it is. */
function* runsOf(text: string): Generator<{ readonly start: number; readonly run: string }> {
  const beginning = new RegExp(`${RUN_SIGN}{${LEAST_RUN},${STRETCH}}`, 'g')
  const rest = new RegExp(`${RUN_SIGN}{1,${STRETCH}}`, 'y')
  for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
    rest.lastIndex = beginning.lastIndex
    let end = beginning.lastIndex
    while (rest.test(text)) end = rest.lastIndex
    yield { start: match.index, run: text.slice(match.index, end) }
    beginning.lastIndex = end
  }
}

/** To look first is cheaper than to begin a search for all. */
function matchesOf(run: string, form: RegExp): Iterable<RegExpExecArray> {
  return run.search(form) < 0 ? [] : run.matchAll(form)
}

function isKey(value: string): boolean {
  const body = value.slice(Math.min(4, value.length - 12))
  if (/x{6,}|X{6,}|\*|0{12}|1{12}|\.\.\./.test(value) || entropyOf(body) < 2.5 || isPlaceholderValue(body))
    return false
  // As documentation ends those that it shows.
  if (WORDS.test(value) || /EXAMPLE(?:KEY)?$/.test(value)) return false
  // `sk-` and words with dashes are names of things, not keys.
  return !(value.startsWith('sk-') && !/\d/.test(body) && !/[a-z][A-Z].*[a-z][A-Z]/.test(body))
}

/** Small letters, capitals and digits all over. */
function isChance(body: string): boolean {
  return (
    /[a-z]/.test(body) &&
    (body.match(/[A-Z]/g)?.length ?? 0) >= 5 &&
    (body.match(/\d/g)?.length ?? 0) >= 3 &&
    entropyOf(body) > 4.2
  )
}
