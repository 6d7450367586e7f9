import type { ToolDefinition } from '@varve/engine'
import { stableJson } from '@varve/engine/internal'
import { z } from 'zod'
import type { Tool } from './tool.ts'

/** Tools as a model sees them: sorted by name, names in each schema sorted, so that equal tools give equal bytes. */
export function toolDefinitions(tools: readonly Tool<unknown>[]): readonly ToolDefinition[] {
  return tools
    .map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.parameters ?? parametersOf(tool.schema),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function parametersOf(schema: z.ZodType): ToolDefinition['parameters'] {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(schema)
  // Parsed back, so that also who prints it without sorting prints the same.
  return JSON.parse(stableJson(parameters)) as ToolDefinition['parameters']
}
