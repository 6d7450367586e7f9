import type { ArtifactKey, CacheProfile } from '@varve/engine'
import type { ScriptedTurn } from '../../../packages/lab/src/replay/conversation-script.ts'
import { TOKENIZER } from '../../engine/floor/setting.ts'

/** Tool results of earlier turns that must stay readable. */
const LATEST_RESULTS = 5

export interface Floor {
  /** Weighted tokens: what is new at the price of a write, the rest at that of a read. [C-3] */
  readonly money: number
  /** Tokens that no layout could have found in a cache. [C-0] */
  readonly uncached: number
}

/**
 * The least that a conversation can cost while everything stays readable: each call sends once what must be readable,
 * pays in full for what is new to the model, and for all of it once the lifetime has passed. [C-3]
 */
export function moneyFloor(turns: readonly ScriptedTurn[], profile: CacheProfile): Floor {
  const meter = new FloorMeter(profile)
  for (const turn of turns) {
    meter.open(turn)
    meter.call(turn.input.at)
    for (const { at, step } of turn.steps) {
      meter.say(step.text)
      for (const { arguments: args, result } of step.exchanges) meter.useTool(args + result)
      meter.call(at)
    }
    meter.say(turn.answer ?? '')
  }
  return meter
}

class FloorMeter {
  money = 0
  uncached = 0
  readonly #profile: CacheProfile
  readonly #versions = new Map<ArtifactKey, string>()
  readonly #sections = new Map<string, string>()
  readonly #results: number[] = []
  #readable = 0
  #fresh = 0
  #lastAt: number | undefined

  constructor(profile: CacheProfile) {
    this.#profile = profile
  }

  open({ input }: ScriptedTurn): void {
    for (const [place, { text }] of input.sections.entries())
      this.#replace(this.#sections, String(place), text)
    for (const { artifact } of input.attach ?? [])
      this.#replace(this.#versions, artifact.key, artifact.content)
    for (const { text } of input.gathered ?? []) this.useTool(text)
    this.say(input.text)
  }

  say(text: string): void {
    this.#add(TOKENIZER.count(text))
  }

  useTool(text: string): void {
    const tokens = TOKENIZER.count(text)
    this.#add(tokens)
    this.#results.push(tokens)
    if (this.#results.length > LATEST_RESULTS) this.#readable -= this.#results.shift() ?? 0
  }

  call(at: number): void {
    const { minimumTokens, lifetimeSeconds, weights, matchClass } = this.#profile
    const isWarm = this.#lastAt !== undefined && at - this.#lastAt <= lifetimeSeconds * 1000
    const repeated = this.#readable - this.#fresh
    const reused = isWarm && repeated >= minimumTokens ? Math.max(0, repeated) : 0
    const isWritten = matchClass === 'breakpoint' && this.#readable >= minimumTokens
    const paid = this.#readable - reused
    this.money += paid * (isWritten ? weights.write : weights.uncached) + reused * weights.read
    this.uncached += paid
    this.#fresh = 0
    this.#lastAt = at
  }

  /** An edit costs its changed lines, two tokens for each line that goes, and thirty to name the text. */
  #replace(known: Map<string, string>, key: string, text: string): void {
    const before = known.get(key)
    known.set(key, text)
    if (before === text) return
    const whole = TOKENIZER.count(text)
    if (before === undefined) return this.#add(whole)
    const left = new Map<string, number>()
    for (const line of before.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
    const changed = text.split('\n').filter((line) => {
      const count = left.get(line) ?? 0
      if (count > 0) left.set(line, count - 1)
      return count === 0
    })
    const removed = [...left.values()].reduce((sum, count) => sum + count, 0)
    this.#fresh += Math.min(whole, TOKENIZER.count(changed.join('\n')) + 2 * removed + 30)
    this.#readable += whole - TOKENIZER.count(before)
  }

  #add(tokens: number): void {
    this.#fresh += tokens
    this.#readable += tokens
  }
}
