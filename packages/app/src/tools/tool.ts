import type { Artifact, ToolDefinition } from '@varve/engine'
import type { Hash, ToolExchange } from '@varve/engine/internal'
import type { SearchIndex } from '@varve/index'
import type { FileStore, ReadPage } from '@varve/workspace'
import type { z } from 'zod'
import type { ChangePreview, FileChangeRecord, MarkView, ToolLook, ToolReach } from '@varve/contract'
import type { WebSearch } from './web/web-search.ts'

/** A passage that a search found, as the engine takes it. */
export type SearchHit = NonNullable<ToolExchange['hits']>[number]

/** First and last line, counted from 1. */
export type Lines = readonly [from: number, to: number]

/** A call as a model makes it; the arguments as JSON or as what JSON says. */
export interface ToolCall {
  readonly tool: string
  readonly arguments: unknown
}

/** Something that the conversation holds. */
export interface StoredArtifact {
  readonly content: string
  readonly contentHash: Hash
  /** It came from the web or from an import. */
  readonly untrusted?: boolean
}

/** What is sought in other chats, and when it was said, in milliseconds since 1970. */
export interface ChatsWanted {
  readonly query: string
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly limit: number
}

/** What a tool works with. */
export interface ToolRun {
  readonly workspaceId: string
  readonly files: FileStore
  readonly index: () => Promise<SearchIndex>
  /** Anything that is stored in the conversation, whatever its kind. [B-3] */
  readonly readArtifact: (key: string) => Promise<StoredArtifact | undefined>
  /** Where that version is above, as "turn 3"; undefined where it does not. */
  readonly isReadable: (key: string, hash: Hash, lines?: Lines) => string | undefined
  /** Absent where the network may not be used. */
  readonly fetchPage?: ((url: string) => Promise<ReadPage>) | undefined
  /** Absent unless the user has plugged one in. */
  readonly webSearch?: WebSearch | undefined
  /** Turns of other chats that a question is about; absent where there are none to look into. */
  readonly recallChats?: (request: ChatsWanted) => Promise<Required<Pick<ToolOutcome, 'hits' | 'around'>>>
  /** Passages that one search gives, where the model does not say. */
  readonly searchHits?: number | undefined
  readonly ask: (question: string, options?: readonly string[]) => Promise<string>
  /** What was asked before, newest last: a search weighs it less than its words. */
  readonly conversation?: readonly string[] | undefined
  readonly signal: AbortSignal
  /** Milliseconds since 1970. */
  readonly now: number
  /** Who will read what a tool says: files marked local-only are withheld from the cloud. */
  readonly audience: 'this-machine' | 'cloud'
  /** The strictest mark of what the conversation drew on: what is written from it carries that. */
  readonly mark?: (() => Promise<MarkView | undefined>) | undefined
  /** Words for the name of a new file, with placeholders for private data. */
  readonly nameFor?: ((words: string) => Promise<string>) | undefined
  /** Whether a file came from outside, for example by an import. */
  readonly isUntrusted?: ((path: string) => boolean) | undefined
}

export interface ToolOutcome {
  /** For the model. */
  readonly text: string
  /** One line for a person. */
  readonly summary: string
  /** They follow the text; what is readable above is named by the engine instead of repeated. [L3-3] */
  readonly hits?: readonly SearchHit[]
  /** The file that it read whole, or all that it read of one: kept from the next turn on. [P-6] */
  readonly file?: Artifact
  readonly passage?: SearchHit
  /** For texts shown in part, the text around those parts: for the guard, not for the model. */
  readonly around?: readonly string[]
  /** What was changed, each with what restores it. */
  readonly changes?: readonly FileChangeRecord[]
  /** The text comes from the web or an import: from here on, what writes, deletes or fetches asks. */
  readonly untrusted?: boolean
  readonly isError?: boolean
  /** The user said no. */
  readonly isRejected?: true
}

/** What a wider rule allows: every page of a host, or every call of a tool. */
export interface WiderScope {
  readonly scope: 'host' | 'tool'
  /** The host, or the name of the tool. */
  readonly subject: string
  /** As in a rule; everything where absent. */
  readonly path?: string
}

export interface Tool<Args> {
  readonly name: string
  readonly description: string
  /** How the page shows its calls. */
  readonly look?: ToolLook
  readonly reach: ToolReach
  /** Whether the same call can be made again for the same answer: old results may then be shortened. */
  readonly recoverable: boolean
  /** Can be called before a message is answered, to gather what the answer needs. It never writes. */
  readonly isLookup?: boolean
  /** Its result has text of files, which others may have written. */
  readonly showsText?: boolean
  /** What of the web has to be there for it. */
  readonly needs?: 'pages' | 'search'
  /** Asks whatever the rules say. */
  readonly alwaysAsks?: boolean
  /** What it is given leaves this machine: placeholders of the guard stay in its arguments. */
  readonly leavesMachine?: boolean
  readonly schema: z.ZodType<Args>
  /** The JSON Schema that a model is shown, where others wrote it; made from `schema` where absent. */
  readonly parameters?: ToolDefinition['parameters']
  /** Every path, address or text that a call hands over: rules hold for each. */
  touches(args: Args): readonly string[]
  /** A rule for more than this call, which a person may choose; absent where none is offered. */
  wider?(args: Args): WiderScope | undefined
  /** One line for the person who is asked. */
  describe(args: Args): string
  preview?(args: Args, run: ToolRun): Promise<ChangePreview | undefined>
  run(args: Args, run: ToolRun): Promise<ToolOutcome>
}
