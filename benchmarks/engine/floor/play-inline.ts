import { type Artifact, type CacheProfile, messagesOf, type Part, predictUsage } from '@varve/engine'
import { EMPTY_CACHE_MEMORY, hashText, type MessageRole } from '@varve/engine/internal'
import { placeMarks } from '../../../packages/engine/src/cache/place-marks.ts'
import { recordAnswer } from '../../../packages/engine/src/cache/match-unit.ts'
import { AppendLog } from '../../../packages/engine/src/collection/append-log.ts'
import type { PlacedBlock } from '../../../packages/engine/src/plan/writing/block.ts'
import { readRequest } from '../../../packages/engine/src/plan/explaining/read-request.ts'
import { renderArtifact } from '../../../packages/engine/src/render/render-artifact.ts'
import type { MeasuredCall } from './measured-call.ts'
import type { Script, ScriptedTurn } from './script.ts'
import { CALL_FRAME_TOKENS, LEAD_TOKENS, SECTIONS, START, TOKENIZER } from './setting.ts'

/** A request that puts everything into the last message, ready to be compared with a cache. */
interface InlineRequest {
  readonly model: string
  readonly at: number
  readonly turn: number
  readonly call: number
  readonly blocks: AppendLog<PlacedBlock>
  readonly systemEnd: number
  readonly historyEnd: number
  readonly attached: number
  readonly readable: number
  /** The end of the answer, as a provider that remembers its output sees it. */
  readonly answer: PlacedBlock
}

/**
 * The plain way: the history as texts, and the current text of every artifact attached so far in the
 * last message. Tool traffic of earlier turns is not repeated.
 */
export function buildInlineRequests(script: Script): readonly InlineRequest[] {
  const requests: InlineRequest[] = []
  const kept = new Map<string, { readonly artifact: Artifact; readonly turn: number }>()
  const system = SECTIONS.reduce(
    (blocks, { text }) => add(blocks, 'system', text),
    AppendLog.empty<PlacedBlock>(),
  )
  let history = system
  let at = START
  for (const [index, turn] of script.turns.entries()) {
    at += turn.gapSeconds * 1000
    for (const artifact of turn.attach) kept.set(artifact.key, { artifact, turn: index + 1 })
    const shared = {
      model: turn.model,
      at,
      turn: index + 1,
      systemEnd: system.length,
      historyEnd: history.length,
    }
    for (const [number, blocks] of callsOf(turn, history, [...kept.values()]).entries())
      requests.push({
        ...shared,
        call: number + 1,
        blocks,
        attached: turn.attach.length,
        readable: countReadable(blocks, turn),
        answer: add(blocks, 'assistant', turn.answer).last() as PlacedBlock,
      })
    history = add(add(history, 'user', turn.text), 'assistant', turn.answer)
  }
  return requests
}

/** The calls of one turn: the question with its context, then the same with each tool step added. */
function callsOf(
  turn: ScriptedTurn,
  history: AppendLog<PlacedBlock>,
  kept: readonly { readonly artifact: Artifact; readonly turn: number }[],
): readonly AppendLog<PlacedBlock>[] {
  let blocks = history
  for (const { result } of turn.gathered) blocks = add(blocks, 'user', result)
  for (const { artifact, turn: given } of kept) blocks = add(blocks, 'user', renderArtifact(artifact, given))
  blocks = add(blocks, 'user', turn.text)
  const calls = [blocks]
  for (const { text, calls: made } of turn.steps) {
    if (text !== '') blocks = add(blocks, 'assistant', text)
    for (const { tool, arguments: args } of made)
      blocks = add(blocks, 'assistant', `${tool} ${args}`, CALL_FRAME_TOKENS)
    for (const { result } of made) blocks = add(blocks, 'tool', result, CALL_FRAME_TOKENS)
    calls.push(blocks)
  }
  return calls
}

/** What one provider is predicted to bill for these requests. */
export function playInline(
  requests: readonly InlineRequest[],
  profile: CacheProfile,
): readonly MeasuredCall[] {
  const memories = new Map<string, typeof EMPTY_CACHE_MEMORY>()
  return requests.map((request) => {
    const { blocks, at, turn, call, attached, readable } = request
    const marks = placeMarks({
      blocks,
      leadTokens: LEAD_TOKENS,
      stemEnd: request.systemEnd,
      baseEnd: request.historyEnd,
      foldEnd: 0,
      previousEnd: 0,
      profile,
    })
    const { usage, memory } = predictUsage(
      memories.get(request.model) ?? EMPTY_CACHE_MEMORY,
      { blocks, length: blocks.length, leadTokens: LEAD_TOKENS, leadHash: 'tools', marks, at },
      profile,
    )
    const { chain, end } = request.answer
    memories.set(
      request.model,
      profile.matchClass === 'unit' ? recordAnswer(memory, { chain, end, at, leadHash: 'tools' }) : memory,
    )
    const why = 'the last message holds all context'
    return { turn, call, usage, attached, readable, cause: 'appended', why }
  })
}

function countReadable(blocks: AppendLog<PlacedBlock>, turn: ScriptedTurn): number {
  if (turn.attach.length === 0) return 0
  const { current } = readRequest(messagesOf({ blocks }))
  return turn.attach.filter(({ key, content }) => current.get(key) === content).length
}

function add(
  blocks: AppendLog<PlacedBlock>,
  role: MessageRole,
  text: string,
  frameTokens = 0,
): AppendLog<PlacedBlock> {
  const last = blocks.last()
  const part: Part = { kind: 'text', text: last?.role === role ? `\n\n${text}` : text }
  const tokens = TOKENIZER.count(part.text) + frameTokens
  const placed: PlacedBlock = {
    role,
    part,
    tokens,
    origin: { piece: 'user', turn: 0 },
    chain: hashText(`${last?.chain ?? ''}\n${role}\n${part.text}`),
    end: (last?.end ?? 0) + tokens,
  }
  return blocks.append([placed])
}
