import type { BodyBlock } from '@varve/providers/internal'
import { stableJson } from '@varve/engine/internal'
import { asObject, asText } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'

/** A request as it is compared with a later one. */
export interface ComparedRequest {
  readonly body: JsonObject
  readonly blocks: readonly BodyBlock[]
}

/** What is new in a request beside the one that it names, in the words of its provider. */
export interface Difference {
  readonly reason: string
  readonly missedTokens: number
}

/** As Anthropic compares: the model, the system text, the tools, then whether messages were only appended. */
export function anthropicDifference(before: ComparedRequest, now: ComparedRequest): Difference | undefined {
  const missed = (reason: string, from: number): Difference => ({
    reason,
    missedTokens: tokensFrom(before, from),
  })
  if (before.body['model'] !== now.body['model']) return missed('model_changed', 0)
  const isSystem = ({ role, kind }: BodyBlock): boolean => role === 'system' && kind !== 'tools'
  if (textOf(before, isSystem) !== textOf(now, isSystem)) return missed('system_changed', 0)
  if (textOf(before, isTools) !== textOf(now, isTools)) return missed('tools_changed', 0)
  const common = commonBlocks(before, now)
  return common < before.blocks.length ? missed('messages_changed', common) : undefined
}

/** Settings that OpenAI names, and the part of the body that holds them. */
const OPENAI_SETTINGS: readonly (readonly [reason: string, read: (body: JsonObject) => unknown])[] = [
  ['model_changed', (body) => body['model']],
  ['prompt_cache_key_changed', (body) => body['prompt_cache_key']],
  ['service_tier_changed', (body) => body['service_tier']],
  ['tools_changed', (body) => body['tools']],
  ['text_format_changed', (body) => asObject(body['text'])['format']],
  ['reasoning_effort_changed', (body) => asObject(body['reasoning'])['effort']],
]

export function openaiDifference(before: ComparedRequest, now: ComparedRequest): Difference | undefined {
  const setting = OPENAI_SETTINGS.find(([, read]) => jsonOf(read(before.body)) !== jsonOf(read(now.body)))
  if (setting) return { reason: setting[0], missedTokens: tokensFrom(before, 0) }
  const common = commonBlocks(before, now)
  return common < before.blocks.length
    ? { reason: 'input_changed', missedTokens: tokensFrom(before, common) }
    : undefined
}

/** The response that a request names, where it asks for a diagnosis; `null` where it names none. */
export function comparedResponse(body: JsonObject): string | null | undefined {
  const options = asObject(body['prompt_cache_options'])
  const id =
    body['diagnostics'] === undefined
      ? options['comparison_response_id']
      : asObject(body['diagnostics'])['previous_message_id']
  return id === undefined ? undefined : asText(id) || null
}

const isTools = ({ kind }: BodyBlock): boolean => kind === 'tools'

function textOf({ blocks }: ComparedRequest, isMeant: (block: BodyBlock) => boolean): string {
  return blocks
    .filter(isMeant)
    .map(({ text }) => text)
    .join('\n')
}

function commonBlocks(before: ComparedRequest, now: ComparedRequest): number {
  const differs = before.blocks.findIndex(({ role, kind, text }, index) => {
    const other = now.blocks[index]
    return other?.role !== role || other.kind !== kind || other.text !== text
  })
  return differs < 0 ? before.blocks.length : differs
}

function tokensFrom({ blocks }: ComparedRequest, from: number): number {
  return blocks.slice(from).reduce((sum, { tokens }) => sum + tokens, 0)
}

function jsonOf(value: unknown): string {
  return value === undefined ? '' : stableJson(value)
}
