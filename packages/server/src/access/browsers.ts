import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ServerError } from '../server-error.ts'

/** A browser that isn't used for so long has to sign in by a link again. */
const DAYS = 180
const MOST_BROWSERS = 100
const MOST_CHALLENGES = 1000
const CHALLENGE_MILLISECONDS = 60_000

const known = z.array(
  z.object({ id: z.string(), origin: z.string(), x: z.string(), y: z.string(), usedAt: z.number() }),
)
type KnownBrowser = z.infer<typeof known>[number]

/** Of a key that a browser has made and can't give away, as in a JSON Web Key. */
export interface PublicKey {
  readonly x: string
  readonly y: string
}

export interface SignedChallenge {
  readonly browser: string
  readonly challenge: string
  /** Of `signedText`, in base64url. */
  readonly signature: string
}

/**
 * Browsers that signed in by a link and are known after a restart. What is stored are public keys; what travels is a
 * signature of a challenge that is good once. A server that takes this port while Varve is off learns nothing that it
 * could use later, since a key counts at one address only.
 */
export class KnownBrowsers {
  readonly #path: string | undefined
  readonly #now: () => number
  readonly #challenges = new Map<string, number>()
  #browsers: readonly KnownBrowser[]

  /** `path` is a file that only this user can read; without one, nothing outlives this run. */
  constructor(path: string | undefined, now: () => number) {
    this.#path = path
    this.#now = now
    this.#browsers = path === undefined ? [] : readKnown(path)
  }

  add(key: PublicKey, origin: string): string {
    const id = randomBytes(16).toString('base64url')
    // What is no point of the curve is refused here, not when it is first used.
    publicKeyOf(key)
    this.#keep([...this.#browsers, { id, origin, ...key, usedAt: this.#now() }])
    return id
  }

  /** Every browser has to sign in by a link again, once its session has ended. */
  forgetAll(): void {
    this.#keep([])
  }

  newChallenge(): string {
    const challenge = randomBytes(32).toString('base64url')
    this.#challenges.set(challenge, this.#now() + CHALLENGE_MILLISECONDS)
    for (const oldest of this.#challenges.keys()) {
      if (this.#challenges.size <= MOST_CHALLENGES) break
      this.#challenges.delete(oldest)
    }
    return challenge
  }

  /** Whether a known browser has signed a challenge of this run. Each counts once, whatever comes of it. */
  check({ browser, challenge, signature }: SignedChallenge, origin: string): boolean {
    const ends = this.#challenges.get(challenge)
    this.#challenges.delete(challenge)
    const found = this.#browsers.find((one) => one.id === browser && one.origin === origin)
    if (!found || ends === undefined || ends <= this.#now() || isOld(found, this.#now())) return false
    const key = { key: publicKeyOf(found), dsaEncoding: 'ieee-p1363' } as const
    const text = Buffer.from(signedText(origin, challenge))
    if (!verify('sha256', text, key, Buffer.from(signature, 'base64url'))) return false
    this.#keep(this.#browsers.map((one) => (one === found ? { ...one, usedAt: this.#now() } : one)))
    return true
  }

  #keep(browsers: readonly KnownBrowser[]): void {
    const young = browsers.filter((one) => !isOld(one, this.#now()))
    this.#browsers = young.toSorted((a, b) => b.usedAt - a.usedAt).slice(0, MOST_BROWSERS)
    if (this.#path === undefined) return
    try {
      writeFileSync(`${this.#path}.new`, JSON.stringify(this.#browsers), { mode: 0o600 })
      renameSync(`${this.#path}.new`, this.#path)
    } catch {
      // On a disk that is full or read-only they are known until this run ends.
    }
  }
}

/** What a browser signs. The address is part of it: a signature for one server is none for another. */
export function signedText(origin: string, challenge: string): string {
  return `varve sign-in at ${origin}: ${challenge}`
}

function isOld({ usedAt }: KnownBrowser, now: number): boolean {
  return now - usedAt > DAYS * 24 * 60 * 60_000
}

function publicKeyOf({ x, y }: PublicKey): ReturnType<typeof createPublicKey> {
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  } catch (cause) {
    throw new ServerError('body-invalid', 'The key is not a P-256 key.', { cause })
  }
}

/** A missing or broken file knows no browser: a link signs in again. */
function readKnown(path: string): readonly KnownBrowser[] {
  try {
    return known.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? []
  } catch {
    return []
  }
}
