import type { Artifact } from '@varve/engine'
import type { Hash, JsonValue } from '@varve/engine/internal'
import type { Privacy } from '../privacy/privacy-of.ts'

/** JSON that a file carries for the app, or for a later version, without reading it. */
export interface JsonRecord {
  readonly [name: string]: JsonValue
}

export type ChatPrivacy = Exclude<Privacy, 'open'>

/** A conversation as its chat file holds it: every branch, every answer, what was attached. */
export interface ChatDocument {
  readonly id: string
  readonly title: string
  /** Epoch milliseconds; absent if unknown. */
  readonly created?: number
  readonly model?: string
  readonly tags: readonly string[]
  /** The turn where the branch on show ends; the last of `turns` where it is absent. */
  readonly current?: string
  /** Since when it is pinned, and since when it is put away, in epoch milliseconds; absent where it is not. */
  readonly pinned?: number
  readonly archived?: number
  /** How far it may travel: no further than what it drew on. Absent where that may go anywhere. */
  readonly privacy?: ChatPrivacy
  /** The front matter as it was read, where it is not what Varve itself would write. */
  readonly frontMatter?: string
  /** What is between the front matter and the first turn, where that is more than a blank line. */
  readonly preamble?: string
  /** In the order in which they came to be. */
  readonly turns: readonly ChatTurn[]
}

/** A question with its answers. */
export interface ChatTurn {
  readonly id: string
  /** The turn that this one follows: the one before it where absent, none where null. */
  readonly parent?: string | null
  /** Epoch milliseconds. */
  readonly at?: number
  /** As the user sees it. */
  readonly userText: string
  readonly context: ChatContext
  readonly attached: readonly AttachedArtifact[]
  readonly answers: readonly ChatAnswer[]
  /** What the engine decided, for the app to read: a file only carries these four. */
  readonly epoch?: JsonValue
  readonly decisions?: JsonValue
  readonly areas?: JsonValue
  readonly guard?: JsonValue
  readonly remarks?: readonly Remark[]
  /** Fields that this version does not know, as they were. */
  readonly extra?: JsonRecord
}

/** What the line below a question names. */
export interface ChatContext {
  readonly notes: readonly string[]
  readonly urls: readonly string[]
  readonly tabs: readonly string[]
  readonly tags: readonly string[]
  readonly folders: readonly string[]
}

/** An artifact in the version that the turn used; its text is in the workspace or among the objects. */
export interface AttachedArtifact {
  readonly key: string
  readonly kind: string
  readonly hash: Hash
  readonly role?: string
  readonly priority?: string
  readonly extra?: JsonRecord
}

export type ChatAnswerStatus = 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed'

/** One of the answers to a question. */
export interface ChatAnswer {
  readonly id: string
  /** Absent where a foreign file does not say. */
  readonly model?: string
  /** As it is shown. */
  readonly text: string
  /** Names the text as received, where that is another. */
  readonly receivedHash?: Hash
  readonly at?: number
  readonly status: ChatAnswerStatus
  /** The conversation continues with this one. */
  readonly chosen: boolean
  readonly settings?: JsonValue
  readonly usage?: JsonValue
  readonly sources?: JsonValue
  readonly toolSteps?: readonly ChatToolStep[]
  readonly error?: JsonValue
  readonly extra?: JsonRecord
}

export interface ChatToolStep {
  readonly tool: string
  readonly arguments?: JsonValue
  /** Names the text of the result. */
  readonly resultHash?: Hash
  readonly extra?: JsonRecord
}

/** Text that the user wrote between the messages, with the line breaks around it. */
export interface Remark {
  /** 0 for the question, 1 for its first answer and so on, `turn` for the end of the turn. */
  readonly after: number | 'turn'
  readonly text: string
}

export const NO_CONTEXT: ChatContext = { notes: [], urls: [], tabs: [], tags: [], folders: [] }

/** An artifact as a turn of a chat file names it; its text is kept under its hash. */
export function describeAttached(artifact: Artifact): AttachedArtifact {
  const { key, kind, contentHash, role, priority, title, source, recoverable, images, metadata } = artifact
  const extra = {
    title,
    source,
    ...(recoverable ? {} : { recoverable }),
    ...(images.length > 0 ? { images } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
  return {
    key,
    kind,
    hash: contentHash,
    ...(role === undefined ? {} : { role }),
    priority,
    extra: JSON.parse(JSON.stringify(extra)) as JsonRecord,
  }
}
