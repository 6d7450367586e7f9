import { z } from 'zod'
import {
  type ConversionResult,
  type ConvertedCall,
  type ConvertedTurn,
  LossCounter,
  type ReportedCall,
} from './converted-turn.ts'

const part = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('toolCall'), id: z.string(), name: z.string(), arguments: z.unknown() }),
  z.object({ type: z.string() }),
])

const message = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(part)]),
  timestamp: z.number().optional(),
  toolCallId: z.string().optional(),
  model: z.string().optional(),
  errorMessage: z.string().optional(),
  usage: z
    .object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() })
    .optional(),
})

const entry = z.object({
  type: z.string(),
  id: z.string().optional(),
  message: message.optional(),
})

type PiMessage = z.output<typeof message>
type ToolCallPart = Extract<z.output<typeof part>, { id: string }>

/** A session of the pi coding agent (JSON Lines): a turn from each user message to the next. */
export function convertPi(text: string): ConversionResult {
  const messages: PiMessage[] = []
  let conversation = 'pi'
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const parsed = parseEntry(line)
    if (typeof parsed === 'string') return { kind: 'malformed', reason: parsed, line: index + 1 }
    if (parsed.type === 'session' && parsed.id !== undefined) conversation = parsed.id
    if (parsed.message) messages.push(parsed.message)
  }
  const losses = new LossCounter()
  const turns = splitTurns(messages, losses).map((own, index) =>
    convertTurn(own, { conversation, turn: index + 1, losses }),
  )
  return { kind: 'converted', turns, losses: losses.list() }
}

function parseEntry(line: string): z.output<typeof entry> | string {
  try {
    const parsed = entry.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : 'not an entry of a pi session'
  } catch (error) {
    if (error instanceof SyntaxError) return `not JSON: ${error.message}`
    throw error
  }
}

/** Each user message with all that follows it. */
function splitTurns(messages: readonly PiMessage[], losses: LossCounter): readonly (readonly PiMessage[])[] {
  const turns: PiMessage[][] = []
  for (const one of messages) {
    const last = turns.at(-1)
    if (one.role === 'user') turns.push([one])
    else if (last) last.push(one)
    else losses.add('messages before the first question')
  }
  return turns
}

function convertTurn(
  [user, ...rest]: readonly PiMessage[],
  context: { readonly conversation: string; readonly turn: number; readonly losses: LossCounter },
): ConvertedTurn {
  const { conversation, turn, losses } = context
  const answers = rest.filter(({ role }) => role === 'assistant')
  const results = new Map(
    rest.flatMap((one) => (one.toolCallId === undefined ? [] : [[one.toolCallId, textOf(one)] as const])),
  )
  const tools = answers.flatMap((answer, step) =>
    convertStep(answer, { step, results, losses, sentAt: answers[step + 1]?.timestamp }),
  )
  const last = answers.at(-1)
  const at = time(answers[0]?.timestamp ?? user?.timestamp)
  const said = answers
    .filter((answer) => !callsOf(answer).some(({ id }) => results.has(id)))
    .map(textOf)
    .filter((text) => text !== '')
  return {
    conversation,
    turn,
    ...(at === undefined ? {} : { at }),
    ...(last?.model === undefined ? {} : { model: last.model }),
    ...(tools.length === 0 ? {} : { tools }),
    user: user ? textOf(user) : '',
    ...(said.length === 0 ? {} : { assistant: said.join('\n\n') }),
    ...(last?.errorMessage === undefined ? {} : { error: last.errorMessage }),
    reported: answers.map(reportedOf),
  }
}

function convertStep(
  answer: PiMessage,
  context: {
    readonly step: number
    readonly results: ReadonlyMap<string, string>
    readonly losses: LossCounter
    readonly sentAt: number | undefined
  },
): readonly ConvertedCall[] {
  const { step, results, losses } = context
  const text = textOf(answer)
  const at = time(context.sentAt)
  for (const { type } of partsOf(answer))
    if (type !== 'text' && type !== 'toolCall') losses.add(`${type} parts`)
  return callsOf(answer).flatMap((call) => {
    const result = results.get(call.id)
    if (result === undefined) {
      losses.add('tool calls that never got a result')
      return []
    }
    return [
      {
        name: call.name,
        args: call.arguments,
        result,
        step,
        ...(text === '' ? {} : { text }),
        ...(at === undefined ? {} : { at }),
      },
    ]
  })
}

function reportedOf({ usage }: PiMessage): ReportedCall {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = usage ?? {}
  return { input, output, cacheRead, cacheWrite }
}

function partsOf({ content }: PiMessage): readonly z.output<typeof part>[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function callsOf(one: PiMessage): readonly ToolCallPart[] {
  return partsOf(one).filter((piece): piece is ToolCallPart => piece.type === 'toolCall' && 'id' in piece)
}

function textOf(one: PiMessage): string {
  return partsOf(one)
    .flatMap((piece) => ('text' in piece ? [piece.text] : []))
    .join('\n')
}

function time(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString()
}
