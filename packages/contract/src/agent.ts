import type { Hash } from '@varve/engine/internal'
import { z } from 'zod'
import { inWords } from './view.ts'

/** What becomes of a call: it runs, asks, or is refused. */
export type Approval = 'run' | 'ask' | 'refuse'

/** What a tool does; a tool that asks changes nothing by itself. */
export type ToolReach = 'read' | 'write' | 'delete' | 'fetch' | 'ask'

/** A decision that the user has made beforehand, for a tool and the paths or addresses that a call names. */
export interface ToolRule {
  /** A name, or `*` for every tool. */
  readonly tool: string
  /**
   * As for glob, `/a.md` for one in the root; everything if absent. For pages all that is sent, as
   * `example.org/search[?]q=tides`, or `example.org/**`; for MCP tools their arguments as JSON.
   */
  readonly path?: string | undefined
  readonly decision: Approval
}

/** Rules for more than one call: an explicit choice, of which scope and subject tell the consequence. */
export interface WiderRules {
  /** Every page of a host, or every call of a tool. */
  readonly scope: 'host' | 'tool'
  readonly subject: string
  readonly rules: readonly ToolRule[]
}

/** What calls of tools may do without asking, what asks, and what is refused. */
export interface ToolRulesView {
  readonly rules: readonly ToolRule[]
  /** The tools that rules can be about. */
  readonly tools: readonly { readonly name: string; readonly reach: ToolReach }[]
}

/** A change that a tool made to one file, with all that undoes it. */
export type FileChangeRecord =
  | {
      readonly kind: 'create'
      readonly path: string
      readonly after: Hash
      /** Folders that were made for it, the outermost first. */
      readonly made?: readonly string[]
    }
  | {
      readonly kind: 'replace'
      readonly path: string
      readonly before: Hash
      readonly after: Hash
      /** The version that holds what was there before. */
      readonly versionId: string
    }
  | {
      readonly kind: 'remove'
      readonly path: string
      readonly before: Hash
      /** Its entry in the trash. */
      readonly trashId: string
    }
  | {
      readonly kind: 'move'
      readonly path: string
      readonly from: string
      readonly after: Hash
      readonly made?: readonly string[]
    }

/** A file as it is and as it would be, for the one who is asked. */
export interface ChangePreview {
  readonly path: string
  /** Absent if the file is new. */
  readonly before?: string
  /** Absent if the file would go. */
  readonly after?: string
  /** The mark that its front matter would say, and the file does not have yet. */
  readonly marked?: 'local-only' | 'private'
  /** Of a file that would only get another path. */
  readonly movedFrom?: string
  /** Of a folder that would move: its files, from the folder. */
  readonly files?: readonly string[]
}

export type CallStatus = 'running' | 'waiting' | 'done' | 'failed'

/** How a call is shown: an icon of the page, and a word for what it does while it runs. */
export interface ToolLook {
  readonly icon:
    | 'bulb'
    | 'chat'
    | 'clock'
    | 'edit'
    | 'folder'
    | 'globe'
    | 'layers'
    | 'note'
    | 'passage'
    | 'search'
    | 'sliders'
    | 'trash'
  readonly doing: string
}

/** One call of a tool, as it is shown and stored. */
export interface ToolCallRecord {
  readonly callId: string
  readonly tool: string
  /** Added when it is shown, not stored; absent for tools of others. */
  readonly look?: ToolLook
  /** As the model wrote them, with the values that it was not given. */
  readonly arguments: string
  readonly status: CallStatus
  /** The user rejected it; nothing went wrong. */
  readonly isRejected?: true
  /** One line for a person. */
  readonly summary: string
  /** The beginning of the result sent to the model. */
  readonly result?: string
  readonly changes?: readonly FileChangeRecord[]
  /** A person has taken the changes back. */
  readonly isUndone?: true
  /** What a person is asked before it runs, or what it asks them. */
  readonly question?: {
    readonly text: string
    readonly options?: readonly string[]
    readonly preview?: ChangePreview
    /** The rules that *always* adds before the call runs; absent if it would ask all the same. */
    readonly always?: readonly ToolRule[]
    /** The rules that *always, and more* adds, with what they allow. */
    readonly wider?: WiderRules
  }
  /** What the person said to that: `approve`, `reject: why`, or their answer. */
  readonly reply?: string
}

/** What a person said to a model at work, in their own words: what the model read of it has passed the guard. */
export interface SaidRecord {
  readonly text: string
  /** False if the model had ended before it could read it. */
  readonly isRead: boolean
}

/** What a model wrote before its tool calls, the calls, and what the user typed while they ran. */
export interface ToolStepRecord {
  readonly text: string
  readonly calls: readonly ToolCallRecord[]
  /** The model read it behind the results of these calls. */
  readonly said?: readonly SaidRecord[]
}

export const toolSteps = z.array(
  inWords<ToolStepRecord>(
    'One step: `text` that the model said, `calls` of tools with their status, and `said` by the user. A call whose ' +
      'status is `waiting` has a `question` for a person and goes on when it is answered.',
  ),
)

export const toolRules = inWords<ToolRulesView>(
  'An object: `rules`, in order, each with `tool`, `path` where it has one and `decision` (run, ask, refuse); and ' +
    '`tools` that rules can be about, each with its name and reach.',
)
