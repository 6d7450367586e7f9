import { z } from 'zod'

/** A type with everything about its fields said outright, so that one that may be left out is not passed over. */
type Told<Value> = unknown extends Value
  ? Value
  : Value extends readonly (infer Item)[]
    ? { readonly items: Told<Item>; readonly length: Value['length'] }
    : Value extends object
      ? { readonly [Name in keyof Value]-?: ToldField<Value, Name> }
      : Value

interface ToldField<Value, Name extends keyof Value> {
  readonly isOptional: Partial<Pick<Value, Name>> extends Pick<Value, Name> ? true : false
  readonly value: Told<Value[Name]>
}

type IsSame<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false

type Matching<Schema extends z.ZodType, View> =
  IsSame<Told<z.infer<Schema>>, Told<View>> extends true ? Schema : 'this is not the schema of the view'

/**
 * The schema of a view, for the document of the API. A field that the view does not have, has in another form or
 * has beside these does not compile: so the document cannot fall behind what is sent.
 */
export function viewOf<View>() {
  return <Schema extends z.ZodType>(schema: Schema & Matching<Schema, View>): Schema => schema
}

/** A part of a view that is told in words: its form is the app's own business. */
export function inWords<View>(words: string) {
  return z.custom<View>().describe(words)
}

/** ISO 8601, UTC. */
export const moment = z.string().meta({ format: 'date-time' })

/** A stretch of a text or of lines. */
export const stretch = z.tuple([z.number(), z.number()])

/** What places in a file are counted in; lines where it is absent. */
export const unit = z.enum(['line', 'page', 'cell'])

export const counts = z.record(z.string(), z.number())
