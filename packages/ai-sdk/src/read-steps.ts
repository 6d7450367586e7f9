import { stableJson } from '@varve/engine/internal'
import { type ReasoningItem, writeReasoning } from '@varve/providers/convert'
import type { AssistantModelMessage, LanguageModelUsage, ToolModelMessage } from 'ai'
import type { ProviderOptions } from './to-prompt.ts'

export type ResponseMessage = AssistantModelMessage | ToolModelMessage

interface Exchange {
  readonly callId: string
  readonly tool: string
  readonly arguments: string
  readonly result: string
  readonly recoverable: boolean
}

/** What a model said before it called tools, the calls, and what came back; the last step has no calls. */
export interface ReadStep {
  readonly text: string
  readonly reasoning?: { readonly text: string; readonly opaque?: string }
  readonly exchanges: readonly Exchange[]
}

/** The messages of an answer as the steps they came in: each message of the assistant begins one. */
export function readSteps(messages: readonly ResponseMessage[]): readonly ReadStep[] {
  const steps: { assistant: AssistantModelMessage; results: Map<string, string> }[] = []
  for (const message of messages)
    if (message.role === 'assistant') steps.push({ assistant: message, results: new Map() })
    else
      for (const part of message.content)
        if (part.type === 'tool-result') steps.at(-1)?.results.set(part.toolCallId, outputText(part.output))
  return steps.map(({ assistant, results }) => readStep(assistant, results))
}

function readStep({ content }: AssistantModelMessage, results: ReadonlyMap<string, string>): ReadStep {
  if (typeof content === 'string') return { text: content, exchanges: [] }
  let text = ''
  const thoughts: string[] = []
  const items: ReasoningItem[] = []
  const exchanges: Exchange[] = []
  for (const part of content)
    switch (part.type) {
      case 'text':
        text += part.text
        break
      case 'reasoning':
        if (part.text !== '') thoughts.push(part.text)
        addReasoning(items, part.text, part.providerOptions)
        break
      case 'tool-call': {
        // A provider's own tools ran on its side; what they gave is in its answer.
        if (part.providerExecuted === true) break
        const { toolCallId: callId, toolName: tool, input } = part
        const signature = part.providerOptions?.['google']?.['thoughtSignature']
        if (typeof signature === 'string') items.push({ kind: 'call', callId, signature })
        const result = results.get(callId) ?? NOT_RUN
        exchanges.push({ callId, tool, arguments: argumentsText(input), result, recoverable: false })
        break
      }
      case 'file':
      case 'tool-result':
      case 'tool-approval-request':
      case 'reasoning-file':
      case 'custom':
        break
      default:
        part satisfies never
    }
  const opaque = items.length === 0 ? {} : { opaque: writeReasoning(items) }
  const thought = thoughts.join('\n\n')
  const hasReasoning = thought !== '' || items.length > 0
  return { text, exchanges, ...(hasReasoning ? { reasoning: { text: thought, ...opaque } } : {}) }
}

/** A call without a result would be refused in the next request. */
const NOT_RUN = 'The tool was not run.'

function argumentsText(input: unknown): string {
  return typeof input === 'string' ? input : stableJson(input ?? {})
}

/** What each provider wants back to take up its reasoning again. */
function addReasoning(items: ReasoningItem[], text: string, options: ProviderOptions | undefined): void {
  const anthropic = options?.['anthropic']
  const openai = options?.['openai']
  const google = options?.['google']
  const signature = anthropic?.['signature']
  const redacted = anthropic?.['redactedData']
  const thought = google?.['thoughtSignature']
  if (typeof signature === 'string') items.push({ kind: 'thinking', text, signature })
  else if (typeof redacted === 'string') items.push({ kind: 'redacted', data: redacted })
  else if (typeof thought === 'string') items.push({ kind: 'thought', text, signature: thought })
  else if (openai && typeof openai['itemId'] === 'string')
    addEncrypted(items, text, openai['itemId'], openai['reasoningEncryptedContent'])
}

/** The parts of one summary share an item, and the last of them has what is encrypted. */
function addEncrypted(items: ReasoningItem[], text: string, id: string, encrypted: unknown): void {
  const index = items.findIndex((item) => item.kind === 'encrypted' && item.id === id)
  const known = items[index]
  const before = known?.kind === 'encrypted' ? known : { summary: [], content: '' }
  const item = {
    kind: 'encrypted' as const,
    id,
    summary: text === '' ? before.summary : [...before.summary, text],
    content: typeof encrypted === 'string' ? encrypted : before.content,
  }
  if (index === -1) items.push(item)
  else items[index] = item
}

type Output = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>['output']

function outputText(output: Output): string {
  switch (output.type) {
    case 'text':
      return output.value
    case 'error-text':
      return `Error: ${output.value}`
    case 'json':
      return typeof output.value === 'string' ? output.value : stableJson(output.value)
    case 'error-json':
      return `Error: ${stableJson(output.value)}`
    case 'execution-denied':
      return `The user did not allow this call${output.reason === undefined ? '.' : `: ${output.reason}`}`
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
    default:
      return output satisfies never
  }
}

/** Prompt tokens as the provider counted them; undefined where it counted nothing. */
export interface ReportedUsage {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly uncached: number
  readonly output: number
  readonly reasoning: number
}

export function readUsage(usage: LanguageModelUsage): ReportedUsage | undefined {
  const { inputTokens, inputTokenDetails, outputTokens, outputTokenDetails } = usage
  if (inputTokens === undefined) return undefined
  const cached = inputTokenDetails.cacheReadTokens ?? 0
  const written = inputTokenDetails.cacheWriteTokens ?? 0
  return {
    input: inputTokens,
    cached,
    written,
    uncached: Math.max(0, inputTokens - cached - written),
    output: outputTokens ?? 0,
    reasoning: outputTokenDetails.reasoningTokens ?? 0,
  }
}

/** What `streamText` or `generateText` gave back. */
export interface AnswerResult {
  readonly responseMessages: PromiseLike<ResponseMessage[]> | ResponseMessage[]
  readonly steps:
    | PromiseLike<readonly { readonly usage: LanguageModelUsage }[]>
    | readonly { readonly usage: LanguageModelUsage }[]
}
