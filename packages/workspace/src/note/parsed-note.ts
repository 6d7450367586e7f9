import type { JsonValue } from '@varve/engine/internal'

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

/** `name:: value`, on a separate line, in brackets or in parentheses. */
export interface InlineField {
  readonly name: string
  readonly value: string
  readonly line: number
}

/** An item of a list; a task if it has a status. */
export interface ListItem {
  /** The first paragraph, without the check box of a task. */
  readonly text: string
  /** The character in the check box of a task. */
  readonly status?: string
  readonly line: number
  /** The line of the item that contains it. */
  readonly parent?: number
  readonly tags?: readonly string[]
  /** The inline fields of a task. Those of other items belong to the note too, and are in `ParsedNote.fields`. */
  readonly fields?: readonly InlineField[]
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
  /** Items of all lists, in order. */
  readonly items: readonly ListItem[]
  readonly callouts: readonly Callout[]
  readonly queries: readonly QueryBlock[]
}
