import type { ToolCallRecord, ToolRule } from '@varve/contract'
import type { IconName } from '../../parts/icon.tsx'
import { t } from '../../i18n/t.ts'

/** What a call is about, by the names that arguments have. */
const OBJECTS = [
  'path',
  'from',
  'query',
  'url',
  'pattern',
  'title',
  'question',
  'folder',
  'name',
  'key',
  'of',
  'text',
]

export function toolIcon(call: Pick<ToolCallRecord, 'look' | 'status' | 'isRejected'>): IconName {
  return call.status === 'failed' && !isRejected(call) ? 'warn' : (call.look?.icon ?? 'sliders')
}

/** The user rejected it; nothing went wrong. */
export function isRejected({
  status,
  isRejected: said,
}: Pick<ToolCallRecord, 'status' | 'isRejected'>): boolean {
  return status === 'failed' && said === true
}

/** One line, verb first: what it is doing, or what came of it. */
export function callLine(call: ToolCallRecord): { readonly verb: string; readonly rest: string } {
  if (call.status === 'running')
    return {
      verb: call.look?.doing ?? t('Running {tool}', { tool: call.tool }),
      rest: objectOf(call.arguments),
    }
  const [verb = '', ...rest] = call.summary.split(' ')
  return { verb, rest: rest.join(' ') }
}

/** The question of a call that waits for the user; undefined if it doesn't wait. */
export type CallQuestion =
  | {
      readonly kind: 'approval'
      readonly text: string
      readonly preview?: NonNullable<ToolCallRecord['question']>['preview'] | undefined
      /** What would not be asked again; undefined where that is always asked. */
      readonly always?: readonly ToolRule[] | undefined
      /** What more could be allowed at once. */
      readonly wider?: NonNullable<ToolCallRecord['question']>['wider'] | undefined
    }
  | { readonly kind: 'question'; readonly text: string; readonly options: readonly string[] }

export function questionOf(call: ToolCallRecord): CallQuestion | undefined {
  const { tool, status, question } = call
  if (tool === 'askUser') return status === 'running' || status === 'waiting' ? askedBy(call) : undefined
  if (status !== 'waiting') return undefined
  const { text = call.summary, preview, always, wider } = question ?? {}
  return { kind: 'approval', text, preview, always, wider }
}

/** The user's reply to a call's question; for approvals the result shows it. */
export function answeredWords({ tool, reply }: Pick<ToolCallRecord, 'tool' | 'reply'>): string | undefined {
  return tool === 'askUser' ? reply : undefined
}

/** The question is in the arguments if the call doesn't have it. */
function askedBy({ question, arguments: args, summary }: ToolCallRecord): CallQuestion {
  if (question) return { kind: 'question', text: question.text, options: question.options ?? [] }
  const said = readArguments(args)
  const options = Array.isArray(said['options'])
    ? said['options'].filter((one) => typeof one === 'string')
    : []
  const text = said['question']
  return { kind: 'question', text: typeof text === 'string' ? text : summary, options }
}

/** Each argument by its name, whole: a text as it is, anything else as JSON. */
export function argumentsOf({
  arguments: args,
}: Pick<ToolCallRecord, 'arguments'>): readonly { readonly name: string; readonly text: string }[] {
  const said = Object.entries(readArguments(args))
  if (said.length === 0)
    return args.trim() === '' || args.trim() === '{}' ? [] : [{ name: 'arguments', text: args }]
  return said.map(([name, value]) => ({
    name,
    text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  }))
}

/** Where a plan is that was approved and not taken back; undefined where there is none. */
export function approvedPlan(
  calls: readonly Pick<ToolCallRecord, 'tool' | 'status' | 'changes' | 'isUndone'>[],
): string | undefined {
  const plan = calls.findLast(
    ({ tool, status, isUndone }) => tool === 'plan' && status === 'done' && !isUndone,
  )
  return plan?.changes?.[0]?.path
}

function objectOf(args: string): string {
  const said = readArguments(args)
  const found = OBJECTS.map((name) => said[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : ''
}

/** Models write arguments, so they may be no JSON at all. */
function readArguments(args: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(args)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
