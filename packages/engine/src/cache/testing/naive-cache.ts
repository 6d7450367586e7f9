import type { CacheProfile } from '../cache-profile.ts'
import { countTokens } from './place-texts.ts'

/** A request as plain texts, the tool definitions first. */
export interface PlainCall {
  readonly lead: string
  readonly texts: readonly string[]
  readonly marks: readonly number[]
  readonly objectEnd: number
  readonly at: number
}

interface Kept {
  readonly text: readonly string[]
  usedAt: number
}

/**
 * A cache model that keeps every text and compares all of it each time: slow, simple, and without
 * anything in common with the real one but the rules.
 */
export class NaiveCache {
  readonly #profile: CacheProfile
  readonly #calls: PlainCall[] = []
  #kept: Kept[] = []

  constructor(profile: CacheProfile) {
    this.#profile = profile
  }

  /** Tokens that the call shares with the start of any earlier one, alive or not. */
  sharedTokens(call: PlainCall): number {
    return Math.max(0, ...this.#calls.map((earlier) => sumTokens(commonPart(whole(earlier), whole(call)))))
  }

  predict(call: PlainCall): { readonly cached: number; readonly written: number } {
    const result = this.#match(call)
    this.#calls.push(call)
    return result
  }

  #match(call: PlainCall): { readonly cached: number; readonly written: number } {
    this.#kept = this.#kept.filter(({ usedAt }) => call.at - usedAt <= this.#profile.lifetimeSeconds * 1000)
    switch (this.#profile.matchClass) {
      case 'prefix':
        return this.#matchPrefix(call)
      case 'breakpoint':
        return this.#matchBreakpoint(call)
      case 'unit':
        return this.#matchUnit(call)
      case 'object':
        return this.#matchObject(call)
      default:
        return this.#profile.matchClass satisfies never
    }
  }

  #matchPrefix(call: PlainCall): { readonly cached: number; readonly written: number } {
    const cached = this.#kept.map(({ text }) => this.#round(sumTokens(commonPart(text, whole(call)))))
    this.#kept.push({ text: whole(call), usedAt: call.at })
    return { cached: Math.max(0, ...cached), written: 0 }
  }

  #matchBreakpoint(call: PlainCall): { readonly cached: number; readonly written: number } {
    const { implicitMark, lookBackBlocks, minimumTokens } = this.#profile
    const all = implicitMark ? [...call.marks, call.texts.length - 1] : call.marks
    const marks = all.filter((mark) => mark >= 0 && sumTokens(upTo(call, mark + 1)) >= minimumTokens)
    let hit = -1
    for (const mark of marks)
      for (let index = Math.max(0, mark - lookBackBlocks); index <= mark; index += 1)
        if (this.#find(upTo(call, index + 1)) && index > hit) hit = index
    const cached = hit < 0 ? 0 : this.#round(sumTokens(upTo(call, hit + 1)))
    for (const index of hit < 0 ? marks : [hit, ...marks]) this.#keep(upTo(call, index + 1), call.at)
    const written = marks.length === 0 ? 0 : sumTokens(upTo(call, Math.max(...marks) + 1)) - cached
    return { cached, written }
  }

  #matchUnit(call: PlainCall): { readonly cached: number; readonly written: number } {
    const found = this.#kept.filter(({ text }) => commonPart(text, whole(call)).length === text.length)
    const cached = Math.max(0, ...found.map(({ text }) => this.#round(sumTokens(text))))
    for (const unit of found) unit.usedAt = call.at
    const alive = ({ at }: PlainCall): boolean => call.at - at <= this.#profile.lifetimeSeconds * 1000
    for (const earlier of this.#calls.filter(alive)) {
      const common = commonPart(whole(earlier), whole(call))
      if (common.length > 1) this.#keep(common, call.at)
    }
    if (call.texts.length > 0) this.#keep(whole(call), call.at)
    return { cached, written: 0 }
  }

  #matchObject(call: PlainCall): { readonly cached: number; readonly written: number } {
    const object = upTo(call, call.objectEnd)
    const tokens = sumTokens(object)
    if (call.objectEnd === 0 || tokens < this.#profile.minimumTokens) return { cached: 0, written: 0 }
    if (this.#find(object)) return { cached: tokens, written: 0 }
    this.#keep(object, call.at)
    return { cached: 0, written: tokens }
  }

  #find(text: readonly string[]): Kept | undefined {
    return this.#kept.find((kept) => kept.text.join('\n') === text.join('\n'))
  }

  #keep(text: readonly string[], usedAt: number): void {
    const kept = this.#find(text)
    if (kept) kept.usedAt = usedAt
    else this.#kept.push({ text, usedAt })
  }

  #round(tokens: number): number {
    if (tokens < this.#profile.minimumTokens) return 0
    return Math.floor(tokens / this.#profile.stepTokens) * this.#profile.stepTokens
  }
}

function whole(call: PlainCall): readonly string[] {
  return [call.lead, ...call.texts]
}

function upTo(call: PlainCall, count: number): readonly string[] {
  return whole(call).slice(0, count + 1)
}

function commonPart(a: readonly string[], b: readonly string[]): readonly string[] {
  const first = a.findIndex((text, index) => text !== b[index])
  return first < 0 ? a : a.slice(0, first)
}

function sumTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + countTokens(text), 0)
}
