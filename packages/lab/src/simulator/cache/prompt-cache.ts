import type { CacheProfile } from '@varve/engine'

/** A prompt as a cache compares it: one name and one token count for each block, from the front. */
export interface CachePrompt {
  readonly names: readonly string[]
  readonly tokens: readonly number[]
  readonly marks: readonly CacheMark[]
  /** How many leading blocks are tool definitions. */
  readonly toolBlocks: number
  readonly at: number
  readonly lifetimeSeconds: number
}

/** A mark is after the block of this index. */
export interface CacheMark {
  readonly index: number
  readonly lifetimeSeconds: number
}

/** What was found and what was left; the rest of the prompt is uncached. */
export interface CacheReading {
  readonly cached: number
  readonly written: number
  /** Part of `written`: what was written for longer than the profile's own lifetime. */
  readonly writtenLong: number
}

interface Stored {
  readonly names: readonly string[]
  usedAt: number
  lifetimeSeconds: number
}

/**
 * What one provider holds for one model, by the rules of its match class. It keeps every prefix whole and
 * compares all of it each time: slow, and easy to check by hand.
 */
export class PromptCache {
  readonly #profile: CacheProfile
  /** Whole requests in the classes `prefix` and `unit`. */
  #requests: Stored[] = []
  /** What can be hit only as a whole: prefixes that ended at a mark, or units. */
  #pieces: Stored[] = []

  constructor(profile: CacheProfile) {
    this.#profile = profile
  }

  /** Looks a prompt up and stores it. */
  read(prompt: CachePrompt): CacheReading {
    this.#requests = this.#requests.filter((stored) => isAlive(stored, prompt.at))
    this.#pieces = this.#pieces.filter((stored) => isAlive(stored, prompt.at))
    switch (this.#profile.matchClass) {
      case 'prefix':
        return this.#readPrefix(prompt)
      case 'breakpoint':
        return this.#readBreakpoint(prompt)
      case 'unit':
        return this.#readUnit(prompt)
      case 'object':
        // An object is named by the request and kept by anyone who created it; there is nothing to find.
        return { cached: 0, written: 0, writtenLong: 0 }
      default:
        return this.#profile.matchClass satisfies never
    }
  }

  /** The end of a model's output is a unit too; the other classes take no notice of it. */
  addAnswer(prompt: CachePrompt, answerNames: readonly string[], at: number): void {
    if (this.#profile.matchClass !== 'unit' || answerNames.length === 0) return
    this.#keep([...prompt.names, ...answerNames], at, prompt.lifetimeSeconds)
  }

  #readPrefix(prompt: CachePrompt): CacheReading {
    const found = this.#requests.map(({ names }) => this.#readable(prompt, commonLength(names, prompt.names)))
    this.#keepRequest(prompt)
    return { cached: Math.max(0, ...found), written: 0, writtenLong: 0 }
  }

  #readBreakpoint(prompt: CachePrompt): CacheReading {
    const { lookBackBlocks, minimumTokens, lifetimeSeconds } = this.#profile
    const marks = prompt.marks
      .filter(({ index }) => sumTokens(prompt, index + 1) >= minimumTokens)
      .toSorted((a, b) => a.index - b.index)
    let hit: Stored | undefined
    for (const { index } of marks)
      for (let count = Math.max(1, index + 1 - lookBackBlocks); count <= index + 1; count += 1) {
        const stored = this.#find(prompt.names.slice(0, count))
        if (stored && stored.names.length > (hit?.names.length ?? 0)) hit = stored
      }
    const cached = this.#readable(prompt, hit?.names.length ?? 0)
    if (hit) hit.usedAt = prompt.at
    for (const mark of marks)
      this.#keep(prompt.names.slice(0, mark.index + 1), prompt.at, mark.lifetimeSeconds)
    const end = marks.at(-1)
    const longEnd = marks.findLast((mark) => mark.lifetimeSeconds > lifetimeSeconds)
    return {
      cached,
      written: end ? sumTokens(prompt, end.index + 1) - cached : 0,
      writtenLong: longEnd ? Math.max(0, sumTokens(prompt, longEnd.index + 1) - cached) : 0,
    }
  }

  #readUnit(prompt: CachePrompt): CacheReading {
    const found = this.#pieces.filter(({ names }) => commonLength(names, prompt.names) === names.length)
    const cached = found.map(({ names }) => this.#readable(prompt, names.length))
    for (const unit of found) unit.usedAt = prompt.at
    for (const earlier of this.#requests) {
      const common = commonLength(earlier.names, prompt.names)
      // Tool definitions alone are neither input nor output, so no unit ends there.
      if (common > prompt.toolBlocks)
        this.#keep(prompt.names.slice(0, common), prompt.at, prompt.lifetimeSeconds)
    }
    if (prompt.names.length > prompt.toolBlocks) this.#keep(prompt.names, prompt.at, prompt.lifetimeSeconds)
    this.#keepRequest(prompt)
    return { cached: Math.max(0, ...cached), written: 0, writtenLong: 0 }
  }

  /** Tokens that can be read of the first blocks: whole steps, and nothing below the minimum. */
  #readable(prompt: CachePrompt, count: number): number {
    const tokens = sumTokens(prompt, count)
    const { minimumTokens, stepTokens } = this.#profile
    return tokens < minimumTokens ? 0 : Math.floor(tokens / stepTokens) * stepTokens
  }

  /** A request that the new one begins with has nothing left to offer, and goes. */
  #keepRequest({ names, at, lifetimeSeconds }: CachePrompt): void {
    this.#requests = this.#requests.filter(
      (stored) => commonLength(stored.names, names) < stored.names.length,
    )
    this.#requests.push({ names, usedAt: at, lifetimeSeconds })
  }

  #keep(names: readonly string[], at: number, lifetimeSeconds: number): void {
    const stored = this.#find(names)
    if (stored === undefined) {
      this.#pieces.push({ names, usedAt: at, lifetimeSeconds })
      return
    }
    stored.usedAt = at
    stored.lifetimeSeconds = Math.max(stored.lifetimeSeconds, lifetimeSeconds)
  }

  #find(names: readonly string[]): Stored | undefined {
    return this.#pieces.find(
      (stored) => stored.names.length === names.length && commonLength(stored.names, names) === names.length,
    )
  }
}

function isAlive({ usedAt, lifetimeSeconds }: Stored, at: number): boolean {
  return at - usedAt <= lifetimeSeconds * 1000
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((name, index) => name !== b[index])
  return different < 0 ? a.length : different
}

function sumTokens({ tokens }: CachePrompt, count: number): number {
  return tokens.slice(0, count).reduce((sum, each) => sum + each, 0)
}
