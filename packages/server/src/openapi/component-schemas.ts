import { z } from 'zod'
import { REQUEST_SCHEMAS } from './request-schemas.ts'
import { VIEWS } from './views/views.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

interface Conversion {
  /** Requests are shown as they come in, views as they go out. */
  readonly io: 'input' | 'output'
}

const NAMES: ReadonlyMap<z.ZodType, string> = new Map(
  Object.entries<z.ZodType>({ ...REQUEST_SCHEMAS, ...VIEWS }).map(([name, schema]) => [schema, name]),
)

/** Every schema with a name; they refer to each other by it. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  return { ...convert(REQUEST_SCHEMAS, { io: 'input' }), ...convert(VIEWS, { io: 'output' }) }
}

/** Where the document holds a schema that has a name. */
export function schemaReference(schema: z.ZodType): { readonly $ref: string } {
  const name = NAMES.get(schema)
  if (name === undefined) throw new Error('A schema of the API has no name in the document.')
  return { $ref: referenceTo(name) }
}

/** The fields of a query, each with its schema. */
export function querySchemas(query: z.ZodObject): Readonly<Record<string, JsonSchema>> {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' })
  return properties as Readonly<Record<string, JsonSchema>>
}

function convert(
  schemas: Readonly<Record<string, z.ZodType>>,
  { io }: Conversion,
): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ readonly id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const converted = z.toJSONSchema(registry, {
    uri: referenceTo,
    io,
    unrepresentable: 'any',
    // A view may get more fields: whoever reads it must not mind.
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [
      name,
      schema,
    ]),
  )
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`
}
