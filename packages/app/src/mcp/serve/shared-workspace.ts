import type { ToolDefinition } from '@varve/engine'
import {
  findInPart,
  NO_REDACTIONS,
  type RedactionState,
  redactText,
  restoreText,
  RULE_VERSION,
  scanText,
  toldIn,
} from '@varve/guard'
import type { SearchIndex } from '@varve/index'
import type { Store, WorkspaceRecord } from '@varve/store'
import { fileKind, type FileStore, readPdf, readText } from '@varve/workspace'
import { z } from 'zod'
import { requireMayEnter } from '../../acting.ts'
import { AppError, toAppError } from '../../app-error.ts'
import { untilReady } from '../../files/control-index.ts'
import type { JournalEntry } from '../../guard/audit-journal.ts'
import { type GuardPolicy, isHiddenUnasked, requireGuardPolicy } from '../../guard/guard-policy.ts'
import { scanOptions } from '../../guard/scan-cache.ts'
import { FileVisibility } from '../../tools/file-visibility.ts'
import { runTool } from '../../tools/run-tool.ts'
import type { ToolCall } from '../../tools/tool.ts'
import { toolDefinitions } from '../../tools/tool-definitions.ts'
import { readTrust } from '../../trust/trust.ts'
import { SHARED_TOOLS, type SharedRun } from './shared-tools.ts'

/** Who asks, and until when they wait. */
export interface SharedAsker {
  /** What the assistant calls itself. */
  readonly assistant: string
  readonly signal: AbortSignal
}

export interface SharedCall extends ToolCall, SharedAsker {}

export interface SharedAnswer {
  readonly text: string
  /** The same for programs; absent where the call failed. */
  readonly structured?: object
  readonly isError: boolean
}

export interface SharedTool extends ToolDefinition {
  /** The JSON Schema of what it gives. */
  readonly output: object
}

export interface SharedResource {
  readonly uri: string
  readonly name: string
  readonly mediaType: string
  readonly bytes?: number
}

export interface SharedResourcePage {
  readonly resources: readonly SharedResource[]
  /** Where the next page begins; absent on the last. */
  readonly next?: string
}

export interface SharedPrompt {
  readonly name: string
  readonly description: string
  /** All of them are needed. */
  readonly variables: readonly string[]
}

export interface SharedPromptText {
  readonly text: string
  /** Paths of files that belong with it. */
  readonly attach: readonly string[]
}

/** Chats and templates, where a whole app is there to read them. */
export interface SharedExtras {
  /** Those that may be seen, newest first. */
  readonly listChats: (
    after: number,
    limit: number,
  ) => Promise<readonly ({ readonly id: string; readonly title: string } | undefined)[]>
  readonly readChat: (id: string) => Promise<{ readonly title: string; readonly text: string }>
  readonly listPrompts: () => Promise<readonly (SharedPrompt & { readonly path: string })[]>
  readonly fillPrompt: (
    name: string,
    variables: Readonly<Record<string, string>>,
  ) => Promise<SharedPromptText>
}

export interface SharedSources {
  readonly record: Pick<WorkspaceRecord, 'id' | 'name'>
  readonly store: Store
  readonly files: FileStore
  readonly index: () => Promise<SearchIndex>
  readonly now: () => number
  /** Into the audit. */
  readonly write: (entry: JournalEntry) => Promise<void>
  readonly extras?: SharedExtras | undefined
}

/** A workspace as other assistants are shown it: under its guard, and every look written down. */
export interface SharedWorkspace {
  readonly name: string
  readonly tools: readonly SharedTool[]
  readonly call: (call: SharedCall) => Promise<SharedAnswer>
  readonly listResources: (asker: SharedAsker, after?: string) => Promise<SharedResourcePage>
  readonly readResource: (
    asker: SharedAsker,
    uri: string,
  ) => Promise<{ readonly text: string; readonly mediaType: string }>
  /** Absent where there are none to give. */
  readonly prompts:
    | {
        readonly list: (asker: SharedAsker) => Promise<readonly SharedPrompt[]>
        readonly fill: (
          asker: SharedAsker,
          name: string,
          variables: Readonly<Record<string, string>>,
        ) => Promise<{ readonly text: string; readonly attach: readonly SharedResource[] }>
      }
    | undefined
  readonly close: () => Promise<void>
}

/** So long a call waits for files that were never read before. */
const INDEX_MILLISECONDS = 10_000
const PAGE = 200
/** More is read by lines, with the tool: nobody needs all of it at once. */
const LONGEST_RESOURCE = 200_000

/** What one assistant is shown; a value has the same placeholder as long as they talk. */
export async function sharedWorkspace(sources: SharedSources): Promise<SharedWorkspace> {
  const { store, record } = sources
  const shared = new Shared(sources)
  const { extras } = sources
  return {
    // The guard is before its name as well.
    name: shared.guard.redact([record.name], await requireGuardPolicy(store, record.id)).texts[0] ?? '',
    tools: toolDefinitions(SHARED_TOOLS).map((definition) => {
      const tool = SHARED_TOOLS.find(({ name }) => name === definition.name)
      const { $schema: _, ...output } = z.toJSONSchema(tool?.output ?? z.object({}))
      return { ...definition, output }
    }),
    call: shared.call,
    listResources: (...asked) => shared.refusing(shared.listResources(...asked)),
    readResource: (...asked) => shared.refusing(shared.readResource(...asked)),
    prompts: extras && {
      list: (...asked) => shared.refusing(shared.listPrompts(...asked)),
      fill: (...asked) => shared.refusing(shared.fillPrompt(...asked)),
    },
    close: () => Promise.resolve(),
  }
}

class Shared {
  readonly #sources: SharedSources
  readonly guard = new OutgoingGuard()

  constructor(sources: SharedSources) {
    this.#sources = sources
  }

  readonly call = async ({ tool, arguments: args, ...asker }: SharedCall): Promise<SharedAnswer> => {
    try {
      const given = this.guard.restore(args)
      const outcome = await runTool({ tool, arguments: given }, this.#run(asker), SHARED_TOOLS)
      const isError = outcome.isError ?? false
      const known = SHARED_TOOLS.find(({ name }) => name === tool)
      const structure = isError ? undefined : known?.structure(outcome, given)
      const parts = structure === undefined ? [] : stringsIn(structure)
      const [text = '', ...own] = await this.#give(asker, {
        what: tool,
        texts: [outcome.text, ...parts],
        around: outcome.around ?? [],
        isError,
      })
      return {
        text,
        isError,
        ...(structure === undefined ? {} : { structured: withStrings(structure, own) }),
      }
    } catch (error) {
      asker.signal.throwIfAborted()
      return { text: (await this.#refusal(error)).message, isError: true }
    }
  }

  async refusing<Given>(giving: Promise<Given>): Promise<Given> {
    try {
      return await giving
    } catch (error) {
      throw await this.#refusal(error)
    }
  }

  /** A refusal may name what was asked for, and the assistant knows that by its placeholder only. */
  async #refusal(error: unknown): Promise<AppError> {
    const { store, record } = this.#sources
    const { code, message } = toAppError(error)
    const policy = await requireGuardPolicy(store, record.id)
    return new AppError(code, this.guard.redact([message], policy).texts[0] ?? '')
  }

  readonly listResources = async (asker: SharedAsker, after = 'files:0'): Promise<SharedResourcePage> => {
    const [, kind, from = ''] = /^(files|chats):(\d{1,9})$/.exec(after) ?? []
    if (kind === undefined) throw new AppError('message-invalid', 'There is no such page.')
    const { extras } = this.#sources
    const at = Number(from)
    if (kind === 'chats') {
      const chats = (await extras?.listChats(at, PAGE)) ?? []
      const seen = chats.filter((chat) => chat !== undefined)
      const titles = await this.#give(asker, { what: 'resources', texts: seen.map(({ title }) => title) })
      const resources = seen.map(({ id }, index) => chatResource(id, titles[index] ?? ''))
      return { resources, ...(chats.length < PAGE ? {} : { next: `chats:${at + PAGE}` }) }
    }
    const all = await this.#files(asker)
    const page = all.slice(at, at + PAGE)
    const paths = await this.#give(asker, { what: 'resources', texts: page.map(({ path }) => path) })
    const resources = page.map(({ path, bytes }, index) => fileResource(paths[index] ?? '', path, bytes))
    const next = at + PAGE < all.length ? `files:${at + PAGE}` : extras && 'chats:0'
    return { resources, ...(next === undefined ? {} : { next }) }
  }

  readonly readResource = async (asker: SharedAsker, uri: string) => {
    const [, kind, rest = ''] = /^varve:\/\/\/(files|chats)\/(.+)$/.exec(uri) ?? []
    const name = String(this.guard.restore(decoded(rest)))
    if (kind === undefined) throw unknownResource(uri)
    const text = kind === 'files' ? await this.#readFile(asker, name) : await this.#readChat(name)
    if (text.length > LONGEST_RESOURCE)
      throw new AppError(
        'file-too-large',
        `This has ${text.length} characters; a resource has at most ${LONGEST_RESOURCE}. Read it by lines, with the tool "read".`,
      )
    const [given = ''] = await this.#give(asker, { what: 'resource', texts: [text] })
    return { text: given, mediaType: kind === 'chats' ? 'text/markdown' : mediaTypeOf(name) }
  }

  readonly listPrompts = async (asker: SharedAsker): Promise<readonly SharedPrompt[]> => {
    const all = (await this.#sources.extras?.listPrompts()) ?? []
    const sight = await FileVisibility.of(this.#run(asker))
    const seen = await Promise.all(
      all.map(async (prompt) =>
        (await sight.readIfThere(prompt.path).catch(() => undefined)) ? [prompt] : [],
      ),
    )
    const prompts = seen.flat().map(({ name, description, variables }) => ({ name, description, variables }))
    const texts = await this.#give(asker, { what: 'prompts', texts: stringsIn(prompts) })
    return withStrings(prompts, texts) as readonly SharedPrompt[]
  }

  readonly fillPrompt = async (
    asker: SharedAsker,
    name: string,
    variables: Readonly<Record<string, string>>,
  ) => {
    const { extras } = this.#sources
    const wanted = String(this.guard.restore(name))
    const isSeen = (await this.listPrompts(asker)).some((one) => this.guard.restore(one.name) === wanted)
    if (!extras || !isSeen) throw new AppError('message-invalid', `There is no prompt "${wanted}".`)
    const filled = await extras.fillPrompt(
      wanted,
      this.guard.restore(variables) as Readonly<Record<string, string>>,
    )
    const known = new Map((await this.#files(asker)).map((file) => [file.path, file]))
    const attach = filled.attach.flatMap((path) => known.get(path) ?? [])
    const [text = '', ...paths] = await this.#give(asker, {
      what: 'prompt',
      texts: [filled.text, ...attach.map(({ path }) => path)],
    })
    return {
      text,
      attach: attach.map(({ path, bytes }, index) => fileResource(paths[index] ?? '', path, bytes)),
    }
  }

  /** Those that may be seen and read as text; what Varve keeps for itself is none of them. */
  async #files(asker: SharedAsker) {
    const { files } = await (await FileVisibility.of(this.#run(asker))).listSeen()
    const read = files.filter(({ kind, path }) => kind !== 'image' && !path.startsWith('Varve/'))
    return read.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  async #readFile(asker: SharedAsker, path: string): Promise<string> {
    const file = await (await FileVisibility.of(this.#run(asker))).read(path)
    switch (fileKind(file.path)) {
      case 'pdf':
        return (await readPdf(file.bytes, { path, signal: asker.signal })).pages.join('\n\n')
      case 'image':
      case undefined:
        throw new AppError('file-not-text', `"${path}" is no text.`)
      default:
        return readText(file)
    }
  }

  async #readChat(id: string): Promise<string> {
    const { extras } = this.#sources
    if (!extras) throw unknownResource(id)
    const { title, text } = await extras.readChat(id)
    return `# ${title}\n\n${text}`
  }

  /** What may be given of these texts, once it is written down: what could not be is not given. */
  async #give(
    { assistant }: SharedAsker,
    {
      what,
      texts,
      around = [],
      isError = false,
    }: {
      readonly what: string
      readonly texts: readonly string[]
      readonly around?: readonly string[]
      readonly isError?: boolean
    },
  ): Promise<readonly string[]> {
    const { record, store, write, now } = this.#sources
    requireMayEnter({ workspaceId: record.id })
    // Read each time: a stricter rule holds from the next call on.
    const given = this.guard.redact(texts, await requireGuardPolicy(store, record.id), around)
    const detail = {
      tool: what.slice(0, 50),
      redacted: given.redacted,
      rules: RULE_VERSION,
      ...(isError ? { failed: true } : {}),
    }
    const actor = `mcp: ${assistant.replace(/[^\p{L}\p{N} ._/-]/gu, '').slice(0, 60)}`
    await write({ at: now(), actor, action: 'mcp-serve', detail })
    return given.texts
  }

  #run({ signal }: SharedAsker): SharedRun {
    const { record, store, files, index, now } = this.#sources
    return {
      workspaceId: record.id,
      files,
      index: async () => {
        const opened = await index()
        await untilReady(opened, INDEX_MILLISECONDS)
        return opened
      },
      readArtifact: () => Promise.resolve(undefined),
      isReadable: () => undefined,
      ask: () => Promise.reject(new AppError('not-confirmed', 'Nobody can be asked here.')),
      signal,
      now: now(),
      // Who asks may be anywhere: files that stay on this machine are not for them.
      audience: 'cloud',
      trust: () => readTrust(store, record.id),
    }
  }
}

function unknownResource(uri: string): AppError {
  return new AppError('file-not-found', `There is no resource "${uri}".`)
}

function fileResource(shown: string, path: string, bytes: number): SharedResource {
  const uri = `varve:///files/${shown.split('/').map(encodeURIComponent).join('/')}`
  return { uri, name: shown, mediaType: mediaTypeOf(path), bytes }
}

function chatResource(id: string, title: string): SharedResource {
  return {
    uri: `varve:///chats/${encodeURIComponent(id)}`,
    name: `Chat: ${title}`,
    mediaType: 'text/markdown',
  }
}

function mediaTypeOf(path: string): string {
  return fileKind(path) === 'note' ? 'text/markdown' : 'text/plain'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Every text in a value, in one order. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** The same value with other texts, in the same order. */
function withStrings(value: object, texts: readonly string[]): object {
  const rest = [...texts]
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return rest.shift() ?? ''
    if (Array.isArray(one)) return one.map(walk)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, walk(inner)]))
  }
  return walk(value) as object
}

interface GuardedTexts {
  readonly texts: readonly string[]
  /** How many of what were replaced. */
  readonly redacted: { readonly [type: string]: number }
}

/** Stands between a workspace and one assistant. */
class OutgoingGuard {
  #state: RedactionState = NO_REDACTIONS

  /**
   * Nobody can be asked: what a person would be asked about is replaced, unless the workspace sends it always. What
   * the first of the texts tells to be private is private in the others, which are its parts.
   */
  redact(texts: readonly string[], policy: GuardPolicy, around: readonly string[] = []): GuardedTexts {
    try {
      const options = scanOptions(policy)
      const told = [...around, ...texts.slice(0, 1)].flatMap((one) => toldIn(one, scanText(one, options)))
      const counts = new Map<string, number>()
      const given = texts.map((text, index) => {
        const findings = findInPart(text, scanText(text, options), told).filter((finding) =>
          isHiddenUnasked(finding, policy),
        )
        // The parts say again what the first text said.
        if (index === 0 || texts.length === 1)
          for (const { type } of findings) counts.set(type, (counts.get(type) ?? 0) + 1)
        const redacted = redactText(this.#state, text, findings)
        this.#state = redacted.state
        return redacted.text
      })
      return { texts: given, redacted: Object.fromEntries(counts) }
    } catch (error) {
      throw new AppError('guard-failed', 'The guard could not scan this. Nothing has been given.', {
        cause: error,
      })
    }
  }

  /** The assistant knows placeholders only, also in a path or a search. */
  restore(args: unknown): unknown {
    if (typeof args === 'string') return restoreText(args, this.#state.values)
    if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, this.restore(value)]))
  }
}
