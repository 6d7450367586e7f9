import { type JsonValue, stableJson } from '@varve/engine'
import { asList, asObject, isObject } from './body-blocks-json.ts'
import type { JsonObject } from './wire.ts'

/**
 * What is counted of tool definitions: name, description and schema, in the form in which the engine counts
 * them too. How each protocol wraps them is its own affair, and no provider says what its wrapping costs.
 */
export function countedTools(tools: readonly JsonValue[]): string {
  return stableJson(tools.flatMap(listFunctions).map(neutralTool))
}

/** Gemini lists its functions inside of one tool. */
function listFunctions(tool: JsonValue): readonly JsonValue[] {
  const declared = asList(asObject(tool)['functionDeclarations'] ?? asObject(tool)['function_declarations'])
  return declared.length === 0 ? [tool] : declared
}

/** What is no function, such as a provider's own search, is counted as the JSON that it is. */
function neutralTool(tool: JsonValue): JsonValue {
  const outer = asObject(tool)
  const named = isObject(outer['function']) ? outer['function'] : outer
  if (typeof named['name'] !== 'string') return tool
  return {
    name: named['name'],
    description: named['description'] ?? '',
    parameters: schemaOf(named) ?? { type: 'object', properties: {} },
  }
}

const SCHEMA_FIELDS = ['parameters', 'input_schema', 'parametersJsonSchema'] as const

function schemaOf(tool: JsonObject): JsonValue | undefined {
  const field = SCHEMA_FIELDS.find((name) => isObject(tool[name]))
  return field === undefined ? undefined : tool[field]
}
