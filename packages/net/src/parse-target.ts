import { isIP } from 'node:net'
import { NetError } from './net-error.ts'

/**
 * Ports of other protocols that a forged request could abuse: the list that browsers block. All other ports
 * are allowed.
 */
export const FORBIDDEN_PORTS: ReadonlyMap<number, string> = new Map([
  [0, 'none'],
  [1, 'tcpmux'],
  [7, 'echo'],
  [9, 'discard'],
  [11, 'systat'],
  [13, 'daytime'],
  [15, 'netstat'],
  [17, 'qotd'],
  [19, 'chargen'],
  [20, 'ftp-data'],
  [21, 'ftp'],
  [22, 'ssh'],
  [23, 'telnet'],
  [25, 'smtp'],
  [37, 'time'],
  [42, 'name'],
  [43, 'nicname'],
  [53, 'domain'],
  [69, 'tftp'],
  [77, 'rje'],
  [79, 'finger'],
  [87, 'link'],
  [95, 'supdup'],
  [101, 'hostname'],
  [102, 'iso-tsap'],
  [103, 'gppitnp'],
  [104, 'acr-nema'],
  [109, 'pop2'],
  [110, 'pop3'],
  [111, 'sunrpc'],
  [113, 'auth'],
  [115, 'sftp'],
  [117, 'uucp-path'],
  [119, 'nntp'],
  [123, 'ntp'],
  [135, 'epmap'],
  [137, 'netbios-ns'],
  [139, 'netbios-ssn'],
  [143, 'imap'],
  [161, 'snmp'],
  [179, 'bgp'],
  [389, 'ldap'],
  [427, 'svrloc'],
  [465, 'submissions'],
  [512, 'exec'],
  [513, 'login'],
  [514, 'shell'],
  [515, 'printer'],
  [526, 'tempo'],
  [530, 'courier'],
  [531, 'chat'],
  [532, 'netnews'],
  [540, 'uucp'],
  [548, 'afp'],
  [554, 'rtsp'],
  [556, 'remotefs'],
  [563, 'nntps'],
  [587, 'submission'],
  [601, 'syslog-conn'],
  [636, 'ldaps'],
  [989, 'ftps-data'],
  [990, 'ftps'],
  [993, 'imaps'],
  [995, 'pop3s'],
  [1719, 'h323gatestat'],
  [1720, 'h323hostcall'],
  [1723, 'pptp'],
  [2049, 'nfs'],
  [3659, 'apple-sasl'],
  [4045, 'lockd'],
  [4190, 'sieve'],
  [5060, 'sip'],
  [5061, 'sips'],
  [6000, 'x11'],
  [6566, 'sane-port'],
  [6665, 'irc'],
  [6666, 'irc'],
  [6667, 'irc'],
  [6668, 'irc'],
  [6669, 'irc'],
  [6679, 'osaut'],
  [6697, 'ircs'],
  [10080, 'amanda'],
])

/** A URL that has passed every check that needs no network. */
export interface Target {
  readonly url: URL
  /** Without brackets and without a trailing dot. */
  readonly host: string
  readonly port: number
  /** Whether `host` is an address, which needs no resolver. */
  readonly literal: boolean
}

const LONGEST_URL = 16_384
const LOCAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
] as const
/** Where clouds give a machine its credentials. Refused by name too, since not every one has a local suffix. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.azure.com',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
])

/**
 * Reads a URL as browsers do, so that every spelling of an address (decimal, octal, hexadecimal, short,
 * full-width) is one address before it is looked at. Throws a `NetError`.
 */
export function parseTarget(input: string, localNames: 'refused' | 'allowed' = 'refused'): Target {
  if (input.length > LONGEST_URL)
    throw new NetError(
      'invalid-url',
      `The address has ${input.length} characters; ${LONGEST_URL} is the limit.`,
    )
  const url = URL.parse(input)
  if (url === null) throw new NetError('invalid-url', 'This is not a whole web address.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new NetError(
      'scheme-forbidden',
      `Only http and https are fetched, not ${url.protocol.slice(0, 40)}`,
    )
  if (url.username !== '' || url.password !== '')
    throw new NetError(
      'credentials-forbidden',
      `The address of ${url.hostname} carries a name or a password.`,
    )
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const service = FORBIDDEN_PORTS.get(port)
  if (service !== undefined)
    throw new NetError('port-forbidden', `Port ${port} (${service}) of ${url.hostname} is not for web pages.`)
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const literal = isIP(host) !== 0
  if (!literal) checkName(host, localNames)
  return { url, host, port, literal }
}

function checkName(name: string, localNames: 'refused' | 'allowed'): void {
  const labels = name.split('.')
  if (labels.some((label) => label === '' || label.length > 63) || name.length > 253)
    throw new NetError('invalid-url', `"${name.slice(0, 80)}" is not a host name.`)
  if (/^\d+$/.test(labels.at(-1) ?? ''))
    throw new NetError('invalid-url', `"${name.slice(0, 80)}" is neither a name nor an address.`)
  if (METADATA_NAMES.has(name))
    throw new NetError('name-forbidden', `"${name}" names the metadata service of a cloud.`)
  if (localNames === 'allowed') return
  // A name without a dot is completed from the search list of the machine: it means the local network.
  const local = labels.length === 1 || LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`))
  if (local)
    throw new NetError(
      'name-forbidden',
      `"${name}" names this machine or its network, which pages may not reach.`,
    )
}
