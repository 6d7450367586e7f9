import { z } from 'zod'

/** What a schema describes, read-only all the way down. */
export type View<Schema extends z.ZodType> = Frozen<z.infer<Schema>>

/** What a caller may send: fields with a default may be left out. */
export type Sent<Schema extends z.ZodType> = Frozen<z.input<Schema>>

type Frozen<Value> = Value extends object ? { readonly [Name in keyof Value]: Frozen<Value[Name]> } : Value

/** A part of a view whose shape is an interface: the document of the API describes it in a sentence. */
export function inWords<Value>(words: string) {
  return z.custom<Value>().describe(words)
}

/** ISO 8601, UTC. */
export const moment = z.string().meta({ format: 'date-time' })

/** A range of a text or of lines. */
export const stretch = z.tuple([z.number(), z.number()])

/** What places in a file are counted in; lines if absent. */
export const unit = z.enum(['line', 'page', 'cell', 'turn'])

export const counts = z.record(z.string(), z.number())

export const severity = z.enum(['critical', 'high', 'moderate', 'low'])

/** Tokens by artifact or section. */
export const sizes = z.array(z.object({ key: z.string(), tokens: z.number() }))
