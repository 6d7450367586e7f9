import { z } from 'zod'
import { convertPi } from './convert-pi.ts'
import {
  type ConversionResult,
  type ConvertedCall,
  type ConvertedTurn,
  LossCounter,
} from './converted-turn.ts'

/** A message as chat-completions agents keep it. */
const chatMessage = z.object({
  role: z.string(),
  content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string().nullish() }) }),
    )
    .nullish(),
  tool_call_id: z.string().nullish(),
  tool_call_ids: z.array(z.string()).nullish(),
  /** Of agents that act in text: the command that they found in their own words. */
  action: z.string().nullish(),
  thought: z.string().nullish(),
})

type ChatMessage = z.output<typeof chatMessage>

const run = z.object({ environment: z.string().nullish(), history: z.array(chatMessage) })

const runs = z.array(
  z.object({
    task_id: z.union([z.number(), z.string()]),
    trial: z.number().nullish(),
    traj: z.array(chatMessage),
  }),
)

/** The agents whose sessions can be made into traces. */
export const SESSION_KINDS = ['pi', 'tau', 'sweagent'] as const

export type SessionKind = (typeof SESSION_KINDS)[number]

/** Makes a trace from an agent's session. `name` is used for runs without an id. */
export function convertSession(options: {
  readonly text: string
  readonly from: SessionKind
  readonly name: string
}): ConversionResult {
  const text = options.text.startsWith('\uFEFF') ? options.text.slice(1) : options.text
  switch (options.from) {
    case 'pi':
      return convertPi(text)
    case 'tau':
      return withJson(text, convertTau)
    case 'sweagent':
      return withJson(text, (value) => convertSweagent(value, options.name))
    default:
      return options.from satisfies never
  }
}

function withJson(text: string, convert: (value: unknown) => ConversionResult): ConversionResult {
  try {
    return convert(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'malformed', reason: `not JSON: ${error.message}` }
    throw error
  }
}

/** Runs of tau-bench: a JSON list, one conversation for each run. */
function convertTau(value: unknown): ConversionResult {
  const parsed = runs.safeParse(value)
  if (!parsed.success) return { kind: 'malformed', reason: 'not a list of tau-bench runs' }
  const losses = new LossCounter()
  const turns = parsed.data.flatMap(({ task_id, trial, traj }) =>
    convertChat(traj, { conversation: `tau-${task_id}-${trial ?? 0}`, losses }),
  )
  return { kind: 'converted', turns, losses: losses.list() }
}

/** A run of SWE-agent: one conversation; its commands become tool calls, also where they were said in text. */
function convertSweagent(value: unknown, name: string): ConversionResult {
  const parsed = run.safeParse(value)
  if (!parsed.success) return { kind: 'malformed', reason: 'not a run of SWE-agent' }
  const losses = new LossCounter()
  const { history } = parsed.data
  const usesTools = history.some(({ tool_calls }) => (tool_calls ?? []).length > 0)
  const turns = usesTools
    ? convertChat(history, { conversation: name, losses })
    : [convertTextRun(history, name)]
  return { kind: 'converted', turns, losses: losses.list() }
}

/** The user's messages after an action are what the command printed. */
function convertTextRun(history: readonly ChatMessage[], conversation: string) {
  const said = (role: string, some: readonly ChatMessage[]): string =>
    some
      .filter((message) => message.role === role)
      .map(({ content }) => content ?? '')
      .join('\n\n')
  const first = history.findIndex(({ role }) => role === 'assistant')
  const opening = first === -1 ? history : history.slice(0, first)
  const steps = first === -1 ? [] : history.slice(first)
  const tools: ConvertedCall[] = []
  let answer = ''
  for (const [index, message] of steps.entries()) {
    if (message.role !== 'assistant') continue
    const next = steps[index + 1]
    if (next?.role === 'user')
      tools.push({
        name: 'run',
        args: { command: message.action ?? '' },
        result: next.content ?? '',
        step: tools.length,
        ...(message.thought ? { text: message.thought } : {}),
      })
    else answer = message.content ?? ''
  }
  const system = said('system', opening)
  return {
    conversation,
    turn: 1,
    ...(system === '' ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools }),
    user: said('user', opening),
    ...(answer === '' ? {} : { assistant: answer }),
  }
}

/** A run in chat-completions form as turns: each from a user message to the next. */
function convertChat(
  messages: readonly ChatMessage[],
  { conversation, losses }: { readonly conversation: string; readonly losses: LossCounter },
): readonly ConvertedTurn[] {
  const system = messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content ?? '')
    .join('\n\n')
  const turns: ChatMessage[][] = []
  for (const message of messages) {
    if (message.role === 'user') turns.push([message])
    else if (message.role !== 'system' && turns.length === 0) losses.add('messages before the first question')
    else if (message.role !== 'system') turns.at(-1)?.push(message)
  }
  return turns.map((own, index) => ({
    conversation,
    turn: index + 1,
    ...(index === 0 && system !== '' ? { system } : {}),
    ...convertTurn(own, losses),
  }))
}

function convertTurn(
  [user, ...rest]: readonly ChatMessage[],
  losses: LossCounter,
): Pick<ConvertedTurn, 'tools' | 'user' | 'assistant'> {
  const results = new Map(
    rest.flatMap(({ tool_call_id, tool_call_ids, content }) =>
      [tool_call_id, ...(tool_call_ids ?? [])].flatMap((id) => (id ? [[id, content ?? ''] as const] : [])),
    ),
  )
  const answers = rest.filter(({ role }) => role === 'assistant')
  const tools = answers.flatMap((answer, step) => convertStep(answer, step, results, losses))
  const said = answers
    .filter(({ tool_calls }) => !(tool_calls ?? []).some(({ id }) => results.has(id)))
    .map(({ content }) => content ?? '')
    .filter((text) => text !== '')
  return {
    ...(tools.length === 0 ? {} : { tools }),
    user: user?.content ?? '',
    ...(said.length === 0 ? {} : { assistant: said.join('\n\n') }),
  }
}

function convertStep(
  { tool_calls, content }: ChatMessage,
  step: number,
  results: ReadonlyMap<string, string>,
  losses: LossCounter,
): readonly ConvertedCall[] {
  return (tool_calls ?? []).flatMap((call) => {
    const result = results.get(call.id)
    if (result === undefined) {
      losses.add('tool calls that never got a result')
      return []
    }
    const args: unknown = call.function.arguments ?? {}
    const text = content ? { text: content } : {}
    return [{ name: call.function.name, args, result, step, ...text }]
  })
}
