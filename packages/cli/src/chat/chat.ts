import type { AskEvent } from '@varve/app'
import type { ChatSettingsPatch } from '@varve/contract'
import { CHAT_SETTINGS } from '@varve/contract/tables/settings'
import { lastChat, withDecisions } from '../ask/ask.ts'
import { parseChatSettings, SETTING_NAMES } from '../ask/chat-settings.ts'
import { explainRefusal } from '../ask/explain-refusal.ts'
import { decisionOf, openToAsk, type OpenedToAsk, printAsked } from '../ask/run-asking.ts'
import type { Call } from '../call.ts'
import { collect, type Group } from '../command.ts'
import { sayFallback, type WorkingApp } from '../connect.ts'
import { CliError, isAppError, messageOf } from '../errors.ts'
import { countOf, inOneLine, plainText } from '../text.ts'
import { contextWords } from './context-words.ts'
import { openPrompt, type Prompt } from './prompt.ts'

/** `varve chat`: a conversation in the terminal. */
export function addChatCommand(program: Group): void {
  withDecisions(program.command('chat', 'chat with your notes in the terminal'))
    .argument('[words...]', 'the first message')
    .option(
      '-w, --workspace <folder>',
      'a workspace: folder, name or id (default: the current one, or the last one used). A folder that isn’t one yet becomes one',
    )
    .option('--chat <id>', 'continue this chat (default: a new one)', { conflicts: 'continue' })
    .option('-c, --continue', 'continue the last chat of this workspace')
    .option('-a, --attach <name>', 'with the first message; repeatable', { parse: collect })
    .option('-m, --model <id>', 'the model; repeat it for several answers', { parse: collect })
    .option('--runner <name>', 'how the chat is answered from now on', {
      choices: Object.keys(CHAT_SETTINGS.runner.choices),
    })
    .option('--agent <name>', 'the agent of the chat from now on')
    .option('--project <name>', 'the project of the chat from now on')
    .option(
      '--set <name=value>',
      `a setting of the chat from now on; repeatable: ${SETTING_NAMES.join(', ')}`,
      {
        parse: collect,
      },
    )
    .help(HELP)
    .run(chat)
}

const HELP = `
The arrow keys bring back earlier messages, Tab completes @notes and /commands, and a backslash at the end of a line
continues it on the next. Ctrl-C stops an answer; press it again, or Ctrl-D, to leave. Tool calls that need your
approval ask for it here. Earlier messages are kept in a history file (see varve paths) that only you can read.`

const COMMANDS = {
  '/context': 'show the last request by layer, with tokens and price',
  '/model': 'list models; /model ID… switches',
  '/forget': 'list kept attachments; /forget NAME drops one',
  '/new': 'start a new chat',
  '/help': 'this list',
  '/quit': 'leave, like Ctrl-D',
} as const

interface ChatOptions {
  readonly workspace?: string
  readonly chat?: string
  readonly continue?: boolean
  readonly attach?: readonly string[]
  readonly model?: readonly string[]
  readonly redact?: boolean
  readonly send?: boolean
  readonly passages?: 'send' | 'leave'
  readonly unrecorded?: 'allow' | 'forget'
  readonly database?: string
  readonly runner?: string
  readonly agent?: string
  readonly project?: string
  readonly set?: readonly string[]
}

async function chat(call: Call, options: ChatOptions, words: readonly string[]): Promise<void> {
  if (!call.isTyped || !call.isScreen)
    throw new CliError(
      'usage',
      'varve chat needs a terminal to read from and write to. In a script or a pipe, use varve ask.',
    )
  const opened = await openToAsk(options, call)
  try {
    const { app, workspace } = opened
    if (opened.isNewWorkspace) call.report(`${workspace.root ?? workspace.name} is a workspace now.`)
    sayFallback(opened, call)
    const place = { workspaceId: workspace.id }
    const wanted = options.chat === undefined ? undefined : app.findChat({ ...place, wanted: options.chat })
    const chatId = options.continue ? await lastChat(app, place) : await wanted
    await new Talk(call, opened, { ...options, chatId }).run(words.join(' '))
  } finally {
    await opened.close()
  }
}

type Decisions = ReturnType<typeof decisionOf> & { readonly unrecorded?: 'allow' | 'forget' }

/** A conversation from its first prompt to its end. */
class Talk {
  readonly #call: Call
  readonly #app: WorkingApp
  readonly #workspace: OpenedToAsk['workspace']
  readonly #decisions: Decisions
  /** Of the chat, from the next message on. */
  #settings: ChatSettingsPatch
  #attach: readonly string[]
  #models: readonly string[] | undefined
  #chatId: string | undefined
  #lastTurnId: string | undefined
  #stopping: AbortController | undefined
  #prompt: Prompt | undefined

  constructor(
    call: Call,
    { app, workspace }: OpenedToAsk,
    options: ChatOptions & { chatId: string | undefined },
  ) {
    this.#call = call
    this.#app = app
    this.#workspace = workspace
    this.#chatId = options.chatId
    this.#attach = options.attach ?? []
    this.#models = options.model
    const { unrecorded, runner, agent, project, set = [] } = options
    this.#settings = { runner, agent, project, ...parseChatSettings(set) }
    this.#decisions = { ...decisionOf(options), ...(unrecorded ? { unrecorded } : {}) }
  }

  async run(first: string): Promise<void> {
    const { report, paint } = this.#call
    const prompt = openPrompt(this.#call, {
      words: paint(['bold', 'cyan'], '› '),
      complete: (line) => this.#complete(line),
      onStop: () => this.#stop(),
    })
    this.#prompt = prompt
    // What asks this program to end ends an answer first, so that what came of it is kept.
    void this.#call.stopped().then(() => {
      this.#stopping?.abort()
      prompt.close()
    })
    try {
      const { name } = this.#workspace
      if (this.#chatId !== undefined) await this.#sayWhere(this.#chatId)
      report(plainText(`${name}. /help lists the commands, Ctrl-D leaves.`))
      let message: string | undefined = first
      while (message !== undefined) {
        if (message.trim() !== '') await this.#take(message)
        message = await prompt.ask()
      }
    } catch (error) {
      if (!(error instanceof LeavingError)) throw error
    } finally {
      prompt.close()
    }
  }

  async #sayWhere(chatId: string): Promise<void> {
    const view = await this.#app.openChat({ workspaceId: this.#workspace.id, chatId })
    const last = view.turns.at(-1)
    this.#lastTurnId = last?.id
    this.#call.report(plainText(`“${view.title}”, ${countOf(view.earlier + view.turns.length, 'turn')}.`))
    if (last) this.#call.report(plainText(`You asked last: ${inOneLine(last.text).slice(0, 200)}`))
  }

  /** A command, or a message. What fails is said, and the conversation goes on. */
  async #take(line: string): Promise<void> {
    try {
      if (!(await this.#command(line.trim()))) await this.#say(line)
    } catch (error) {
      if (error instanceof LeavingError) throw error
      this.#call.write(`${this.#call.paintError('red', 'varve:')} ${messageOf(error)}\n`)
    }
  }

  async #command(line: string): Promise<boolean> {
    const [name = '', ...rest] = line.split(/\s+/)
    const words = rest.join(' ')
    switch (name) {
      case '/help':
        for (const [command, said] of Object.entries(COMMANDS))
          await this.#print(`${command.padEnd(10)}${said}`)
        return true
      case '/quit':
      case '/exit':
        throw new LeavingError()
      case '/new':
        this.#chatId = undefined
        this.#lastTurnId = undefined
        await this.#print('The next message begins another chat.')
        return true
      case '/context':
        await this.#context()
        return true
      case '/model':
        await this.#model(rest)
        return true
      case '/forget':
        await this.#forget(words)
        return true
      default:
        // Templates and skills begin with a slash too: what is unknown here is the app's to read.
        return false
    }
  }

  async #print(line: string): Promise<void> {
    await this.#call.output.write(`${line}\n`)
  }

  async #context(): Promise<void> {
    if (this.#chatId === undefined || this.#lastTurnId === undefined)
      return this.#print('Nothing has been sent yet.')
    const place = { workspaceId: this.#workspace.id, chatId: this.#chatId }
    const view = await this.#app.inspectTurn({ ...place, turn: this.#lastTurnId })
    const { paint, stdout } = this.#call
    await this.#print(contextWords(view, { paint, width: Math.min(stdout.columns ?? 80, 100) }))
  }

  async #model(ids: readonly string[]): Promise<void> {
    const models = (await this.#app.listModels(undefined)).filter(({ ready }) => ready)
    const unknown = ids.find((id) => !models.some((model) => model.id === id))
    if (unknown !== undefined)
      throw new CliError('usage', `There is no available model "${unknown}": /model lists them.`)
    if (ids.length > 0) {
      this.#models = ids
      return this.#print(plainText(`From now on: ${ids.join(', ')}`))
    }
    for (const { id, name } of models)
      await this.#print(plainText(`${this.#models?.includes(id) ? '*' : ' '} ${id.padEnd(36)} ${name}`))
  }

  async #forget(wanted: string): Promise<void> {
    if (this.#chatId === undefined) return this.#print('This chat keeps nothing yet.')
    const place = { workspaceId: this.#workspace.id, chatId: this.#chatId }
    const { kept } = await this.#app.openChat(place)
    if (wanted === '') {
      if (kept.length === 0) return this.#print('This chat keeps nothing.')
      for (const { title, tokens } of kept)
        await this.#print(plainText(`${title}  ${countOf(tokens, 'token')}`))
      return
    }
    const named = kept.filter(({ key, title }) => key === wanted || title === wanted)
    const near = kept.filter(({ key, title }) =>
      `${key} ${title}`.toLowerCase().includes(wanted.toLowerCase()),
    )
    const [found, another] = named.length > 0 ? named : near
    if (!found) throw new CliError('usage', `This chat has no attachment "${wanted}". /forget lists them.`)
    if (another)
      throw new CliError('usage', `"${wanted}" fits several: ${near.map(({ key }) => key).join(', ')}.`)
    await this.#app.forgetArtifact({ ...place, key: found.key })
    await this.#print(plainText(`${found.title} is left out from the next message on.`))
  }

  /** Sends a message; where something has to be decided first, it is asked here. */
  async #say(text: string): Promise<void> {
    let decisions: Decisions | undefined = this.#decisions
    while (decisions) {
      try {
        return await this.#send(text, decisions)
      } catch (error) {
        if (!isAppError(error)) throw error
        decisions = await this.#decide(error, decisions)
      }
    }
    await this.#print('Nothing was sent.')
  }

  async #send(text: string, decisions: Decisions): Promise<void> {
    const stopping = new AbortController()
    this.#stopping = stopping
    try {
      const events = this.#app.ask({
        workspaceId: this.#workspace.id,
        chatId: this.#chatId,
        text,
        attach: this.#attach,
        modelIds: this.#models,
        settings: this.#settings,
        approvals: 'wait',
        signal: stopping.signal,
        ...decisions,
      })
      await this.#print('')
      const printing = { form: 'text', onAsks: (event: Asks) => this.#approve(event) } as const
      const asked = await printAsked(events, printing, { ...this.#call, report: (line) => this.#aside(line) })
      this.#chatId = asked.chatId
      this.#lastTurnId = asked.turnId
      this.#attach = []
      this.#settings = {}
      const failed = asked.turns.filter(({ answer }) => answer.status === 'failed')
      for (const { answer } of failed) this.#call.report(plainText(answer.error ?? 'The answer was cut off.'))
    } catch (error) {
      if (!stopping.signal.aborted || isAppError(error)) throw error
    } finally {
      this.#stopping = undefined
      if (stopping.signal.aborted) this.#aside('Stopped. The part that arrived is in the chat.')
    }
    await this.#print('')
  }

  /** What is said beside an answer. */
  #aside(line: string): void {
    this.#call.write(`${this.#call.paintError('dim', line)}\n`)
  }

  /** What the user says to private data or passages; undefined where nothing is to be sent. */
  async #decide(
    error: Parameters<typeof explainRefusal>[1],
    decisions: Decisions,
  ): Promise<Decisions | undefined> {
    const explained = messageOf(await explainRefusal(this.#app, error))
    const withoutOptions = explained.split('\n').filter((line) => !line.startsWith('--'))
    if (error.guard) {
      this.#call.report(withoutOptions.join('\n'))
      const answer = await this.#choose('Redact and send, send as it is, or cancel? [r/s/c] ', [
        'r',
        's',
        'c',
      ])
      if (answer === 'c') return undefined
      return { ...decisions, decision: { action: answer === 'r' ? 'redact' : 'send' } }
    }
    if (error.code === 'passages-undecided') {
      this.#call.report(withoutOptions.join('\n'))
      const answer = await this.#choose('Send these passages, leave them out, or cancel? [s/l/c] ', [
        's',
        'l',
        'c',
      ])
      if (answer === 'c') return undefined
      return { ...decisions, passages: { decision: answer === 's' ? 'send' : 'leave' } }
    }
    if (error.code === 'unrecorded') {
      this.#call.report(withoutOptions.join('\n'))
      const answer = await this.#choose('Send what is left, leave those answers out, or cancel? [s/l/c] ', [
        's',
        'l',
        'c',
      ])
      if (answer === 'c') return undefined
      return { ...decisions, unrecorded: answer === 's' ? 'allow' : 'forget' }
    }
    throw new CliError('answer-failed', explained, { cause: error })
  }

  async #choose<Choice extends string>(words: string, choices: readonly Choice[]): Promise<Choice> {
    for (;;) {
      const said = (await this.#prompt?.question(words))?.trim().toLowerCase()
      // Ctrl-C, or nobody is there any more: the last choice is to do nothing.
      if (said === undefined) return choices.at(-1) as Choice
      const found = choices.find((choice) => choice === said)
      if (found !== undefined) return found
    }
  }

  /** A call of a tool that waits for a person, or a question of the model. */
  async #approve({ answerId, call }: Asks): Promise<void> {
    const place = { workspaceId: this.#workspace.id, answerId, callId: call.callId }
    const { text = call.tool, options = [], preview, always } = call.question ?? {}
    await this.#print('')
    this.#call.report(plainText(text))
    if (call.tool === 'askUser') {
      for (const option of options) await this.#print(plainText(`  ${option}`))
      const said = await this.#prompt?.question('Your answer: ')
      return this.#answer(place, { answer: said === undefined || said.trim() === '' ? 'No answer.' : said })
    }
    if (preview) await this.#print(previewWords(preview, this.#call))
    const said = await this.#prompt?.question(`Allow it? [y/n${always ? '/a for always' : ''}] `)
    const [word = 'n', ...why] = (said ?? 'n').trim().split(/\s+/)
    if (always && /^a(?:lways)?$/i.test(word)) return this.#answer(place, { answer: 'approve', always: true })
    if (/^y(?:es)?$/i.test(word)) return this.#answer(place, { answer: 'approve' })
    return this.#answer(place, { answer: `reject: ${why.join(' ') || 'the user said no.'}` })
  }

  async #answer(
    place: { readonly workspaceId: string; readonly answerId: string; readonly callId: string },
    said: { readonly answer: string; readonly always?: true },
  ): Promise<void> {
    try {
      await this.#app.answerCall({ ...place, ...said })
    } catch (error) {
      // It was stopped while the question stood there.
      if (!isAppError(error) || error.code !== 'answer-complete') throw error
    }
  }

  /** Whether there was an answer to stop. */
  #stop(): boolean {
    const isRunning = this.#stopping !== undefined && !this.#stopping.signal.aborted
    this.#stopping?.abort()
    return isRunning
  }

  #notes: Promise<readonly string[]> | undefined

  /** Notes after an `@`, commands after a `/`, models after `/model`. */
  async #complete(line: string): Promise<readonly [readonly string[], string]> {
    const [mention, quoted, name = quoted] = /@(?:"([^"@]*)|([^\s"@]*))$/.exec(line) ?? []
    if (mention !== undefined && name !== undefined) {
      this.#notes ??= this.#app
        .listFiles({ workspaceId: this.#workspace.id })
        .then((files) => files.map(({ path }) => path))
      return [mentions(await this.#notes.catch(() => []), name), mention]
    }
    const [, model] = /^\/model (?:.* )?(\S*)$/.exec(line) ?? []
    if (model !== undefined) {
      const ready = (await this.#app.listModels(undefined)).filter((each) => each.ready)
      return [ready.map(({ id }) => id).filter((id) => id.startsWith(model)), model]
    }
    return line.startsWith('/')
      ? [Object.keys(COMMANDS).filter((each) => each.startsWith(line)), line]
      : [[], line]
  }
}

type Asks = Extract<AskEvent, { readonly kind: 'asks' }>

class LeavingError extends Error {}

/** Paths that begin so, and names of files that do where only one has it; else paths that contain it in any case. */
export function mentions(paths: readonly string[], begun: string): readonly string[] {
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
  const byName = Map.groupBy(paths, nameOf)
  const names = paths.filter((path) => begun !== '' && nameOf(path).startsWith(begun)).map(nameOf)
  const single = names.filter((name) => byName.get(name)?.length === 1)
  const found = new Set([...paths.filter((path) => path.startsWith(begun)), ...single])
  const part = begun.toLowerCase()
  const inside = found.size > 0 ? [] : paths.filter((path) => path.toLowerCase().includes(part))
  return [...found, ...inside].map((name) => (/[\s,;!?()]/.test(name) ? `@"${name}"` : `@${name}`)).toSorted()
}

type Preview = NonNullable<NonNullable<Asks['call']['question']>['preview']>

const LONGEST_PREVIEW = 60

/** What would change in a file: the lines that go, and those that come. */
function previewWords({ path, before, after, movedFrom }: Preview, { paint }: Pick<Call, 'paint'>): string {
  const head = movedFrom === undefined ? path : `${movedFrom} → ${path}`
  const [old, next] = [before?.split('\n') ?? [], after?.split('\n') ?? []]
  let same = 0
  while (same < Math.min(old.length, next.length) && old[same] === next[same]) same += 1
  let alike = 0
  while (
    alike < Math.min(old.length, next.length) - same &&
    old[old.length - 1 - alike] === next[next.length - 1 - alike]
  )
    alike += 1
  const lines = [
    ...old.slice(same, old.length - alike).map((line) => paint('red', plainText(`- ${line}`))),
    ...next.slice(same, next.length - alike).map((line) => paint('green', plainText(`+ ${line}`))),
  ]
  const more = lines.length - LONGEST_PREVIEW
  return [
    paint('bold', plainText(head)),
    ...lines.slice(0, LONGEST_PREVIEW),
    ...(more > 0 ? [`  and ${countOf(more, 'more line', 'more lines')}`] : []),
  ].join('\n')
}
