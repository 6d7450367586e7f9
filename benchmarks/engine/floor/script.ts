import type { Artifact } from '@varve/engine'

/** A tool call with what came back. */
export interface ScriptedCall {
  readonly tool: string
  /** Canonical JSON. */
  readonly arguments: string
  readonly result: string
}

export interface ScriptedStep {
  readonly text: string
  readonly calls: readonly ScriptedCall[]
  /** From the call before to the one that brings the results back; none where it is left out. */
  readonly gapSeconds?: number
}

/** What happens in one turn, whatever layout carries it. */
export interface ScriptedTurn {
  readonly text: string
  readonly answer: string
  readonly attach: readonly Artifact[]
  /** Tool steps of an agent: what it says, and its calls. */
  readonly steps: readonly ScriptedStep[]
  /** Results that stand in the user's message, found before the call. */
  readonly gathered: readonly ScriptedCall[]
  /** Idle time before the turn. */
  readonly gapSeconds: number
  readonly model: string
}

export interface Script {
  readonly name: string
  readonly turns: readonly ScriptedTurn[]
}

export const DEFAULT_GAP_SECONDS = 40
export const FIRST_MODEL = 'model-a'
export const SECOND_MODEL = 'model-b'
