import { AppError, type ClientCall, type ConverseInput, type TalkUsage } from '@varve/app'
import type { ProblemView } from '@varve/contract'
import { z } from 'zod'

/** How the API of one vendor asks for an answer, and gives it. Each is a translation to one conversation and back. */
export interface VendorApi<
  Body extends { readonly model: string; readonly stream?: boolean | null | undefined },
> {
  readonly schema: z.ZodType<Body>
  /** What the id of a response begins with. */
  readonly idPrefix: string
  readonly read: (body: Body) => TalkRequest
  /** Names that were asked for and have no effect here. */
  readonly ignored: (body: Body) => readonly string[]
  readonly whole: (response: ResponseInfo, said: Said, body: Body) => object
  /** The same as a stream of server-sent events. */
  readonly openWriter: (response: ResponseInfo, body: Body) => ResponseWriter
}

/** The request in Varve's words, its model aside. */
export type TalkRequest = Pick<
  ConverseInput,
  'messages' | 'system' | 'tools' | 'settings' | 'decision' | 'format' | 'toolChoice' | 'previous'
>

export interface ResponseInfo {
  readonly id: string
  /** As it was asked for. */
  readonly model: string
  /** In seconds. */
  readonly created: number
}

export interface Said {
  readonly text: string
  /** The client is to run these, and to come back with what they gave. */
  readonly calls: readonly ClientCall[]
  readonly finish: 'stop' | 'length' | 'content_filter' | 'tool_calls'
  readonly usage: TalkUsage | undefined
}

export interface ResponseWriter {
  readonly begin: () => string
  readonly text: (delta: string) => string
  readonly end: (said: Said) => string
  readonly fail: (problem: RefusedWith) => string
}

export type RefusedWith = Pick<ProblemView, 'code' | 'detail' | 'status' | 'guard'>

/** One event of a stream; with a name where the vendor gives it one. */
export function eventBlock(data: object, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** A field that is known and not honoured is refused, unless it has the value that changes nothing. */
export function only<Value extends string | number | boolean>(value: Value) {
  return z.literal(value, { error: `only ${JSON.stringify(value)} is supported` }).nullish()
}

export const unsupported = z.null({ error: 'not supported' }).optional()
export const unsupportedList = z.array(z.never({ error: 'not supported' })).nullish()
/** Shifts the choice of words a little. Many clients send it unasked, so it is ignored rather than refused. */
export const sampling = z.number().nullish()
export const withoutEffect = z.unknown().optional()

/** What Varve does with private data that it asks about, in this request. */
export const guardDecision = z.enum(['redact', 'send']).nullish()

export function decisionOf(action: z.infer<typeof guardDecision>): Pick<TalkRequest, 'decision'> {
  return action ? { decision: { action } } : {}
}

export const toolName = z
  .string()
  .regex(/^[\w-]{1,128}$/, 'a name has letters, digits, "_" and "-", at most 128')

/** A tool that has to be called; it has to be there. */
export function choiceOf(
  choice: 'auto' | 'none' | 'required' | { readonly name: string } | null | undefined,
  tools: TalkRequest['tools'],
): Pick<TalkRequest, 'toolChoice'> {
  if (typeof choice !== 'object' && choice !== 'required') return {}
  if (choice === null) return {}
  const isThere = choice === 'required' ? tools.length > 0 : tools.some(({ name }) => name === choice.name)
  if (!isThere) throw new AppError('message-invalid', 'tool_choice names a tool that is not in "tools".')
  return { toolChoice: choice === 'required' ? choice : { name: choice.name } }
}

export const jsonObject = z.record(z.string(), z.json())

export function givenNames(body: object, names: readonly string[]): readonly string[] {
  const fields = body as Readonly<Record<string, unknown>>
  return names.filter((name) => fields[name] !== undefined && fields[name] !== null)
}

/** A picture from a `data:` URL. */
export function readPicture(url: string): { readonly mediaType: string; readonly bytes: Uint8Array } {
  const comma = url.indexOf(',')
  const [, mediaType] = /^data:(image\/[\w.+-]+);base64$/.exec(url.slice(0, Math.max(0, comma))) ?? []
  if (mediaType === undefined)
    throw new AppError('message-invalid', 'Send a picture itself, as a data: URL. Varve fetches none.')
  return pictureFrom(mediaType, url.slice(comma + 1))
}

export function pictureFrom(mediaType: string, base64: string) {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  if (bytes.length === 0) throw new AppError('message-invalid', 'A picture is not valid base64.')
  return { mediaType, bytes }
}

/** What the guard found, without a value. */
export function findingsOf({ guard }: RefusedWith): object {
  if (!guard) return {}
  return {
    findings: guard.findings.map(({ type, place, count, severity }) => ({ type, place, count, severity })),
  }
}
