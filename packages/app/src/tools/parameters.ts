import type { JsonObject } from '@varve/contract'
import type { JsonValue } from '@varve/engine/internal'
import { z } from 'zod'
import { describeIssue } from './describe-issue.ts'

/** Something wrong in a JSON Schema or in what it is to describe, at a place in it. */
export interface ParameterFault {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const
const DEEPEST = 8

/** Words of JSON Schema that are read. A pattern is none of them: it could be made to run for hours. */
const WORDS = new Set(
  [
    'type title description default examples enum const properties required additionalProperties items',
    'minItems maxItems minimum maximum minLength maxLength',
  ].flatMap((line) => line.split(' ')),
)

/** What is wrong with a schema of parameters; nothing where it can be used. */
export function checkParameters(schema: JsonValue): readonly ParameterFault[] {
  if (!isObject(schema) || schema['type'] !== 'object')
    return [{ path: [], message: 'Parameters are a JSON Schema of the type "object".' }]
  return checkSchema(schema, [])
}

function checkSchema(schema: JsonValue | undefined, path: ParameterFault['path']): readonly ParameterFault[] {
  const fault = (message: string, ...more: ParameterFault['path']): ParameterFault => ({
    path: [...path, ...more],
    message,
  })
  if (!isObject(schema)) return [fault('A schema is names with values.')]
  if (path.length > DEEPEST * 2) return [fault(`A schema is at most ${DEEPEST} deep.`)]
  const { type, properties, required, items } = schema
  const faults = Object.keys(schema)
    .filter((word) => !WORDS.has(word))
    .map((word) => fault(`"${word}" is not read in a schema here.`, word))
  if (type !== undefined && !TYPES.some((known) => known === type))
    faults.push(fault(`A type is one of ${TYPES.join(', ')}.`, 'type'))
  if (properties !== undefined && !isObject(properties))
    faults.push(fault('Properties are names with a schema each.', 'properties'))
  else
    for (const [name, inner] of Object.entries(properties ?? {}))
      faults.push(...checkSchema(inner, [...path, 'properties', name]))
  faults.push(...wordFaults(schema).map(([word, message]) => fault(message, word)))
  if (required !== undefined) {
    const known = isObject(properties) ? Object.keys(properties) : []
    if (!Array.isArray(required)) faults.push(fault('What is required is a list of names.', 'required'))
    const names: readonly JsonValue[] = Array.isArray(required) ? required : []
    for (const name of names)
      if (typeof name !== 'string' || !known.includes(name))
        faults.push(fault(`${JSON.stringify(name)} is required and is no property.`, 'required'))
  }
  return items === undefined ? faults : [...faults, ...checkSchema(items, [...path, 'items'])]
}

const isNumber = (value: JsonValue): boolean => typeof value === 'number'
const isCount = (value: JsonValue): boolean => Number.isInteger(value) && (value as number) >= 0
const isText = (value: JsonValue): boolean => typeof value === 'string'

/** What each word of a schema has to be. */
const VALUES: Readonly<Record<string, readonly [is: (value: JsonValue) => boolean, what: string]>> = {
  title: [isText, 'a text'],
  description: [isText, 'a text'],
  enum: [(value) => Array.isArray(value) && value.length > 0, 'a list of at least one value'],
  examples: [(value) => Array.isArray(value), 'a list'],
  additionalProperties: [(value) => typeof value === 'boolean' || isObject(value), 'true, false or a schema'],
  minimum: [isNumber, 'a number'],
  maximum: [isNumber, 'a number'],
  minLength: [isCount, 'a whole number'],
  maxLength: [isCount, 'a whole number'],
  minItems: [isCount, 'a whole number'],
  maxItems: [isCount, 'a whole number'],
}

function wordFaults(schema: JsonObject): readonly (readonly [word: string, message: string])[] {
  return Object.entries(VALUES).flatMap(([word, [is, what]]) => {
    const value = schema[word]
    return value === undefined || is(value) ? [] : [[word, `"${word}" must be ${what}.`] as const]
  })
}

/** What is wrong with arguments by a sound schema, in words for the one who gave them. */
export function checkArguments(schema: JsonObject, value: JsonValue): readonly string[] {
  const { error } = z.fromJSONSchema(schema).safeParse(value, { reportInput: true })
  return (error?.issues ?? []).map((issue) => describeIssue(issue, 'arguments'))
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
