import { DIGITS, type Draw, HEX, LOWER, UPPER } from './draw.ts'

const ALNUM = UPPER + LOWER + DIGITS
const WEB = `${ALNUM}-_`
const BASE64 = `${ALNUM}+/`

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function jwt(draw: Draw): string {
  const header = encode({ alg: draw.pick(['HS256', 'RS256']), typ: 'JWT' })
  const issued = draw.between(1_690_000_000, 1_760_000_000)
  const payload = encode({ sub: draw.text(HEX, 12), iat: issued, exp: issued + 3600, scope: 'read' })
  return `${header}.${payload}.${draw.text(ALNUM, 1)}${draw.text(WEB, 41)}${draw.text(ALNUM, 1)}`
}

/** Long enough tails, so that a drawn key never ends in a sign that could belong to the sentence. */
const tail = (draw: Draw, alphabet: string, length: number): string =>
  draw.text(ALNUM, 1) + draw.text(alphabet, length - 2) + draw.text(ALNUM, 1)

/** Vendor forms; prefixes are joined here so that this source holds no key-like text. */
export const API_KEYS: Readonly<Record<string, (draw: Draw) => string>> = {
  openai: (draw) => ['sk', 'proj', tail(draw, WEB, 120)].join('-'),
  openaiold: (draw) =>
    ['sk', `${draw.text(ALNUM, 20)}${['T3Blbk', 'FJ'].join('')}${draw.text(ALNUM, 20)}`].join('-'),
  anthropic: (draw) => ['sk', 'ant', 'api03', `${tail(draw, WEB, 93)}AA`].join('-'),
  google: (draw) => ['AI', 'za', 'Sy', tail(draw, WEB, 33)].join(''),
  aws: (draw) => ['AK', 'IA', draw.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)].join(''),
  awssecret: (draw) => tail(draw, BASE64, 40),
  github: (draw) => ['ghp', draw.text(ALNUM, 36)].join('_'),
  githubapp: (draw) => ['ghs', draw.text(ALNUM, 36)].join('_'),
  githubfine: (draw) => ['github', 'pat', draw.text(ALNUM, 22), draw.text(ALNUM, 59)].join('_'),
  gitlab: (draw) => ['glp', 'at-', tail(draw, WEB, 20)].join(''),
  slack: (draw) =>
    [
      'xo',
      'xb-',
      `${draw.between(1, 9)}${draw.digits(11)}-${draw.between(1, 9)}${draw.digits(12)}-`,
      draw.text(ALNUM, 24),
    ].join(''),
  stripe: (draw) => ['sk', 'live', draw.text(ALNUM, 24)].join('_'),
  striperestricted: (draw) => ['rk', 'live', draw.text(ALNUM, 24)].join('_'),
  twilio: (draw) => ['S', 'K', draw.text(HEX, 32)].join(''),
  sendgrid: (draw) => ['S', `G.${tail(draw, WEB, 22)}.`, tail(draw, WEB, 43)].join(''),
  npm: (draw) => ['npm', draw.text(ALNUM, 36)].join('_'),
  huggingface: (draw) => ['hf', draw.text(UPPER + LOWER, 34)].join('_'),
  jwt,
  hex32: (draw) => draw.text(HEX, 32),
  hex40: (draw) => draw.text(HEX, 40),
  any32: (draw) => draw.text(ALNUM, 32),
  any44: (draw) => draw.text(ALNUM, 44),
}

const WORDS = [
  'Maple',
  'Harbor',
  'velvet',
  'Tundra',
  'copper',
  'Falcon',
  'orchid',
  'Granite',
  'saffron',
  'Pepper',
  'kiosk',
  'Walrus',
  'meadow',
  'Bishop',
] as const

export const PASSWORDS: Readonly<Record<string, (draw: Draw) => string>> = {
  strong: (draw) =>
    `${draw.text(UPPER, 1)}${draw.text(ALNUM, 3)}${draw.pick(['#', '!', '$', '%', '&', '*'])}${draw.text(ALNUM, 4)}${draw.pick(['@', '!', '^', '+', '='])}${draw.text(ALNUM, 3)}${draw.digits(1)}`,
  word: (draw) =>
    `${draw.pick(WORDS)}${draw.pick(['!', '-', '_', '#', '$'])}${draw.pick(WORDS)}${draw.between(11, 9899)}`,
  simple: (draw) => `${draw.pick(WORDS).toLowerCase()}${draw.between(1970, 2025)}`,
  phrase: (draw) =>
    `${draw.pick(WORDS)}-${draw.pick(WORDS)}-${draw.pick(WORDS)}-${draw.pick(WORDS)}`.toLowerCase(),
  plain: (draw) => `${draw.text(LOWER, 1)}${draw.text(ALNUM, 9)}${draw.digits(2)}`,
}

/** A PEM block; `label` names the kind of key. `join` parts its lines (a real or an escaped newline). */
export function pemBlock(draw: Draw, label: string, join: string): string {
  const dashes = '-'.repeat(5)
  const line = (word: string): string => `${dashes}${word} ${label}${dashes}`
  const lines = Array.from({ length: draw.between(3, 9) }, () => draw.text(BASE64, 64))
  const last = `${draw.text(BASE64, draw.between(20, 58))}${draw.pick(['=', '=='])}`
  return [line('BEGIN'), ...lines, last, line('END')].join(join)
}

const pgpBlock = (draw: Draw): string =>
  pemBlock(draw, ['PGP', 'PRIVATE', 'KEY', 'BLOCK'].join(' '), '\n').replace('\n', '\n\n')

export const PRIVATE_KEYS: Readonly<Record<string, (draw: Draw) => string>> = {
  pkcs8: (draw) => pemBlock(draw, ['PRIVATE', 'KEY'].join(' '), '\n'),
  rsa: (draw) => pemBlock(draw, ['RSA', 'PRIVATE', 'KEY'].join(' '), '\n'),
  ec: (draw) => pemBlock(draw, ['EC', 'PRIVATE', 'KEY'].join(' '), '\n'),
  openssh: (draw) => pemBlock(draw, ['OPENSSH', 'PRIVATE', 'KEY'].join(' '), '\n'),
  encrypted: (draw) => pemBlock(draw, ['ENCRYPTED', 'PRIVATE', 'KEY'].join(' '), '\n'),
  dsa: (draw) => pemBlock(draw, ['DSA', 'PRIVATE', 'KEY'].join(' '), '\n'),
  pgp: pgpBlock,
  escaped: (draw) => pemBlock(draw, ['PRIVATE', 'KEY'].join(' '), '\\n'),
  indented: (draw) => pemBlock(draw, ['RSA', 'PRIVATE', 'KEY'].join(' '), '\n    '),
  quoted: (draw) => pemBlock(draw, ['RSA', 'PRIVATE', 'KEY'].join(' '), '\n> '),
}
