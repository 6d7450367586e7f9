import { type JsonValue, stableJson } from '@varve/engine'
import { asList, asObject, asText } from '../../wire/body-blocks-json.ts'
import type { JsonObject } from '../../wire/wire.ts'
import type { ScriptedCall } from './scenario.ts'

/** A call of the first tool that a body defines, with arguments that its schema allows. */
export function sampleCall(body: JsonObject): ScriptedCall | undefined {
  const tool = readTools(body)[0]
  return tool && { tool: tool.name, arguments: stableJson(sampleValue(tool.schema)) }
}

/** The tools of a body, in whichever form its protocol gives them. */
function readTools(body: JsonObject): readonly { readonly name: string; readonly schema: JsonObject }[] {
  return asList(body['tools']).flatMap((entry) => {
    const tool = asObject(entry)
    const declared = asList(tool['functionDeclarations']).map(asObject)
    return (declared.length > 0 ? declared : [{ ...tool, ...asObject(tool['function']) }]).map((named) => ({
      name: asText(named['name']),
      schema: asObject(named['parameters'] ?? named['input_schema'] ?? named['parametersJsonSchema']),
    }))
  })
}

/** A value that a JSON schema allows, as small as it goes. */
function sampleValue(schema: JsonObject): JsonValue {
  const allowed = asList(schema['enum'])[0]
  if (allowed !== undefined) return allowed
  switch (asText(schema['type']).toLowerCase()) {
    case 'string':
      return 'sample'
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    default: {
      const properties = asObject(schema['properties'])
      const required = asList(schema['required']).map(asText)
      return Object.fromEntries(required.map((name) => [name, sampleValue(asObject(properties[name]))]))
    }
  }
}
