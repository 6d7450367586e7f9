import type { JsonValue } from '@varve/engine'

/** First and last line, counted from 1. */
export type LineRange = readonly [from: number, to: number]

export interface FrontMatter {
  readonly values: { readonly [name: string]: JsonValue }
  /** The lines of the block, fences included; absent where a note has none. */
  readonly lines?: LineRange
  /** Why the block could not be read; the text of the note is never touched. */
  readonly problem?: string
}

export interface Heading {
  readonly level: number
  readonly text: string
  readonly line: number
}

/** A link as it is written; what it leads to is for `resolveLink` to say. */
export interface NoteLink {
  readonly form: 'wiki' | 'markdown'
  readonly embed: boolean
  /**
   * The note or file as written, decoded, without heading, block or alias; empty for a link into the same note. An
   * embedded picture on the web has its whole address here; other links to the web are not among these.
   */
  readonly target: string
  /** `Heading` or `Heading#Below` as written after the first `#`. */
  readonly heading?: string
  /** The id after `#^`. */
  readonly block?: string
  /** What is shown instead of the target; for an embedded image this may be its size. */
  readonly alias?: string
  readonly line: number
}

/** `name:: value`, on a line of its own, in brackets or in parentheses. */
export interface InlineField {
  readonly name: string
  readonly value: string
  readonly line: number
}

export interface Task {
  readonly text: string
  /** The character between the brackets. */
  readonly status: string
  readonly line: number
  readonly tags: readonly string[]
  /** Only of the task: they are none of the note. */
  readonly fields: readonly InlineField[]
  /** The lines of the list items that it stands in, outermost first; absent where it stands in none. */
  readonly within?: readonly number[]
}

export interface Callout {
  readonly type: string
  readonly title: string
  readonly lines: LineRange
}

/** A fenced block of a query language that Varve knows by name. */
export interface QueryBlock {
  readonly language: 'dataview' | 'dataviewjs'
  readonly query: string
  /** Of the whole block, fences included. */
  readonly lines: LineRange
}

/** What a note says about itself. Nothing of this changes its text. */
export interface ParsedNote {
  readonly frontMatter: FrontMatter
  readonly headings: readonly Heading[]
  /** Without `#`, NFC, in order of appearance, front matter first, each once. */
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  readonly links: readonly NoteLink[]
  /** Blocks that a link can name: `^id` at the end of a block. */
  readonly blocks: readonly { readonly id: string; readonly lines: LineRange }[]
  readonly fields: readonly InlineField[]
  readonly tasks: readonly Task[]
  readonly callouts: readonly Callout[]
  readonly queries: readonly QueryBlock[]
}
