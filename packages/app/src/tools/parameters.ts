import type { JsonObject } from '@varve/contract'
import type { JsonValue } from '@varve/engine/internal'

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
  return faultsOf(schema, value, 'arguments')
}

function faultsOf(schema: JsonObject, value: JsonValue, place: string): readonly string[] {
  const { type } = schema
  if (typeof type === 'string' && !isOfType(value, type)) return [`${place} must be of the type ${type}`]
  if (Array.isArray(schema['enum']) && !schema['enum'].some((one: JsonValue) => isSame(one, value)))
    return [`${place} must be one of ${JSON.stringify(schema['enum'])}`]
  if (schema['const'] !== undefined && !isSame(schema['const'], value))
    return [`${place} must be ${JSON.stringify(schema['const'])}`]
  const faults = sizeFaults(schema, value, place)
  if (Array.isArray(value) && isObject(schema['items'])) {
    const items = schema['items']
    return [...faults, ...value.flatMap((one, index) => faultsOf(items, one, `${place}[${index}]`))]
  }
  return isObject(value) ? [...faults, ...objectFaults(schema, value, place)] : faults
}

function objectFaults(schema: JsonObject, value: JsonObject, place: string): readonly string[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required: readonly JsonValue[] = Array.isArray(schema['required']) ? schema['required'] : []
  const missing = required
    .filter((name) => typeof name === 'string')
    .filter((name) => !Object.hasOwn(value, name))
  const known = Object.entries(value).flatMap(([name, inner]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (isObject(own)) return faultsOf(own, inner, `${place}.${name}`)
    return schema['additionalProperties'] === false ? [`${place}.${name} is not known`] : []
  })
  return [...missing.map((name) => `${place}.${name} is missing`), ...known]
}

const SIZES = [
  ['minimum', 'least', (value: JsonValue) => (typeof value === 'number' ? value : undefined)],
  ['maximum', 'most', (value: JsonValue) => (typeof value === 'number' ? value : undefined)],
  ['minLength', 'least', (value: JsonValue) => (typeof value === 'string' ? value.length : undefined)],
  ['maxLength', 'most', (value: JsonValue) => (typeof value === 'string' ? value.length : undefined)],
  ['minItems', 'least', (value: JsonValue) => (Array.isArray(value) ? value.length : undefined)],
  ['maxItems', 'most', (value: JsonValue) => (Array.isArray(value) ? value.length : undefined)],
] as const

function sizeFaults(schema: JsonObject, value: JsonValue, place: string): readonly string[] {
  return SIZES.flatMap(([word, end, measure]) => {
    const limit = schema[word]
    const size = measure(value)
    if (typeof limit !== 'number' || size === undefined) return []
    const isGood = end === 'least' ? size >= limit : size <= limit
    return isGood ? [] : [`${place}: ${word} is ${limit}, and it has ${size}`]
  })
}

function isOfType(value: JsonValue, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
