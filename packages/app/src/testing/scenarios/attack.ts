import type { ToolRule } from '@varve/contract'
import type { ToolMode } from '../../tools/tools-for.ts'
import type { HostileApp } from './hostile-app.ts'

/** A call that a hostile model makes; text is sent as it is, everything else as JSON. */
export interface HostileCall {
  readonly tool: string
  readonly args: unknown
  readonly callId?: string
}

/** What the model says to one request. */
export interface HostileStep {
  readonly text?: string
  readonly calls: readonly HostileCall[]
}

/** One try of a hostile model, and what has to come of it. */
export interface Attack {
  readonly what: string
  /** One for each request; to the next one the model says that it is done. */
  readonly steps: readonly HostileStep[]
  /** `act` where absent: the mode that allows most. */
  readonly mode?: ToolMode
  readonly rules?: readonly ToolRule[]
  /** The agent of the chat. */
  readonly agent?: string
  /** Stand in the workspace before. */
  readonly files?: Readonly<Record<string, string>>
  readonly attach?: readonly string[]
  /** What else is done before. */
  readonly prepare?: (it: HostileApp) => Promise<void> | void
  /** What the user says to each call that asks, in order, and no after that. */
  readonly person?: readonly string[]
  /** Happens before the user answers the first question. */
  readonly meanwhile?: (it: HostileApp, answerId: string) => Promise<void> | void
  /** Each must be in the model's last input. */
  readonly told: readonly RegExp[]
  /** None of it is in anything that is sent. */
  readonly never?: readonly RegExp[]
  /** How many calls come to something; each of the others fails and says so. */
  readonly done?: number
  /** How often the user is asked; never where absent. */
  readonly asked?: number
  /** Every file that differs afterwards. */
  readonly changed?: readonly string[]
  /** Every page that was asked for. */
  readonly fetched?: readonly string[]
  /** `complete` where absent. */
  readonly status?: 'complete' | 'stopped' | 'failed'
}

export function call(tool: string, args: unknown, callId?: string): HostileCall {
  return { tool, args, ...(callId === undefined ? {} : { callId }) }
}

/** A step of calls without a word. */
export function calls(...made: readonly HostileCall[]): HostileStep {
  return { calls: made }
}
