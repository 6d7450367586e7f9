import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A SHA-256 in lower-case hexadecimal, 64 characters. */
export type Hash = string

/**
 * SHA-256 of a text as UTF-8. A text with lone surrogates has no UTF-8 form, and encoders
 * would make different texts equal; it is hashed by its code units instead.
 */
export function hashText(text: string): Hash {
  return digest(text.isWellFormed() ? text : codeUnitBytes(text))
}

/** SHA-256 of bytes. */
export function hashBytes(bytes: Uint8Array): Hash {
  return digest(bytes)
}

/** SHA-256 of bytes, or of the UTF-8 of a text. */
export type Sha256 = (data: string | Uint8Array) => Hash

let digest: Sha256 = (data) => bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data))

/** Uses the platform's own SHA-256, which is many times faster than the one in script. The same hashes. */
export function useSha256(faster: Sha256): void {
  digest = faster
}

/** The first 16 digits: enough to tell apart what already shares a path or a tool. */
export function shortHash(hash: Hash): string {
  return hash.slice(0, 16)
}

function codeUnitBytes(text: string): Uint8Array {
  // 0xff never begins UTF-8, so the two forms cannot collide.
  const bytes = new Uint8Array(1 + text.length * 2)
  bytes[0] = 0xff
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    bytes[1 + index * 2] = unit >> 8
    bytes[2 + index * 2] = unit & 0xff
  }
  return bytes
}
