import { AppError } from '../../app-error.ts'
import { parseCall } from '../parse-call.ts'
import { parseGlob } from '../pattern/parse-glob.ts'
import { PatternMatcher } from '../pattern/pattern-matcher.ts'
import type { Tool, ToolCall } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import type { Approval, ToolRule } from './tool-rules.ts'
import { isInMode, type ToolMode } from '../tools-for.ts'

export interface ApprovalPolicy {
  readonly mode: ToolMode
  readonly rules: readonly ToolRule[]
  /** Something from the web or an import stands in the context: it may be what speaks. */
  readonly untrusted: boolean
  /** The tools of this run; Varve's own where absent. */
  readonly tools?: readonly Tool<unknown>[] | undefined
}

/**
 * What becomes of a call. Reading runs unless a rule says otherwise; what writes, deletes or fetches asks unless a
 * rule lets it run for everything that the call names, and asks all the same when something untrusted is in the
 * context or when it would change what shapes later chats. The strictest rule counts, so that their order does not.
 * A call that cannot be read runs: it has no effect, and the model is told what is wrong with it.
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
    const { matchSlice: text, matchWork: all } = TOOL_LIMITS
    const matcher = new PatternMatcher(parseGlob(glob, { ignoreCase: decision !== 'run' }), { text, all })
    const isMatch = matcher.findEnd(path.normalize('NFC')) !== undefined
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

/** Agents, skills, memory, instructions, rules of privacy: what later requests are made of. */
function shapesChats(path: string): boolean {
  const name = path.normalize('NFC').toLowerCase().replace(/^\.\//, '')
  return name === 'varve' || name.startsWith('varve/') || name === 'agents.md'
}
