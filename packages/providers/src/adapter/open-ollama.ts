import { APICallError, type LanguageModelV4StreamPart, type LanguageModelV4Usage } from '@ai-sdk/provider'
import { z } from 'zod'
import type { Endpoint } from './sdk-model.ts'

interface OllamaOptions {
  readonly endpoint: Endpoint
  readonly bodyText: string
  /** Tool calls that stand in the request: Ollama gives calls no id, so ours go on counting. */
  readonly callsBefore: number
  readonly signal?: AbortSignal
}

const chunkSchema = z.looseObject({
  message: z
    .looseObject({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z
        .array(z.looseObject({ function: z.looseObject({ name: z.string(), arguments: z.unknown() }) }))
        .nullish(),
    })
    .nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  eval_count: z.number().nullish(),
  error: z.string().nullish(),
})
type Chunk = z.output<typeof chunkSchema>

/** Sends to Ollama's own protocol and gives the answer in the form of the provider packages. */
export async function openOllama(options: OllamaOptions): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  const { endpoint, bodyText, callsBefore, signal } = options
  const url = `${endpoint.baseUrl.replace(/(?<!\/)\/+$/, '')}/api/chat`
  const response = await endpoint.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(endpoint.key === '' ? {} : { authorization: `Bearer ${endpoint.key}` }),
    },
    body: bodyText,
    ...(signal ? { signal } : {}),
  })
  if (!response.ok || !response.body)
    throw new APICallError({
      message: `Ollama answered ${response.status}`,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: await response.text(),
    })
  return response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(readChunks(callsBefore))
}

function readChunks(callsBefore: number): TransformStream<string, LanguageModelV4StreamPart> {
  let rest = ''
  let calls = callsBefore
  let isDone = false
  const readLine = (line: string, emit: (part: LanguageModelV4StreamPart) => void): void => {
    if (line.trim() === '') return
    const chunk = chunkSchema.parse(JSON.parse(line))
    if (chunk.error) throw new Error(chunk.error)
    for (const call of chunk.message?.tool_calls ?? []) {
      calls += 1
      emit({
        type: 'tool-call',
        toolCallId: `call_${calls}`,
        toolName: call.function.name,
        input: JSON.stringify(call.function.arguments ?? {}),
      })
    }
    const { thinking, content } = chunk.message ?? {}
    if (thinking) emit({ type: 'reasoning-delta', id: 'thinking', delta: thinking })
    if (content) emit({ type: 'text-delta', id: 'text', delta: content })
    if (chunk.done !== true) return
    isDone = true
    emit(finishPart(chunk))
  }
  return new TransformStream({
    transform: (text, controller) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      try {
        for (const line of lines) readLine(line, (part) => controller.enqueue(part))
      } catch (error) {
        controller.enqueue({ type: 'error', error })
        controller.terminate()
      }
    },
    flush: (controller) => {
      // The last line may come without its end. Half a line is a cut connection, not a fault of the server.
      if (!isDone && isWhole(rest)) readLine(rest, (part) => controller.enqueue(part))
      if (isDone) return
      const finishReason = { unified: 'interrupted' as const, raw: undefined }
      controller.enqueue({ type: 'finish', finishReason, usage: toUsage({}) })
    },
  })
}

function isWhole(line: string): boolean {
  try {
    return chunkSchema.safeParse(JSON.parse(line)).success
  } catch {
    return false
  }
}

function finishPart(chunk: Chunk): LanguageModelV4StreamPart {
  const raw = chunk.done_reason ?? undefined
  return {
    type: 'finish',
    finishReason: { unified: raw === 'length' ? 'length' : 'stop', raw },
    usage: toUsage(chunk),
  }
}

function toUsage({ prompt_eval_count: input, eval_count: output }: Partial<Chunk>): LanguageModelV4Usage {
  return {
    inputTokens: {
      total: input ?? undefined,
      noCache: input ?? undefined,
      cacheRead: undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: output ?? undefined, text: output ?? undefined, reasoning: undefined },
    raw: {
      ...(input === undefined || input === null ? {} : { prompt_eval_count: input }),
      ...(output === undefined || output === null ? {} : { eval_count: output }),
    },
  }
}
