import type { Artifact, ArtifactKey } from '@varve/engine'
import type { FloorCall } from '../../../packages/engine/src/cache/floor.ts'
import { renderChanges } from '../../../packages/engine/src/render/changes.ts'
import { sum } from '../../statistics.ts'
import type { Script, ScriptedCall, ScriptedTurn } from './script.ts'
import { CALL_FRAME_TOKENS, LEAD_TOKENS, SECTIONS, START, TOKENIZER } from './setting.ts'

export interface ModelCall extends FloorCall {
  readonly model: string
  /** The same with all tool results left in, as a layout may: it is sooner above a provider's minimum. */
  readonly unfoldedTokens: number
}

/** Tool results that stay readable: at least so many calls, rounded up to whole turns. [P-6] */
const LATEST_CALLS = 5

/** Words that stay for ever: questions, answers, what an agent says between its calls. */
interface Words {
  readonly tokens: number
}

interface ToolTraffic {
  readonly turn: number
  readonly calls: number
  readonly tokens: number
}

/** What one model has been given so far. */
interface Seen {
  words: number
  traffic: number
  readonly versions: Map<ArtifactKey, { readonly hashes: Set<string>; last: Artifact }>
}

/**
 * What each call of a conversation cannot avoid, from the script alone: no layout, no tags, no
 * references. Text counts raw; an edit counts as its changed passages with one line of context; a text
 * that was given before counts nothing when it is attached again.
 */
export function listFloorCalls(script: Script): readonly ModelCall[] {
  const meter = new ConversationMeter()
  let at = START
  for (const [index, turn] of script.turns.entries()) {
    at += turn.gapSeconds * 1000
    meter.ask(turn, index + 1)
    meter.call(turn.model, at)
    for (const { text, calls, gapSeconds = 0 } of turn.steps) {
      at += gapSeconds * 1000
      meter.say(text)
      meter.useTools(calls, index + 1)
      meter.call(turn.model, at)
    }
    meter.say(turn.answer)
  }
  return meter.calls
}

class ConversationMeter {
  readonly calls: ModelCall[] = []
  readonly #fixed = LEAD_TOKENS + sum(SECTIONS.map(({ text }) => TOKENIZER.count(text)))
  readonly #words: Words[] = []
  readonly #traffic: ToolTraffic[] = []
  readonly #library = new Map<ArtifactKey, { readonly artifact: Artifact; readonly tokens: number }>()
  readonly #seen = new Map<string, Seen>()
  #wordTokens = 0

  ask(turn: ScriptedTurn, number: number): void {
    for (const artifact of turn.attach)
      this.#library.set(artifact.key, { artifact, tokens: TOKENIZER.count(artifact.content) })
    if (turn.gathered.length > 0)
      this.#traffic.push({
        turn: number,
        calls: turn.gathered.length,
        tokens: sum(turn.gathered.map(({ result }) => TOKENIZER.count(result))),
      })
    this.say(turn.text)
  }

  say(text: string): void {
    if (text === '') return
    const tokens = TOKENIZER.count(text)
    this.#words.push({ tokens })
    this.#wordTokens += tokens
  }

  useTools(calls: readonly ScriptedCall[], turn: number): void {
    const tokens = calls.map(
      ({ tool, arguments: args, result }) =>
        TOKENIZER.count(tool) + TOKENIZER.count(args) + TOKENIZER.count(result) + 2 * CALL_FRAME_TOKENS,
    )
    this.#traffic.push({ turn, calls: calls.length, tokens: sum(tokens) })
  }

  call(model: string, at: number): void {
    const seen = this.#seen.get(model)
    const newTokens = (seen ? 0 : this.#fixed) + this.#take(model)
    const traffic = sum(this.#recentTraffic().map(({ tokens }) => tokens))
    const library = sum([...this.#library.values()].map(({ tokens }) => tokens))
    const readableTokens = this.#fixed + this.#wordTokens + library + traffic
    const older = sum(this.#traffic.map(({ tokens }) => tokens)) - traffic
    this.calls.push({ model, at, newTokens, readableTokens, unfoldedTokens: readableTokens + older })
  }

  /** Tokens that this model was never given; from now on it was. */
  #take(model: string): number {
    const seen = this.#seen.get(model) ?? { words: 0, traffic: 0, versions: new Map() }
    this.#seen.set(model, seen)
    const words = sum(this.#words.slice(seen.words).map(({ tokens }) => tokens))
    const recent = new Set(this.#recentTraffic())
    const traffic = this.#traffic.slice(seen.traffic).filter((item) => recent.has(item))
    seen.words = this.#words.length
    seen.traffic = this.#traffic.length
    const artifacts = [...this.#library.values()].map(({ artifact, tokens }) =>
      takeVersion(seen, artifact, tokens),
    )
    return words + sum(traffic.map(({ tokens }) => tokens)) + sum(artifacts)
  }

  #recentTraffic(): readonly ToolTraffic[] {
    const recent: ToolTraffic[] = []
    let calls = 0
    for (const item of this.#traffic.toReversed()) {
      if (calls >= LATEST_CALLS && item.turn !== recent.at(-1)?.turn) break
      recent.push(item)
      calls += item.calls
    }
    return recent
  }
}

function takeVersion(seen: Seen, artifact: Artifact, tokens: number): number {
  const known = seen.versions.get(artifact.key)
  if (!known) {
    seen.versions.set(artifact.key, { hashes: new Set([artifact.contentHash]), last: artifact })
    return tokens
  }
  const before = known.last
  known.last = artifact
  if (known.hashes.has(artifact.contentHash)) return 0
  known.hashes.add(artifact.contentHash)
  const changes = renderChanges(before.content, artifact.content)
  return changes === undefined ? tokens : Math.min(tokens, TOKENIZER.count(changes))
}
