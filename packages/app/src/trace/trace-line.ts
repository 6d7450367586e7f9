import type { Artifact, ModelStep } from '@varve/engine'
import type { EngineTurn } from '../chat-files/gather-chat.ts'
import type { TraceAttachment } from '../replay/trace-schema.ts'
import type { LayerView } from '../views.ts'

/** What earlier lines have said already, by branch: it is not said again. */
export interface Told {
  /** By the name that a line has for them. */
  readonly instructions: Readonly<Partial<Instructions>>
  /** By key: the hash of the text that was given last. */
  readonly contents: ReadonlyMap<string, string>
}

/** The parts of L1 that a trace tells apart, so that a replay sends them apart as well. */
interface Instructions {
  readonly system: string
  readonly project: string
  readonly memory: string
}

export const NOTHING_TOLD: Told = { instructions: {}, contents: new Map() }
/** Before the first line there is neither a project nor a memory. */
export const BEFORE_ALL: Told = { instructions: { project: '', memory: '' }, contents: new Map() }

/** The segment that lists a request's tools; they are no part of its text. */
const TOOL_DEFINITIONS = 'tool definitions'

export interface TurnToTrace {
  readonly record: EngineTurn
  /** As the model was given them; undefined where that was deleted. */
  readonly layers: readonly LayerView[] | undefined
  /** The model whose answer the chat goes on with, and that answer as it was received. */
  readonly modelId: string | undefined
  readonly answer: string | undefined
}

/** The part of a line that a replay reads: what a turn brought, as it went through the guard. */
export function traceLine(
  { record, layers, modelId, answer }: TurnToTrace,
  told: Told,
): { readonly line: object; readonly told: Told } {
  const instructions = layers ? readInstructions(layers) : told.instructions
  const contents = new Map(told.contents)
  const attach = record.attached.map(({ artifact, freshness, pinned, ownPriority }) => {
    const isKnown = contents.get(artifact.key) === artifact.contentHash
    contents.set(artifact.key, artifact.contentHash)
    return {
      ...attachmentOf(artifact),
      ...(isKnown ? {} : { content: artifact.content }),
      ...(ownPriority === 'normal' ? {} : { priority: ownPriority }),
      ...(freshness === 'update' ? {} : { freshness }),
      ...(pinned ? { pin: true } : {}),
    }
  })
  const active = record.attached.find(({ artifact }) => artifact.role === 'active')?.artifact.source.path
  const tools = [
    ...record.gathered.map(({ tool, arguments: args, text }) => ({ name: tool, args, result: text })),
    ...toolCalls(modelId === undefined ? [] : (record.steps[modelId] ?? [])),
  ]
  const line = {
    ...changed(instructions, told.instructions),
    ...(attach.length === 0 ? {} : { attach }),
    ...(active === undefined ? {} : { active }),
    ...(record.observed.length === 0 ? {} : { observed: record.observed }),
    ...(record.guidance === '' ? {} : { guidance: record.guidance }),
    ...(tools.length === 0 ? {} : { tools }),
    user: record.text,
    ...(answer === undefined ? {} : { assistant: answer }),
  }
  return { line, told: { instructions, contents } }
}

function readInstructions(layers: readonly LayerView[]): Instructions {
  const sections = layers.find(({ id }) => id === 'L1')?.segments ?? []
  // Each section has what sets it apart from the one before.
  const textOf = (isOf: (name: string) => boolean): string =>
    sections
      .filter(({ name }) => isOf(name))
      .map(({ text }) => text)
      .join('')
  const bodyOf = (id: string): string => textOf((name) => name === id).replace(/^\n*## .*\n\n/, '')
  return {
    system: textOf((name) => ![TOOL_DEFINITIONS, 'project', 'memory'].includes(name)),
    project: bodyOf('project'),
    memory: bodyOf('memory'),
  }
}

function changed(now: Told['instructions'], before: Told['instructions']): Told['instructions'] {
  return Object.fromEntries(
    Object.entries(now).filter(([name, text]) => text !== before[name as keyof Instructions]),
  )
}

function attachmentOf({ key, kind, title, source }: Artifact): Partial<TraceAttachment> {
  const { path, url, lines, pages, query, name } = source
  return {
    kind,
    key,
    title,
    ...(path === undefined ? {} : { path }),
    ...(url === undefined ? {} : { url }),
    ...(lines === undefined ? {} : { lines: [lines[0], lines[1]] }),
    ...(pages === undefined ? {} : { pages: [pages[0], pages[1]] }),
    ...(query === undefined ? {} : { query }),
    ...(name === undefined ? {} : { name }),
  }
}

function toolCalls(steps: readonly ModelStep[]): readonly object[] {
  return steps.flatMap(({ text, exchanges }, step) =>
    exchanges.map(({ tool, arguments: args, result, recoverable }, index) => ({
      name: tool,
      args,
      result,
      step: step + 1,
      ...(index === 0 && text !== '' ? { text } : {}),
      ...(recoverable ? {} : { recoverable }),
    })),
  )
}
