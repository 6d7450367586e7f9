import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** In constant time, also for texts of different length. */
export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

/** Found by its hash, a secret is not compared character by character. */
export function hashOf(text: string): string {
  return digest(text).toString('base64')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
