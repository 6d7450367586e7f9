import { type Draw, MIXED } from './draw.ts'

const HEX = '0123456789abcdef'
const URL_SIGNS = `${MIXED}-_`
const BASE64 = `${MIXED}+/`
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

type Make = (draw: Draw) => string

const KEYS: Readonly<Record<string, Make>> = {
  openai: (draw) => `sk-${draw.from(MIXED, 20)}T3BlbkFJ${draw.from(MIXED, 20)}`,
  openaiproject: (draw) => `sk-proj-${draw.from(URL_SIGNS, 73)}T3BlbkFJ${draw.from(MIXED, 73)}`,
  anthropic: (draw) => `sk-ant-api03-${draw.from(URL_SIGNS, 93)}AA`,
  google: (draw) => `AIzaSy${draw.from(URL_SIGNS, 32)}${draw.from(MIXED, 1)}`,
  awsid: (draw) => `AKIA${draw.from(BASE32, 16)}`,
  awssecret: (draw) => `${draw.from(BASE64, 39)}${draw.from(MIXED, 1)}`,
  github: (draw) => `ghp_${draw.from(MIXED, 36)}`,
  githubfine: (draw) => `github_pat_${draw.from(MIXED, 22)}_${draw.from(MIXED, 59)}`,
  gitlab: (draw) => `glpat-${draw.from(MIXED, 20)}`,
  slack: (draw) => `xoxb-${draw.fill('%###########')}-${draw.fill('%###########')}-${draw.from(MIXED, 24)}`,
  stripe: (draw) => `sk_live_${draw.from(MIXED, 24)}`,
  twilio: (draw) => `SK${draw.from(HEX, 32)}`,
  sendgrid: (draw) => `SG.${draw.from(MIXED, 22)}.${draw.from(MIXED, 43)}`,
  npm: (draw) => `npm_${draw.from(MIXED, 36)}`,
  huggingface: (draw) => `hf_${draw.from(MIXED, 34)}`,
  jwt: webToken,
  hex32: (draw) => draw.from(HEX, 32),
  hex64: (draw) => draw.from(HEX, 64),
  opaque40: (draw) => draw.from(MIXED, 40),
  opaque24: (draw) => `${draw.from(MIXED, 23)}${draw.integer(2, 9)}`,
}

export function apiKey(draw: Draw, vendor: string): string {
  const make = KEYS[vendor]
  if (!make) throw new Error(`There is no key of ${vendor}.`)
  return make(draw)
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function webToken(draw: Draw): string {
  const header = encode({ alg: 'HS256', typ: 'JWT' })
  const claims = encode({ sub: draw.fill('usr_^^^^^^^^'), iat: draw.integer(1700000000, 1760000000) })
  return `${header}.${claims}.${draw.from(URL_SIGNS, 42)}${draw.from('AEIMQUYcgkosw048', 1)}`
}

/** A block as a tool writes it; the label says which kind it is. */
export function pemBlock(draw: Draw, label: string, lines: number): string {
  const width = label.startsWith('OPENSSH') ? 70 : 64
  const rows = Array.from({ length: lines }, () => draw.from(BASE64, width))
  const last = `${draw.from(BASE64, draw.integer(10, 40))}=`
  return [`-----BEGIN ${label}-----`, ...rows, last, `-----END ${label}-----`].join('\n')
}

export function hexText(draw: Draw, length: number): string {
  return draw.from(HEX, length)
}

export function base64Text(draw: Draw, length: number): string {
  return draw.from(BASE64, length)
}

export function uuid(draw: Draw): string {
  return draw.fill(`&&&&&&&&-&&&&-4&&&-${draw.pick(['8', '9', 'a', 'b'])}&&&-&&&&&&&&&&&&`)
}
