import type { Artifact, State } from '@varve/engine'
import {
  type CitedPlace,
  type ImageReference,
  type ModelStep,
  sectionInputs,
  type ToolExchange,
} from '@varve/engine/internal'
import type { EngineTurn } from '../chat-files/gather-chat.ts'
import type { TraceAttachment, TraceImage, TraceTurn } from './trace-schema.ts'
import type { LayerView } from '@varve/contract'

/** What earlier lines have said already, by branch: it is not said again. */
export interface Told {
  /** By the name that a line has for them. */
  readonly instructions: Readonly<Partial<Instructions>>
  /** By key: names the text and the pictures that were given last. */
  readonly contents: ReadonlyMap<string, string>
  /** Names what was in force: the sections of L1, the tools, and the guard's decision. */
  readonly settings: { readonly sections?: string; readonly tools?: string; readonly guard?: string }
}

/** The parts of L1 that a trace tells apart, so that a replay sends them apart as well. */
interface Instructions {
  readonly system: string
  readonly project: string
  readonly memory: string
}

export const NOTHING_TOLD: Told = { instructions: {}, contents: new Map(), settings: {} }
/** Before the first line there is neither a project nor a memory. */
export const BEFORE_ALL: Told = {
  instructions: { project: '', memory: '' },
  contents: new Map(),
  settings: { guard: '' },
}

/** The segment that lists a request's tools; they are no part of its text. */
const TOOL_DEFINITIONS = 'tool definitions'

export interface TurnToTrace {
  readonly record: EngineTurn
  /** As the model was given them; undefined where that was deleted. */
  readonly layers: readonly LayerView[] | undefined
  /** With the turn open, and as its parent was left; undefined where storage has lost something of them. */
  readonly asked: State | undefined
  readonly before: State | undefined
  /** The model whose answer the chat continues with, and that answer as it was received. */
  readonly modelId: string | undefined
  readonly answer: string | undefined
  readonly reasoning: AnswerReasoning | undefined
  /** What that answer cites of what its tools found. */
  readonly cited: readonly CitedPlace[]
  /** Whether what the answer before used was kept, if there was any. */
  readonly keepUsed: boolean
  /** When each call of that answer went out. */
  readonly callTimes: readonly string[]
  /** Base64, by hash: of pictures that no line has given yet. */
  readonly pictures: ReadonlyMap<string, string>
  readonly plan: TraceTurn['plan']
}

type AnswerReasoning = NonNullable<ModelStep['reasoning']>

/** The part of a line that a replay reads: what a turn added, after the guard. */
export function traceLine(turn: TurnToTrace, told: Told): { readonly line: object; readonly told: Told } {
  const { record, layers, modelId, answer, reasoning, plan } = turn
  const instructions = layers ? readInstructions(layers) : told.instructions
  const contents = new Map(told.contents)
  const attach = record.attached.map(({ artifact, freshness, pinned, ownPriority }) => {
    const version = JSON.stringify([artifact.contentHash, artifact.images])
    const isKnown = contents.get(artifact.key) === version
    contents.set(artifact.key, version)
    return {
      ...attachmentOf(artifact),
      ...(isKnown ? {} : contentOf(artifact, turn)),
      ...(ownPriority === 'normal' ? {} : { priority: ownPriority }),
      ...(freshness === 'update' ? {} : { freshness }),
      ...(pinned ? { pin: true } : {}),
      ...(artifact.role === undefined ? {} : { role: artifact.role }),
    }
  })
  const active = record.attached.find(({ artifact }) => artifact.role === 'active')?.artifact.source.path
  const tools = [
    ...record.gathered.map(({ tool, arguments: args, text, recoverable, ...found }) => ({
      name: tool,
      args,
      result: text,
      gathered: true,
      ...foundBy(found, turn),
      ...(recoverable ? {} : { recoverable }),
    })),
    ...toolCalls(modelId === undefined ? [] : (record.steps[modelId] ?? []), turn),
  ]
  const { exact, settings } = layers ? exactOf(turn, told) : { exact: {}, settings: told.settings }
  const line = {
    ...(modelId === undefined ? {} : { model: modelId }),
    ...changed(instructions, told.instructions),
    ...exact,
    ...(attach.length === 0 ? {} : { attach }),
    ...(active === undefined ? {} : { active }),
    ...(record.observed.length === 0 ? {} : { observed: record.observed }),
    ...(record.guidance === '' ? {} : { guidance: record.guidance }),
    ...(record.images.length === 0 ? {} : { images: imagesOf(record.images, turn) }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(record.compact ? { compact: true } : {}),
    ...(record.allowExtracts ? { allowExtracts: true } : {}),
    ...(plan ? { plan } : {}),
    user: record.text,
    ...(answer === undefined ? {} : { assistant: answer }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(turn.cited.length === 0 ? {} : { cited: turn.cited }),
    ...(turn.keepUsed ? {} : { keepUsed: false }),
  }
  return { line, told: { instructions, contents, settings } }
}

/** Further input of the engine: everything that changed since its parent. */
function exactOf(
  { asked, before, record, modelId }: TurnToTrace,
  { settings: told }: Told,
): { readonly exact: object; readonly settings: Told['settings'] } {
  if (!asked) return { exact: {}, settings: told }
  const settings = {
    sections: JSON.stringify(asked.sections),
    tools: asked.toolsHash,
    guard: asked.guard,
  }
  const forget = asked.forgotten.slice(before?.forgotten.length ?? 0)
  const provided = [...asked.provided].filter(([id, text]) => before?.provided.get(id) !== text)
  const attached = new Set(record.attached.map(({ artifact }) => artifact.key))
  const priorities = [...(before?.library ?? [])].flatMap(({ artifact: { key, priority } }) => {
    const place = asked.places.get(key)
    const now = place === undefined ? undefined : asked.library.get(place)?.artifact.priority
    return now === undefined || now === priority || attached.has(key) ? [] : [{ key, priority: now }]
  })
  const epoch = modelId === undefined ? undefined : asked.epochs[modelId]
  const isRebuilt = epoch?.reason === 'rebuilt' && epoch.startedTurn === record.number
  return {
    settings,
    exact: {
      ...(settings.sections === told.sections ? {} : { sections: sectionInputs(asked.sections) }),
      ...(settings.tools === told.tools ? {} : { toolDefs: asked.tools }),
      ...(settings.guard === told.guard ? {} : { guard: asked.guard }),
      ...(forget.length === 0 ? {} : { forget }),
      ...(provided.length === 0 ? {} : { provided: Object.fromEntries(provided) }),
      ...(priorities.length === 0 ? {} : { priorities }),
      ...(isRebuilt ? { rebase: 'rebuilt' } : {}),
    },
  }
}

function contentOf(artifact: Artifact, turn: TurnToTrace): Partial<TraceAttachment> {
  const { content, contentHash, recoverable, images, metadata } = artifact
  return {
    content,
    hash: contentHash,
    recoverable,
    ...(images.length === 0 ? {} : { images: imagesOf(images, turn) }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata: metadata as TraceAttachment['metadata'] }),
  }
}

function imagesOf(images: readonly ImageReference[], { pictures }: TurnToTrace): TraceImage[] {
  return images.map(({ hash, mediaType, name, width, height }) => {
    const data = pictures.get(hash)
    return {
      name,
      mediaType,
      hash,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      ...(data === undefined ? {} : { data }),
    } as TraceImage
  })
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

function foundBy(
  { hits, file, passage }: Pick<ToolExchange, 'hits' | 'file' | 'passage'>,
  turn: TurnToTrace,
): object {
  return {
    ...(hits ? { hits } : {}),
    ...(file ? { file: { ...attachmentOf(file), ...contentOf(file, turn) } } : {}),
    ...(passage ? { passage } : {}),
  }
}

/** The results of a step went out with the call after it. */
function toolCalls(steps: readonly ModelStep[], turn: TurnToTrace): readonly object[] {
  const { callTimes: times } = turn
  return steps.flatMap(({ text, reasoning, exchanges }, step) =>
    exchanges.map(({ callId, tool, arguments: args, result, recoverable, ...found }, index) => ({
      name: tool,
      args,
      result,
      step: step + 1,
      callId,
      ...(times[step + 1] === undefined ? {} : { at: times[step + 1] }),
      ...foundBy(found, turn),
      ...(index === 0 && text !== '' ? { text } : {}),
      ...(index === 0 && reasoning ? { reasoning } : {}),
      ...(recoverable ? {} : { recoverable }),
    })),
  )
}
