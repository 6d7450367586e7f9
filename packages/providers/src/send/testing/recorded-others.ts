import { type RecordedAnswer, REPORTED } from './recorded-answer.ts'
import { event } from './recorded-openai.ts'

const INPUT = REPORTED.cached + REPORTED.written + REPORTED.uncached

/** An answer of Anthropic's `/v1/messages`. */
export function recordAnthropic({ thinking, texts, calls = [], finish }: RecordedAnswer): readonly string[] {
  let index = -1
  const block = (content_block: unknown, deltas: readonly unknown[]): readonly string[] => {
    index += 1
    return [
      typed('content_block_start', { index, content_block }),
      ...deltas.map((delta) => typed('content_block_delta', { index, delta })),
      typed('content_block_stop', { index }),
    ]
  }
  const usage = {
    input_tokens: REPORTED.uncached,
    cache_read_input_tokens: REPORTED.cached,
    cache_creation_input_tokens: REPORTED.written,
    output_tokens: 1,
  }
  const stop_reason = calls.length > 0 ? 'tool_use' : finish === 'length' ? 'max_tokens' : 'end_turn'
  return [
    typed('message_start', {
      message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'recorded', content: [], usage },
    }),
    ...(thinking
      ? block({ type: 'thinking', thinking: '' }, [
          { type: 'thinking_delta', thinking: thinking.text },
          { type: 'signature_delta', signature: thinking.signature },
        ])
      : []),
    ...block(
      { type: 'text', text: '' },
      texts.map((text) => ({ type: 'text_delta', text })),
    ),
    ...calls.flatMap(({ id, name, arguments: args }) =>
      block({ type: 'tool_use', id, name, input: {} }, [{ type: 'input_json_delta', partial_json: args }]),
    ),
    typed('message_delta', {
      delta: { stop_reason, stop_sequence: null },
      usage: {
        output_tokens: REPORTED.output,
        output_tokens_details: { thinking_tokens: REPORTED.reasoning },
      },
    }),
    typed('message_stop', {}),
  ]
}

function typed(type: string, data: Readonly<Record<string, unknown>>): string {
  return `event: ${type}\n${event({ type, ...data })}`
}

/** An answer of Gemini's `streamGenerateContent`. */
export function recordGemini({ thinking, texts, calls = [], finish }: RecordedAnswer): readonly string[] {
  const content = (parts: readonly unknown[]): string =>
    event({ candidates: [{ content: { role: 'model', parts } }] })
  return [
    ...(thinking ? [content([{ text: thinking.text, thought: true, thoughtSignature: 'sig-thought' }])] : []),
    ...texts.map((text) => content([{ text }])),
    ...calls.map(({ id, name, arguments: args }, index) =>
      content([
        {
          functionCall: { id, name, args: JSON.parse(args) as unknown },
          ...(thinking && index === 0 ? { thoughtSignature: thinking.signature } : {}),
        },
      ]),
    ),
    event({
      candidates: [
        { content: { role: 'model', parts: [] }, finishReason: finish === 'length' ? 'MAX_TOKENS' : 'STOP' },
      ],
      usageMetadata: {
        promptTokenCount: INPUT,
        cachedContentTokenCount: REPORTED.cached,
        candidatesTokenCount: REPORTED.output - REPORTED.reasoning,
        thoughtsTokenCount: REPORTED.reasoning,
        totalTokenCount: INPUT + REPORTED.output,
      },
    }),
  ]
}

/** An answer of Ollama's `/api/chat`, a line of JSON for each piece. */
export function recordOllama({ thinking, texts, calls = [], finish }: RecordedAnswer): readonly string[] {
  const line = (data: unknown): string => `${JSON.stringify(data)}\n`
  const message = (fields: Readonly<Record<string, unknown>>): string =>
    line({ model: 'recorded', message: { role: 'assistant', content: '', ...fields }, done: false })
  return [
    ...(thinking ? [message({ thinking: thinking.text })] : []),
    ...texts.map((content) => message({ content })),
    ...calls.map(({ name, arguments: args }) =>
      message({ tool_calls: [{ function: { name, arguments: JSON.parse(args) as unknown } }] }),
    ),
    line({
      model: 'recorded',
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: finish ?? 'stop',
      prompt_eval_count: INPUT,
      eval_count: REPORTED.output,
    }),
  ]
}
