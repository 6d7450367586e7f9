import { isIPv6 } from 'node:net'
import { isSame } from './secrets.ts'

const WINDOW_MILLISECONDS = 5 * 60_000
const MOST_OF_ONE = 5
/** Of all clients together: many addresses cost somebody who guesses little. */
const MOST_OF_ALL = 50

/** What came of an attempt to sign in; `wait` is in seconds. */
export type PasswordResult = 'right' | 'wrong' | { readonly wait: number }

/** Compares passwords in constant time, and lets nobody guess many. */
export class PasswordCheck {
  readonly #password: string
  readonly #now: () => number
  /** Wrong passwords of the last minutes; there are never more than `MOST_OF_ALL`. */
  #failures: readonly { readonly client: string; readonly at: number }[] = []

  constructor(password: string, now: () => number) {
    this.#password = password
    this.#now = now
  }

  /** A client that has to wait learns nothing, whatever it sends. */
  check(given: string, address: string): PasswordResult {
    const now = this.#now()
    const client = networkOf(address)
    this.#failures = this.#failures.filter(({ at }) => now - at < WINDOW_MILLISECONDS)
    const own = this.#failures.filter((failure) => failure.client === client)
    const until = own.length >= MOST_OF_ONE ? own : this.#failures.length >= MOST_OF_ALL ? this.#failures : []
    const [oldest] = until
    if (oldest) return { wait: Math.ceil((oldest.at + WINDOW_MILLISECONDS - now) / 1000) }
    if (isSame(given, this.#password)) return 'right'
    this.#failures = [...this.#failures, { client, at: now }]
    return 'wrong'
  }
}

/** Who has one address of IPv6 has a network of them. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter((part) => part !== '')
  const last = tail?.split(':').filter((part) => part !== '') ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
