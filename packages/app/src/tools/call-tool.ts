import { stableJson } from '@varve/engine'
import { alwaysRules, widerRules } from './rules/always-rules.ts'
import { type ApprovalPolicy, approvalFor } from './rules/approval-for.ts'
import { parseCall } from './parse-call.ts'
import { failed, runTool } from './run-tool.ts'
import type { ChangePreview, Tool, ToolCall, ToolOutcome, ToolRun } from './tool.ts'
import { toolProblem } from './tool-problem.ts'
import type { ToolRule, WiderRules } from './rules/tool-rules.ts'

/** What a person is asked before a call is made. */
export interface ApprovalRequest {
  readonly call: ToolCall
  /** One line. */
  readonly description: string
  /** The paths and addresses that the call names. */
  readonly touches: readonly string[]
  /** What would change. */
  readonly preview?: ChangePreview
  /** The rules with which it would not ask again; absent where it would all the same. */
  readonly always?: readonly ToolRule[]
  /** The same for more than this call. */
  readonly wider?: WiderRules
}

export interface CallOptions {
  readonly run: ToolRun
  readonly policy: ApprovalPolicy
  /** Asks the person; a reason is told to the model. */
  readonly approve: (
    request: ApprovalRequest,
  ) => Promise<{ readonly approved: boolean; readonly reason?: string }>
}

/** Decides about a call, asks where that is due, and makes it. Nothing is changed or fetched by any other way. */
export async function callTool(call: ToolCall, options: CallOptions): Promise<ToolOutcome> {
  const { run, policy } = options
  const approval = approvalFor(call, policy)
  switch (approval) {
    case 'run':
      return runTool(call, run, policy.tools)
    case 'refuse':
      return failed(call.tool, refusal(call.tool, policy))
    case 'ask':
      return callWhenApproved(call, options)
    default:
      return approval satisfies never
  }
}

async function callWhenApproved(call: ToolCall, { run, approve, policy }: CallOptions): Promise<ToolOutcome> {
  const { tools } = policy
  const request = await approvalRequest(call, run, tools)
  // What would fail anyway is told to the model; nobody needs to be asked.
  if ('problem' in request) return failed(call.tool, request.problem)
  const always = alwaysRules(call, policy)
  const wider = widerRules(call, policy)
  const { approved, reason } = await approve({
    ...request,
    ...(always.length === 0 ? {} : { always }),
    ...(wider ? { wider } : {}),
  })
  if (!approved) {
    const why = reason === undefined || reason === '' ? '' : `: ${reason}`
    return failed(call.tool, `The user said no${why}. Do not try it again unasked.`, `Rejected${why}`)
  }
  // A person may take long, and what was shown is what was approved.
  const now = await approvalRequest(call, run, tools)
  if ('problem' in now) return failed(call.tool, now.problem)
  if (stableJson(now.preview) === stableJson(request.preview)) return runTool(call, run, tools)
  return failed(
    call.tool,
    'The file was changed while the user was asked. Nothing was done: look again first.',
  )
}

function refusal(tool: string, { mode }: ApprovalPolicy): string {
  if (mode === 'act') return `The rules of this workspace refuse ${tool} here.`
  return `${tool} is not for the mode "${mode}", or the rules of this workspace refuse it. Nothing was changed.`
}

async function approvalRequest(
  call: ToolCall,
  run: ToolRun,
  tools: readonly Tool<unknown>[] | undefined,
): Promise<ApprovalRequest | { readonly problem: string }> {
  const parsed = parseCall(call, tools)
  if (parsed.kind === 'wrong') return { problem: parsed.problem }
  const { tool, args } = parsed
  try {
    const preview = await tool.preview?.(args, run)
    const description = withMarkWords(tool.describe(args), preview)
    return { call, description, touches: tool.touches(args), ...(preview ? { preview } : {}) }
  } catch (error) {
    const problem = toolProblem(error)
    if (problem === undefined) throw error
    return { problem }
  }
}

/** Whoever approves a change knows that the file goes no further from then on. */
function withMarkWords(description: string, preview: ChangePreview | undefined): string {
  if (preview?.marked === undefined) return description
  const what = preview.before === undefined ? 'The new file is' : 'The whole file will be'
  return `${description}. ${what} marked ${preview.marked}: this chat drew on files with that mark.`
}
