import type { ComposerDirectives } from '@varve/contract'

/** Names that `@` and `/` can be followed by in a workspace. */
export interface ComposerNames {
  readonly agents: readonly string[]
  readonly templates: readonly string[]
  readonly skills: readonly string[]
}

/**
 * `name` is a word behind an `@` that may be a note, and `command` one behind a `/` at the beginning that is neither a
 * template nor a skill.
 */
export type MentionKind =
  | 'note'
  | 'name'
  | 'folder'
  | 'tag'
  | 'url'
  | 'vault'
  | 'chats'
  | 'web'
  | 'agent'
  | 'composer'
  | 'template'
  | 'skill'
  | 'command'

export interface Mention {
  readonly kind: MentionKind
  /** In the text, from and up to but without. */
  readonly from: number
  readonly to: number
  /** As it is attached or called: `folder/`, `#tag`, an address, a name; empty for `@agent` by itself. */
  readonly name: string
}

export interface ComposerReading {
  /** As it was written: what is sent. */
  readonly text: string
  /** In their order. */
  readonly mentions: readonly Mention[]
  /** Without the words that are meant for the program. */
  readonly plain: string
  readonly directives: ComposerDirectives
  /** To be attached as they are: `folder/`, `#tag`, `https://…`. */
  readonly attach: readonly string[]
  /** Targets of links, still to be looked up: `Plan`, `Plan#Dates`. */
  readonly notes: readonly string[]
  /** Words that are a note where there is one of that name, and text where there is none. */
  readonly names: readonly string[]
}

/** What of a message is meant for the program. */
export interface TurnDirectives {
  /** Search the workspace, earlier chats, and the web, whatever a planner thinks. */
  readonly vault?: boolean | undefined
  readonly chats?: boolean | undefined
  readonly web?: boolean | undefined
  /** Write into notes, each change shown as a difference to accept. */
  readonly composer?: boolean | undefined
}
