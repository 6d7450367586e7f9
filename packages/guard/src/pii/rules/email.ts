import type { Candidate } from '../finding.ts'
import { classOf } from '../text-index/split-tokens.ts'
import type { Rule } from './rule.ts'

const LONGEST_LOCAL = 64
const LONGEST_DOMAIN = 253
/** Reserved for examples and machines (RFC 2606, RFC 6761): nobody's address. */
const NOBODY = /(?:^|\.)(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost|local|internal|lan)$/i
/** Endings of file names, as in `icon@2x.png`, and of packages, as in `left-pad@1.3.0.tgz`. */
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|ico|bmp|avif|heic|tiff?|js|mjs|cjs|jsx|tsx?|css|scss|less|json|html?|xml|ya?ml|toml|txt|pdf|docx?|xlsx?|csv|tgz|gz|zip|jar|war|exe|dll|so|log|lock|map|vue|service|timer|mp[34]|wav|woff2?|ttf|md5|sha256|example)$/i
/** `name@odata.bind`: what a key says of another one. */
const ANNOTATION = /^odata\./i
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}$/u
/** Accounts of machines in addresses of repositories, as in `git@host:owner/name`. */
const MACHINE_LOCALS: ReadonlySet<string> = new Set(['git', 'hg', 'svn'])

export const emailRule: Rule = {
  type: 'EMAIL',
  version: 2,
  find: (text) => {
    const found: Candidate[] = []
    for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
      const candidate = addressAround(text, at)
      if (candidate) found.push(candidate)
    }
    return found
  },
}

function addressAround(text: string, at: number): Candidate | undefined {
  const start = localStart(text, at)
  const end = domainEnd(text, at + 1)
  const local = text.slice(start, at)
  const domain = text.slice(at + 1, end)
  if (local === '' || local.includes('..') || text[start - 1] === '@') return undefined
  if (!DOMAIN.test(domain) || NOBODY.test(domain) || FILE_ENDING.test(domain) || ANNOTATION.test(domain))
    return undefined
  // `git@host:owner/name` and `ssh://git@host/…` name a machine's account.
  if (MACHINE_LOCALS.has(local.toLowerCase()) && ':/'.includes(text[end] ?? ' ')) return undefined
  // `this@Outer.name` and `label@Type.call()` are code.
  if (/^(?:this|super|return|break|continue)$/.test(local) || text[end] === '(') return undefined
  // `user:password@host` belongs to a URL, and `package@1.0` to a registry.
  if (/:\/\/[^\s/]{0,128}$/.test(text.slice(Math.max(0, start - 140), start))) return undefined
  return { start, end, confidence: 0.97 }
}

function localStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < LONGEST_LOCAL && isLocal(text.charCodeAt(start - 1))) start -= 1
  // Neither dots, dashes nor quotes begin an address in prose.
  while (start < at && ".-'/=&*+!#%^~{}|?`$".includes(text[start] ?? '')) start += 1
  return start
}

function isLocal(code: number): boolean {
  return classOf(code) !== 0 || "._%+-'&".includes(String.fromCharCode(code))
}

function domainEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && end - from < LONGEST_DOMAIN) {
    const character = text[end] ?? ''
    if (classOf(character.charCodeAt(0)) === 0 && character !== '.' && character !== '-') break
    end += 1
  }
  while (end > from && '.-'.includes(text[end - 1] ?? '')) end -= 1
  return end
}
