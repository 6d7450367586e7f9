import type { HistoryName, RunnerName, SummariesName } from '../models/model-views.ts'
import type { ComposerReading } from './composer-reading.ts'
import type { DefinitionKind, DefinitionProblem, JsonObject } from './definition.ts'

/** An agent, skill, template or project as it is listed. */
export interface DefinitionView {
  readonly kind: DefinitionKind
  /** What chats and messages call it by: the name of its file. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly path: string
  readonly origin: 'built-in' | 'workspace'
  /** A file of the workspace that takes the place of a built-in one, as far as it is sound and trusted. */
  readonly overrides?: true
  /** What is trusted: the file and all that lies beside it. */
  readonly hash: string
  /** Of the file, for a write over it; absent for a built-in one. */
  readonly contentHash?: string
  /** Without it the file does nothing. */
  readonly trusted: boolean
  /** It was edited since it was trusted; the edits are followed. */
  readonly changed?: true
  /** What is wrong with the file; it does nothing then. */
  readonly problems: readonly DefinitionProblem[]
  /** What it names and nobody knows; it holds all the same. */
  readonly warnings?: readonly DefinitionProblem[]
  /** Files beside a skill. */
  readonly files?: readonly string[]
  readonly model?: string
  readonly models?: readonly string[]
  readonly runner?: RunnerName
  readonly tools?: readonly string[]
  readonly skills?: readonly string[]
  readonly temperature?: number
  readonly maxTokens?: number
  readonly history?: HistoryName
  readonly summaries?: SummariesName
  readonly pinned?: readonly string[]
  readonly parameters?: JsonObject
  /** Of a template: what it asks for. */
  readonly variables?: readonly string[]
  readonly wantsSelection?: true
}

/** One of them, with its text. */
export interface DefinitionTextView extends DefinitionView {
  /** The whole file. */
  readonly content: string
  /** What follows the front matter. */
  readonly body: string
}

/** A template that was filled in. */
export interface FilledTemplateView {
  readonly text: string
  /** To be attached with it. */
  readonly attach: readonly string[]
  /** Variables that must be asked for; they stand in the text as they were. */
  readonly missing: readonly string[]
  readonly wantsSelection: boolean
  /** In words: what was named and is not there. */
  readonly notices: readonly string[]
}

/** What a message in the composer means in this workspace. */
export interface ComposerView {
  /** As it is sent. */
  readonly text: string
  readonly plain: string
  /** What is marked in the text, `[from, to)`. Words that turned out to name nothing are not among them. */
  readonly mentions: readonly {
    readonly kind: string
    readonly from: number
    readonly to: number
    readonly name: string
    /** What is attached by it. */
    readonly attach?: string
  }[]
  readonly attach: readonly string[]
  readonly directives: ComposerReading['directives']
  readonly notices: readonly string[]
}
