import type { PlacedCall } from '../request/placed-call.ts'
import type { BlocksBuilder } from '../wire/blocks-builder.ts'
import type { ReasoningItem } from '../wire/reasoning-record.ts'
import type { CacheDiagnosis, FinishReason, JsonObject, ReportedUsage } from '../wire/wire.ts'

/** One wire protocol, whole: how a call is written, how a body is read, how an answer is read. */
export interface Protocol {
  /** What goes out. The order of the names is the order of the bytes. */
  readonly write: (call: PlacedCall) => { readonly path: string; readonly body: JsonObject }
  readonly headers: (key: string) => Readonly<Record<string, string>>
  /** Where the pieces of an answer end: events of a stream, or lines. */
  readonly framing: 'events' | 'lines'
  /** Reads one answer. `callsBefore` is the number of tool calls in the request. */
  readonly openReader: (callsBefore: number) => AnswerReader
  /** What a cache compares and a provider counts, in the order in which it reads it. */
  readonly addBlocks: (body: JsonObject, builder: BlocksBuilder) => void
  /** What parts one cache from another beside the blocks. */
  readonly scope: (body: JsonObject) => BodyScope
}

/** What of a body decides, beside its blocks, whether a provider finds an earlier request again. */
export interface BodyScope {
  /** Requests share nothing where this differs. */
  readonly whole: string
  /** Requests share tools and system alone where this differs. */
  readonly messages: string
  /** Where pictures part requests too: whether there are any. */
  readonly hasImage?: boolean
}

export interface AnswerReader {
  /** @throws what the provider reports as an error, or `UnreadablePiece`. */
  readonly read: (piece: JsonObject) => Iterable<AnswerPart>
  /** After the last piece. */
  readonly end: () => AnswerEnd
  /** What the provider wants back of the reasoning so far. */
  readonly reasoning?: () => readonly ReasoningItem[]
}

export type AnswerPart =
  | { readonly kind: 'text'; readonly delta: string }
  | {
      readonly kind: 'reasoning'
      readonly delta: string
      /** Starts a new thought: a new paragraph for readers. */
      readonly isNew: boolean
    }
  | {
      readonly kind: 'tool-call'
      readonly callId: string
      readonly tool: string
      readonly arguments: string
    }

export interface AnswerEnd {
  /** `cut` where the provider never said that it was done. */
  readonly reason: FinishReason
  /** Missing where the answer was cut before any count came. */
  readonly usage?: ReportedUsage | undefined
  /** The provider's name of this response. */
  readonly responseId?: string
  readonly diagnosis?: CacheDiagnosis | undefined
  /** What the provider calls an end that is a failure. */
  readonly fault?: string
}

/** A piece that is no part of an answer. */
export class UnreadablePiece extends Error {
  readonly text: string

  constructor(text: string) {
    super('a piece of the answer cannot be read')
    this.name = 'UnreadablePiece'
    this.text = text
  }
}

interface Counts {
  /** All of the prompt, what was cached included. */
  readonly input: number | undefined
  readonly cached?: number | undefined
  readonly written?: number | undefined
  /** What was thought included. */
  readonly output: number | undefined
  readonly reasoning?: number | undefined
}

/** Counts in one form; a proxy that reports more cached than sent must not make a negative rest. */
export function reportedUsage({
  input,
  cached = 0,
  written = 0,
  output,
  reasoning = 0,
}: Counts): ReportedUsage | undefined {
  if (input === undefined && output === undefined) return undefined
  const sent = Math.max(0, input ?? 0)
  const read = clamp(cached, sent)
  const stored = clamp(written, sent - read)
  const answered = Math.max(0, output ?? 0)
  return {
    input: sent,
    cached: read,
    written: stored,
    uncached: sent - read - stored,
    output: answered,
    reasoning: clamp(reasoning, answered),
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}

export function bearer(key: string): Readonly<Record<string, string>> {
  return key === '' ? {} : { authorization: `Bearer ${key}` }
}

/** So many bytes become one text at a time: a call takes only so many arguments. */
const BYTES_AT_ONCE = 0x8000

/** Named here, since browsers have no types for it. */
interface BufferOfNode {
  readonly from: (
    bytes: ArrayBufferLike,
    at: number,
    length: number,
  ) => { readonly toString: (encoding: 'base64') => string }
}

/** Works in browsers too. */
export function toBase64(bytes: Uint8Array): string {
  const { Buffer } = globalThis as { readonly Buffer?: BufferOfNode }
  if (Buffer) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  let binary = ''
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE)
    binary += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE))
  return btoa(binary)
}

export function dataUrl({
  mediaType,
  bytes,
}: {
  readonly mediaType: string
  readonly bytes: Uint8Array
}): string {
  return `data:${mediaType};base64,${toBase64(bytes)}`
}

/** Only the fields that have a value; absent ones are not written. */
export function given(fields: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, JsonObject[string]] => entry[1] !== undefined),
  )
}
