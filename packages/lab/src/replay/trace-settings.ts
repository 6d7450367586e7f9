import type { ToolDefinition } from '@varve/engine'
import { type SectionInput, stableJson } from '@varve/engine/internal'
import type { NumberedTurn } from './read-trace.ts'
import type { TraceInstructions, TraceTurn } from '@varve/app/internal'

/** What a trace writes only when it changes. */
export interface TraceSettings {
  readonly system: string
  readonly agent: string
  readonly project: string
  readonly memory: string
  /** All of L1 where a line gives it whole: the texts above then count no more. */
  readonly sections?: readonly SectionInput[]
  readonly tools: readonly ToolDefinition[]
}

export const NO_SETTINGS: TraceSettings = { system: '', agent: '', project: '', memory: '', tools: [] }

/** The settings from this turn on. */
export function changeSettings(before: TraceSettings, turn: TraceTurn): TraceSettings {
  return {
    system: turn.system ?? before.system,
    agent: turn.agent === undefined ? before.agent : textOf(turn.agent),
    project: turn.project === undefined ? before.project : textOf(turn.project),
    memory: turn.memory ?? before.memory,
    ...(turn.sections ? { sections: turn.sections } : before.sections ? { sections: before.sections } : {}),
    tools: turn.toolDefs?.map(toolDefinition) ?? before.tools,
  }
}

/** The sections of L1, most stable first. */
export function sectionsOf(settings: TraceSettings): readonly SectionInput[] {
  const { system, agent, project, memory, sections } = settings
  if (sections) return sections
  return [
    { id: 'contract', text: system },
    { id: 'contract', text: agent },
    { id: 'project', text: project },
    { id: 'memory', text: memory },
  ]
}

/** The text of instructions that may come with a name around them. */
export function textOf(instructions: TraceInstructions): string {
  if (typeof instructions === 'string') return instructions
  const { instructions: own, content, text } = instructions
  const found = [own, content, text].find((candidate) => typeof candidate === 'string')
  return found ?? stableJson(instructions)
}

/**
 * Definitions of the tools that a conversation calls without ever defining any. Providers refuse calls of
 * tools that a request does not define; the whole conversation is read first, so that they never change.
 */
export function impliedTools(turns: readonly NumberedTurn[]): ReadonlyMap<string, readonly ToolDefinition[]> {
  const implied = new Map<string, readonly ToolDefinition[]>()
  for (const [conversation, own] of Map.groupBy(turns, ({ turn }) => turn.conversation)) {
    if (own.some(({ turn }) => turn.toolDefs !== undefined)) continue
    const names = new Set(own.flatMap(({ turn }) => (turn.tools ?? []).map(({ name }) => name)))
    implied.set(
      conversation,
      [...names].map((name) => toolDefinition({ name })),
    )
  }
  return implied
}

function toolDefinition(tool: {
  readonly name: string
  readonly description?: string | undefined
  readonly parameters?: Readonly<Record<string, unknown>> | undefined
}): ToolDefinition {
  return {
    name: tool.name,
    description: tool.description ?? '',
    parameters: tool.parameters ?? { type: 'object', properties: {} },
  }
}
