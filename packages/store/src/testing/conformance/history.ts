/** One write that a writer tried, and between which moments of the whole history. */
export interface Attempt {
  readonly kind: 'ask' | 'stream' | 'end' | 'record' | 'set'
  /** What it wrote to: an id. */
  readonly target: string
  /** What it wrote, unlike any other. */
  readonly token: string
  readonly from: number
  readonly until: number
  readonly isDone: boolean
}

/** Collects what several writers do, in the order in which it begins and ends. */
export class History {
  readonly attempts: Attempt[] = []
  #moment = 0

  /** Runs a write; a conflict is an outcome, any other failure an error. */
  async attempt(
    what: Pick<Attempt, 'kind' | 'target' | 'token'>,
    write: () => Promise<void>,
    isConflict: (error: unknown) => boolean,
  ): Promise<void> {
    const from = (this.#moment += 1)
    const outcome = await write().then(
      () => true,
      (error: unknown) => {
        if (isConflict(error)) return false
        throw error
      },
    )
    this.attempts.push({ ...what, from, until: (this.#moment += 1), isDone: outcome })
  }

  /** What was acknowledged for one target. */
  done(kind: Attempt['kind'], target?: string): readonly Attempt[] {
    return this.attempts.filter(
      (attempt) =>
        attempt.isDone && attempt.kind === kind && (target === undefined || attempt.target === target),
    )
  }
}

/**
 * Why this order of tokens is impossible: one is missing, doubled or refused, or comes before one that was
 * acknowledged before it began. Undefined if it is possible.
 */
export function impossibleOrder(found: readonly string[], done: readonly Attempt[]): string | undefined {
  const byToken = new Map(done.map((attempt) => [attempt.token, attempt]))
  const seen = new Set<string>()
  for (const token of found) {
    if (!byToken.has(token)) return `${token} was not acknowledged`
    if (seen.has(token)) return `${token} is there twice`
    seen.add(token)
  }
  const lost = done.find(({ token }) => !seen.has(token))
  if (lost) return `${lost.token} is lost`
  for (const [index, token] of found.entries())
    for (const later of found.slice(index + 1))
      if ((byToken.get(later)?.until ?? 0) < (byToken.get(token)?.from ?? 0))
        return `${later} was done before ${token} began`
  return undefined
}

/** Whether a value can be the last that was set: nothing that was acknowledged began after it had ended. */
export function canBeLast(token: string, done: readonly Attempt[]): boolean {
  const own = done.find((attempt) => attempt.token === token)
  return own !== undefined && !done.some((other) => other.from > own.until)
}
