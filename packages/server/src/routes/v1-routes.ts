import { randomUUID } from 'node:crypto'
import { type App, AppError, type ConverseInput, type TalkEvent } from '@varve/app'
import type { ChatSettingsPatch, TurnView, WorkspaceSummaryView } from '@varve/contract'
import { Hono } from 'hono'
import { sendEvents } from '../event-stream.ts'
import { parseBody } from '../reading/parse-body.ts'
import { ServerError } from '../server-error.ts'
import {
  callsDelta,
  chatCompletionSchema,
  chunkOf,
  completionOf,
  finishOf,
  ignoredIn,
  modelOf,
  openAiError,
  readChatCompletion,
  usageChunk,
} from './openai-chat.ts'

const HEARTBEAT = { text: ': still here\n\n', milliseconds: 15_000 }

interface V1Options {
  readonly app: App
  /** The workspace for names of models that say none. */
  readonly first: string
  readonly report: (message: string) => void
}

/** For clients of OpenAI: they ask models, and what Varve makes of models and notes, under the same guard as the page. */
export function v1Routes({ app, first, report }: V1Options): Hono {
  const routes = new Hono()
  routes.get('/models', async (context) =>
    context.json({
      object: 'list',
      data: (await listTargets(app)).map(({ id, owner }) => modelOf(id, owner)),
    }),
  )
  routes.get('/models/:name{.+}', async (context) => {
    const name = context.req.param('name')
    const found = (await listTargets(app)).find(({ id }) => id === name)
    if (!found) throw new AppError('model-unknown', `There is no model "${name}".`)
    return context.json(modelOf(found.id, found.owner))
  })
  routes.post('/chat/completions', async (context) => {
    const body = await parseBody(context, chatCompletionSchema)
    const target = await findTarget(app, first, body.model)
    const read = readChatCompletion(body)
    const leaving = new AbortController()
    const { signal: gone } = context.req.raw
    const events = app.converse({
      ...read,
      ...target,
      settings: { ...read.settings, ...target.settings },
      signal: AbortSignal.any([gone, leaving.signal]),
    })
    // What is refused is refused before the first byte.
    const begun = await events.next()
    const completion = {
      id: `chatcmpl-${randomUUID()}`,
      model: body.model,
      created: Math.floor(Date.now() / 1000),
    }
    for (const [name, value] of headersOf(begun, ignoredIn(body))) context.header(name, value)
    if (!body.stream) {
      const { text, calls, turn } = await heard(events)
      const finish = turn ? finishOf(turn.answer) : 'tool_calls'
      return context.json(completionOf(completion, { text, calls, finish, usage: turn?.answer.usage }))
    }
    const withUsage = body.stream_options?.include_usage ?? false
    return sendEvents(context, blocks(events, completion, withUsage), {
      heartbeat: HEARTBEAT,
      onLeave: () => leaving.abort(),
      report,
    })
  })
  routes.all('*', () => {
    throw new ServerError('route-not-found', 'Varve has /v1/models and /v1/chat/completions.')
  })
  return routes
}

function headersOf(
  { value }: IteratorResult<TalkEvent>,
  ignored: readonly string[],
): readonly (readonly [string, string])[] {
  const sent = value as TalkEvent | undefined
  return [
    ...(sent?.kind === 'sent' ? [['x-varve-chat', sent.chatId] as const] : []),
    ...(ignored.length > 0 ? [['x-varve-ignored', ignored.join(', ')] as const] : []),
  ]
}

interface Heard {
  readonly text: string
  readonly calls: Extract<TalkEvent, { readonly kind: 'wanted' }>['calls']
  /** Absent where the client is to run tools first. */
  readonly turn: TurnView | undefined
}

async function heard(events: AsyncGenerator<TalkEvent>): Promise<Heard> {
  let text = ''
  for await (const event of events)
    if (event.kind === 'text') text += event.delta
    else if (event.kind === 'wanted') return { text, calls: event.calls, turn: undefined }
    else if (event.kind === 'ended') {
      requireWhole(event.turn)
      return { text, calls: [], turn: event.turn }
    }
  throw new AppError('failed', 'The answer ended without a word.')
}

/** A failure of the provider in its own words, which name what to do. */
function requireWhole({ answer: { status, error } }: TurnView): void {
  if (status !== 'complete') throw new AppError('provider-failed', error ?? 'The answer was cut off.')
}

async function* blocks(
  events: AsyncGenerator<TalkEvent>,
  completion: Parameters<typeof chunkOf>[0],
  withUsage: boolean,
): AsyncGenerator<string> {
  const block = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
  yield block(chunkOf(completion, { role: 'assistant', content: '' }))
  for await (const event of events)
    if (event.kind === 'text') yield block(chunkOf(completion, { content: event.delta }))
    else if (event.kind === 'wanted') {
      yield block(chunkOf(completion, callsDelta(event.calls)))
      yield block(chunkOf(completion, {}, 'tool_calls'))
    } else if (event.kind === 'ended') {
      const { answer } = event.turn
      if (answer.status !== 'complete') {
        const detail = answer.error ?? 'The answer was cut off.'
        yield block(openAiError({ code: 'provider-failed', detail, status: 502 }))
        return
      }
      yield block(chunkOf(completion, {}, finishOf(answer)))
      if (withUsage) yield block(usageChunk(completion, answer.usage))
    }
  yield 'data: [DONE]\n\n'
}

type Target = Pick<ConverseInput, 'workspaceId' | 'modelId' | 'isPlain'> & {
  readonly settings: ChatSettingsPatch
}

/** What `model` in a request may name. */
async function listTargets(
  app: App,
): Promise<readonly { readonly id: string; readonly owner: { readonly provider: string } }[]> {
  const models = (await app.listModels(undefined)).filter(({ ready }) => ready)
  const { workspaces } = await app.listWorkspaces(undefined)
  const owner = { provider: 'varve' }
  const own = await Promise.all(
    workspaces.map(async (workspace) => {
      const id = `varve/${nameOf(workspace, workspaces)}`
      const definitions = await app.listDefinitions({ workspaceId: workspace.id }).catch(() => [])
      const usable = definitions.filter(
        (one) => one.trusted && (one.kind === 'agent' || one.kind === 'project'),
      )
      return [id, ...usable.map((one) => `${id}/${one.kind}s/${one.id}`)]
    }),
  )
  return [
    ...models.map((model) => ({ id: model.id, owner: model })),
    ...own.flat().map((id) => ({ id, owner })),
  ]
}

/** A name that can be typed; where two workspaces have the same, the id of each. */
function nameOf(workspace: WorkspaceSummaryView, all: readonly WorkspaceSummaryView[]): string {
  const slug = slugOf(workspace.name)
  const isAlone =
    slug !== '' && all.filter(({ name, id }) => slugOf(name) === slug || id === slug).length === 1
  return isAlone ? slug : workspace.id
}

function slugOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/**
 * Resolves a name: `openai/gpt-5.6` is exactly that model, `varve/my-vault` is answered from this workspace,
 * `varve/my-vault/agents/poet` and `…/projects/book` by those. `@` and a model after it choose who writes.
 */
async function findTarget(app: App, first: string, name: string): Promise<Target> {
  const { workspaces } = await app.listWorkspaces(undefined)
  if (!name.startsWith('varve/')) {
    const workspace = workspaces.find(({ id }) => id === first) ?? workspaces[0]
    if (!workspace) throw new AppError('workspace-not-found', 'There is no workspace for this key.')
    return {
      workspaceId: workspace.id,
      modelId: name,
      isPlain: true,
      settings: { runner: 'chat', agent: null, project: null },
    }
  }
  const [place = '', model] = name.slice('varve/'.length).split(/@(.*)/s)
  const [named = '', kind, ...rest] = place.split('/')
  const workspace =
    workspaces.find(({ id }) => id === named) ?? workspaces.find((one) => nameOf(one, workspaces) === named)
  if (!workspace) throw unknown(name)
  const target = { workspaceId: workspace.id, isPlain: false, ...(model ? { modelId: model } : {}) }
  const none = { runner: null, agent: null, project: null }
  if (kind === undefined) return { ...target, settings: { ...none, runner: 'vault-qa' } }
  const id = rest.join('/')
  const wanted = kind === 'agents' ? 'agent' : kind === 'projects' ? 'project' : undefined
  const known = wanted ? await app.listDefinitions({ workspaceId: workspace.id, kind: wanted }) : []
  if (!wanted || !known.some((one) => one.id === id && one.trusted)) throw unknown(name)
  return { ...target, settings: { ...none, [wanted]: id } }
}

function unknown(name: string): AppError {
  return new AppError(
    'model-unknown',
    `There is no model "${name}". GET /v1/models lists those that there are.`,
  )
}
