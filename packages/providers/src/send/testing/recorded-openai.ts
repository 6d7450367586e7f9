import { type RecordedAnswer, REPORTED } from './recorded-answer.ts'

const INPUT = REPORTED.cached + REPORTED.written + REPORTED.uncached

export function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** An answer of `/v1/responses` as a stream of events. */
export function recordResponses({ thinking, texts, calls = [], finish }: RecordedAnswer): readonly string[] {
  const reasoning = { type: 'reasoning', id: 'rs_1' }
  const message = { type: 'message', id: 'msg_1' }
  return [
    event({ type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'recorded' } }),
    ...(thinking
      ? [
          event({ type: 'response.output_item.added', output_index: 0, item: reasoning }),
          event({ type: 'response.reasoning_summary_part.added', item_id: 'rs_1', summary_index: 0 }),
          event({
            type: 'response.reasoning_summary_text.delta',
            item_id: 'rs_1',
            summary_index: 0,
            delta: thinking.text,
          }),
          event({
            type: 'response.output_item.done',
            output_index: 0,
            item: { ...reasoning, encrypted_content: thinking.signature },
          }),
        ]
      : []),
    event({ type: 'response.output_item.added', output_index: 1, item: message }),
    ...texts.map((delta) => event({ type: 'response.output_text.delta', item_id: 'msg_1', delta })),
    event({ type: 'response.output_item.done', output_index: 1, item: message }),
    ...calls.flatMap((call, index) => recordCall(call, index + 2)),
    event({
      type: finish === 'length' ? 'response.incomplete' : 'response.completed',
      response: {
        incomplete_details: finish === 'length' ? { reason: 'max_output_tokens' } : null,
        usage: {
          input_tokens: INPUT,
          input_tokens_details: {
            cached_tokens: REPORTED.cached,
            cache_write_tokens: REPORTED.written,
          },
          output_tokens: REPORTED.output,
          output_tokens_details: { reasoning_tokens: REPORTED.reasoning },
        },
      },
    }),
  ]
}

function recordCall(
  call: NonNullable<RecordedAnswer['calls']>[number],
  output_index: number,
): readonly string[] {
  const item = { type: 'function_call', id: `fc_${output_index}`, call_id: call.id, name: call.name }
  return [
    event({ type: 'response.output_item.added', output_index, item: { ...item, arguments: '' } }),
    event({
      type: 'response.function_call_arguments.delta',
      item_id: item.id,
      output_index,
      delta: call.arguments,
    }),
    event({
      type: 'response.output_item.done',
      output_index,
      item: { ...item, arguments: call.arguments, status: 'completed' },
    }),
  ]
}

/** An answer of `/v1/chat/completions`; `usage` differs between vendors. */
export function recordChat(usage: unknown): (answer: RecordedAnswer) => readonly string[] {
  const chunk = (delta: unknown, finish_reason: string | null = null): string =>
    event({ id: 'c1', created: 1, model: 'recorded', choices: [{ index: 0, delta, finish_reason }] })
  return ({ thinking, texts, calls = [], finish }) => [
    chunk({ role: 'assistant', content: '' }),
    ...(thinking ? [chunk({ reasoning_content: thinking.text })] : []),
    ...texts.map((content) => chunk({ content })),
    ...calls.flatMap(({ id, name, arguments: args }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: args } }] }),
    ]),
    chunk({}, calls.length > 0 ? 'tool_calls' : (finish ?? 'stop')),
    event({ id: 'c1', created: 1, model: 'recorded', choices: [], usage }),
    'data: [DONE]\n\n',
  ]
}

const COMPLETION = {
  prompt_tokens: INPUT,
  completion_tokens: REPORTED.output,
  total_tokens: INPUT + REPORTED.output,
  completion_tokens_details: { reasoning_tokens: REPORTED.reasoning },
}

export const OPENAI_USAGE = {
  ...COMPLETION,
  prompt_tokens_details: { cached_tokens: REPORTED.cached, cache_write_tokens: REPORTED.written },
}

export const COMPATIBLE_USAGE = { ...COMPLETION, prompt_tokens_details: { cached_tokens: REPORTED.cached } }

export const DEEPSEEK_USAGE = {
  ...COMPLETION,
  prompt_cache_hit_tokens: REPORTED.cached,
  prompt_cache_miss_tokens: INPUT - REPORTED.cached,
}
