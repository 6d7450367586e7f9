import { shapesChats } from '../acting.ts'
import type { Approval, ChangePreview, ToolRule, WiderRules } from '@varve/contract'
import { stableJson } from '@varve/engine/internal'
import { fileKind, inertText } from '@varve/workspace'
import { parseCall } from './parse-call.ts'
import { failed, runTool } from './run-tool.ts'
import type { Tool, ToolCall, ToolOutcome, ToolRun } from './tool.ts'
import { toolProblem } from './tool-problem.ts'
import { TOOL_LIMITS } from './tool-limits.ts'
import { AppError } from '../app-error.ts'
import { compileGlob, PacedMatcher } from './pattern.ts'
import { isInMode, type ToolMode } from './tools-for.ts'

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
  /** Asks the user; a reason is passed to the model. */
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
  // A call that would fail anyway needs no approval; the model gets the error.
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
    const outcome = failed(
      call.tool,
      `The user said no${why}. Do not try it again unasked.`,
      `Rejected${why}`,
    )
    return { ...outcome, isRejected: true }
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
    const description = withWarnings(tool.describe(args), preview)
    return { call, description, touches: tool.touches(args), ...(preview ? { preview } : {}) }
  } catch (error) {
    const problem = toolProblem(error)
    if (problem === undefined) throw error
    return { problem }
  }
}

/** Anyone who approves a change knows where the file may go from then on, and what it does there. */
function withWarnings(description: string, preview: ChangePreview | undefined): string {
  if (!preview) return description
  const { before, marked } = preview
  const what = before === undefined ? 'The new file is' : 'The whole file will be'
  const mark = marked && `${what} marked ${marked}: this chat drew on files with that mark.`
  const live =
    addsLiveText(preview) &&
    'It adds images, HTML or code that Obsidian or a plugin may load or run when you open the note.'
  const warnings = [mark, live].filter((warning) => typeof warning === 'string')
  return warnings.length === 0 ? description : `${description}. ${warnings.join(' ')}`
}

/** Whether a note would get something that Obsidian or a plugin loads or runs, such as a remote image or a query. */
export function addsLiveText({ path, before = '', after = '' }: ChangePreview): boolean {
  if (fileKind(path) !== 'note' || inertText(after) === after) return false
  if (inertText(before) === before) return true
  const known = new Set(before.split('\n'))
  return after.split('\n').some((line) => !known.has(line) && inertText(line) !== line)
}

/**
 * The rules by which a call like this would not ask again: for its tool, and for nothing but what it names. None
 * where it would ask all the same, as by a stricter rule or while something untrusted is in the context.
 */
export function alwaysRules(call: ToolCall, policy: ApprovalPolicy): readonly ToolRule[] {
  const parsed = parseCall(call, policy.tools)
  if (parsed.kind === 'wrong') return []
  const { name: tool } = parsed.tool
  const touched = [...new Set(parsed.tool.touches(parsed.args))]
  const rules = touched.map((path): ToolRule => ({ tool, path: onlyThis(path), decision: 'run' }))
  const isKept = rules.every(({ path = '' }) => path.length <= TOOL_LIMITS.patternCharacters)
  return rules.length > 0 && isKept && isEnough(call, policy, rules) ? rules : []
}

/** Undefined where nothing wider is offered, or it would ask all the same. */
export function widerRules(call: ToolCall, policy: ApprovalPolicy): WiderRules | undefined {
  const parsed = parseCall(call, policy.tools)
  const wider = parsed.kind === 'wrong' ? undefined : parsed.tool.wider?.(parsed.args)
  if (parsed.kind === 'wrong' || !wider) return undefined
  const { path, ...scope } = wider
  const rules: readonly ToolRule[] = [
    { tool: parsed.tool.name, ...(path === undefined ? {} : { path }), decision: 'run' },
  ]
  return isEnough(call, policy, rules) ? { ...scope, rules } : undefined
}

function isEnough(call: ToolCall, policy: ApprovalPolicy, rules: readonly ToolRule[]): boolean {
  return approvalFor(call, { ...policy, rules: [...policy.rules, ...rules] }) === 'run'
}

/** The pattern for one path: without a folder it would be for that name in all of them. */
function onlyThis(path: string): string {
  const literal = path.replace(/[*?{[]/g, '[$&]')
  return literal.includes('/') ? literal : `/${literal}`
}

export interface ApprovalPolicy {
  readonly mode: ToolMode
  readonly rules: readonly ToolRule[]
  /** Something from the web or an import is in the context: it may be what speaks. */
  readonly untrusted: boolean
  /** The tools of this run; Varve's own where absent. */
  readonly tools?: readonly Tool<unknown>[] | undefined
}

/**
 * Decides what happens to a call. Reading runs unless a rule forbids it. Writing, deleting and fetching ask
 * unless a rule allows everything that the call touches, and ask anyway if the context contains untrusted
 * text or the change would affect later chats. The strictest rule wins, whatever the order. An invalid call
 * runs: it has no effect, and the model gets the error.
 */
export function approvalFor(call: ToolCall, { mode, rules, untrusted, tools }: ApprovalPolicy): Approval {
  const parsed = parseCall(call, tools)
  if (parsed.kind === 'wrong') return 'run'
  const { tool, args } = parsed
  if (!isInMode(tool, mode)) return 'refuse'
  if (tool.reach === 'ask') return 'run'
  const touched = tool.touches(args)
  const own = rules.filter((rule) => rule.tool === tool.name || rule.tool === '*')
  const decisions = (touched.length === 0 ? [''] : touched).map((path) => decide(own, path))
  if (decisions.includes('refuse')) return 'refuse'
  if (tool.reach === 'read') return decisions.includes('ask') ? 'ask' : 'run'
  const isFile = tool.reach === 'write' || tool.reach === 'delete'
  if (tool.alwaysAsks || untrusted || (isFile && touched.some(shapesChats))) return 'ask'
  return decisions.every((decision) => decision === 'run') ? 'run' : 'ask'
}

/** The strictest rule for a path; undefined where none speaks of it. */
function decide(rules: readonly ToolRule[], path: string): Approval | undefined {
  const decisions = rules.filter((rule) => matches(rule, path)).map(({ decision }) => decision)
  return (['refuse', 'ask', 'run'] as const).find((decision) => decisions.includes(decision))
}

/** Some disks do not tell cases apart: a rule that closes holds for all of them, one that opens for its own only. */
function matches({ path: glob, decision }: ToolRule, path: string): boolean {
  if (glob === undefined) return true
  if (path === '') return false
  // Of a folder that moves: what is closed in it stays closed.
  if (decision !== 'run' && fold(glob).startsWith(`${fold(path)}/`)) return true
  try {
    const matcher = new PacedMatcher(compileGlob(glob, { ignoreCase: decision !== 'run' }))
    const isMatch = matcher.matches(path.normalize('NFC'))
    return isMatch || (matcher.givenUp > 0 && decision !== 'run')
  } catch (error) {
    // A rule that cannot be read opens nothing, and closes everything that it might have been about.
    if (error instanceof AppError) return decision !== 'run'
    throw error
  }
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase().replace(/^\//, '').replace(/\/$/, '')
}
