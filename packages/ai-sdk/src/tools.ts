import type { ToolDefinition } from '@varve/engine'
import { asSchema, type ToolSet } from 'ai'
import { ContextError } from './context-error.ts'

/** Tools as the engine counts them, and in an order that does not depend on how they were put together. */
export function defineTools(tools: ToolSet = {}): {
  readonly definitions: readonly ToolDefinition[]
  readonly sorted: ToolSet
} {
  const entries = Object.entries(tools).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    sorted: Object.fromEntries(entries),
    definitions: entries.map(([name, { description, inputSchema }]) => ({
      name,
      description: typeof description === 'string' ? description : '',
      parameters: schemaOf(name, asSchema(inputSchema).jsonSchema),
    })),
  }
}

function schemaOf(name: string, schema: object): ToolDefinition['parameters'] {
  if ('then' in schema)
    throw new ContextError(
      'late-schema',
      `The schema of the tool ${name} is a promise. Await it and wrap it in jsonSchema().`,
    )
  return { ...schema }
}
