import type { Prompt, PromptCall, PromptMessage, PromptTool } from './prompt.ts'

/** What a template is rendered with; `@huggingface/jinja`, which comes with the runtime. */
export type RenderTemplate = (variables: Readonly<Record<string, unknown>>) => string

export interface TemplateOptions {
  readonly render: RenderTemplate
  /** What the model's tokens look like as text. */
  readonly bos: string
  readonly ends: readonly string[]
}

/** A stretch of a prompt. Only `template` text may hold special tokens: nothing that a user wrote can forge one. */
export type Piece =
  | { readonly kind: 'template'; readonly text: string }
  /** `message` and `part` say where it comes from. */
  | { readonly kind: 'content'; readonly text: string; readonly message: number; readonly part: number }
  /** All that the model wrote for one message: what it really wrote stands here, where that is known. */
  | { readonly kind: 'answer'; readonly message: number; readonly pieces: readonly Piece[] }

/** How a model writes a call of a tool. */
export interface CallFormat {
  /** Before the name. Where it is seen, a call has begun. */
  readonly open: string
  readonly between: string
  readonly close: string
}

const HERMES: CallFormat = {
  open: '<tool_call>\n{"name": "',
  between: '", "arguments": ',
  close: '}\n</tool_call>',
}

/** A message as a template takes it, with the place of the one that it comes from. */
interface FittedMessage extends PromptMessage {
  readonly origin: number
}

interface TemplateMessage {
  readonly role: string
  readonly content: string
  readonly tool_calls?: readonly unknown[]
}

/**
 * Renders requests with the chat template of a model so that they only ever append. A template may look at the whole
 * conversation, and then says another thing about its beginning each time; so each exchange (an answer and what
 * follows it) is rendered after one opening alone, and what it adds there is what is appended. Texts are stood in for
 * while the template runs: it decides where they go and cannot change them.
 */
export class ChatTemplate {
  readonly format: CallFormat
  /** Rendered so, a request begins as the one before it. */
  readonly appends: boolean
  readonly #options: TemplateOptions
  readonly #hasSystem: boolean
  readonly #hasTools: boolean

  constructor(options: TemplateOptions) {
    this.#options = options
    this.#hasSystem = this.#works([user('b')], system('a'))
    const found = this.#findFormat()
    this.#hasTools = found !== undefined
    this.format = found ?? HERMES
    this.appends = this.#probeAppends()
  }

  render(prompt: Prompt): readonly Piece[] {
    const { tools, messages } = this.#fitted(prompt)
    const slots = new Slots(messages.map(({ origin }) => origin))
    const stood = messages.map((message, index) => standIn(message, index, slots))
    const firstAnswer = messages.findIndex(({ role }) => role === 'assistant')
    const opening = stood.slice(0, firstAnswer === -1 ? undefined : firstAnswer)
    const begun = this.#rendered(opening, tools)
    if (!this.appends) return slots.fill(this.#rendered(stood, tools, true))
    const pieces: Piece[] = [...slots.fill(begun)]
    let last = begun
    let base = opening
    for (let at = opening.length; at < stood.length; ) {
      const until = nextAnswer(messages, at + 1)
      base = [...opening, ...stood.slice(at, until)]
      last = this.#rendered(base, tools)
      const added = last.slice(begun.length)
      pieces.push(...this.#placeAnswer(added, opening, tools, messages, at, slots))
      at = until
    }
    const asked = this.#rendered(base, tools, true)
    return mergeTemplates([...pieces, { kind: 'template', text: asked.slice(last.length) }])
  }

  /** Parts what an exchange adds into the head of the answer, the answer, and the rest. */
  #placeAnswer(
    added: string,
    opening: readonly TemplateMessage[],
    tools: readonly PromptTool[],
    messages: readonly FittedMessage[],
    at: number,
    slots: Slots,
  ): readonly Piece[] {
    const before = this.#rendered(opening, tools)
    const head = this.#rendered(opening, tools, true).slice(before.length)
    const next = slots.firstOf(added, at + 1)
    const ends = this.#options.ends.map((end) =>
      end === '' ? -1 : added.lastIndexOf(end, next === -1 ? undefined : next),
    )
    const end = Math.max(...ends)
    const content = slots.firstOf(added, at)
    const begin = added.startsWith(head) ? head.length : Math.max(0, content)
    const answer = messages[at]
    if (end < begin || answer?.role !== 'assistant') return slots.fill(added)
    return [
      { kind: 'template', text: added.slice(0, begin) },
      { kind: 'answer', message: answer.origin, pieces: slots.fill(added.slice(begin, end)) },
      ...slots.fill(added.slice(end)),
    ]
  }

  /** The same messages for a template that knows no system text, or no tools. */
  #fitted({ tools, messages }: Prompt): {
    readonly tools: readonly PromptTool[]
    readonly messages: readonly FittedMessage[]
  } {
    const own = messages.map((message, origin) => ({ ...message, origin }))
    const hasTraffic = tools.length > 0 || messages.some(({ role }) => role === 'tool')
    const plain = this.#hasTools || !hasTraffic ? own : withPlainTools(own, tools)
    const [first, second, ...rest] = plain
    const fitted =
      this.#hasSystem || first?.role !== 'system' || second?.role !== 'user'
        ? plain
        : [{ ...second, parts: [...first.parts, '\n\n', ...second.parts] }, ...rest]
    return { tools: this.#hasTools ? tools : [], messages: fitted }
  }

  #rendered(messages: readonly TemplateMessage[], tools: readonly PromptTool[], asks = false): string {
    return this.#options.render({
      messages,
      ...(tools.length === 0
        ? {}
        : {
            tools: tools.map((tool) => ({ type: 'function', function: tool })),
            tools_in_user_message: false,
          }),
      bos_token: this.#options.bos,
      eos_token: this.#options.ends[0] ?? '',
      add_generation_prompt: asks,
      // A date that moves on by itself would change the beginning of each request every day.
      date_string: '26 Jul 2024',
      fixed_date: () => '26 Jul 2024',
    })
  }

  #works(messages: readonly TemplateMessage[], ...before: readonly TemplateMessage[]): boolean {
    try {
      return this.#rendered([...before, ...messages], []).includes(before[0]?.content ?? '')
    } catch {
      return false
    }
  }

  /** How calls look is read off a call that the template itself writes. */
  #findFormat(): CallFormat | undefined {
    const tool: PromptTool = { name: 'VARVEPROBE', description: 'VARVEABOUT', parameters: { type: 'object' } }
    const call = {
      id: 'VARVECALL',
      type: 'function',
      function: { name: 'VARVENAME', arguments: { VARVEKEY: 0 } },
    }
    try {
      const opening = [user('a')]
      const answer = { role: 'assistant', content: '', tool_calls: [call] }
      const result = { role: 'tool', content: 'VARVERESULT', name: 'VARVENAME', tool_call_id: 'VARVECALL' }
      const begun = this.#rendered(opening, [tool])
      const asked = this.#rendered(opening, [tool], true)
      const whole = this.#rendered([...opening, answer, result], [tool])
      if (!begun.includes('VARVEABOUT') || !whole.startsWith(asked)) return undefined
      const [open = '', ...rest] = whole.slice(asked.length).split('VARVENAME')
      const named = rest.join('VARVENAME')
      const written = /\{\s*"VARVEKEY"\s*:\s*0\s*\}/.exec(named)
      if (!written) return undefined
      const between = named.slice(0, written.index)
      const after = named.slice(written.index + written[0].length)
      const ends = this.#options.ends.map((end) => (end === '' ? -1 : after.indexOf(end)))
      const close = after.slice(
        0,
        Math.min(...ends.filter((end) => end !== -1), after.indexOf('VARVERESULT')),
      )
      if (open.trim() === '' || /VARVE/.test(open + between + close)) return undefined
      return { open: open.trimStart(), between, close }
    } catch {
      return undefined
    }
  }

  #probeAppends(): boolean {
    try {
      const slots = [user('ONE'), { role: 'assistant', content: 'TWO' }, user('THREE')]
      const begun = this.#rendered(slots.slice(0, 1), [])
      const whole = this.#rendered(slots, [])
      const asked = this.#rendered(slots, [], true)
      const answered = whole.indexOf('TWO', begun.length)
      return (
        whole.startsWith(begun) &&
        asked.startsWith(whole) &&
        answered !== -1 &&
        whole.includes('THREE', answered)
      )
    } catch {
      return false
    }
  }
}

function user(content: string): TemplateMessage {
  return { role: 'user', content }
}

function system(content: string): TemplateMessage {
  return { role: 'system', content }
}

function nextAnswer(messages: readonly PromptMessage[], from: number): number {
  const next = messages.findIndex(({ role }, index) => index >= from && role === 'assistant')
  return next === -1 ? messages.length : next
}

/** For templates that know no tools: they are described in the system text, and calls and results are text. */
function withPlainTools(
  messages: readonly FittedMessage[],
  tools: readonly PromptTool[],
): readonly FittedMessage[] {
  const about = [
    'You can call these tools:',
    ...tools.map((tool) => JSON.stringify(tool)),
    `To call one, write exactly:\n${HERMES.open}NAME${HERMES.between}{…}${HERMES.close}`,
  ].join('\n')
  const plain = messages.map(({ role, parts, calls, origin }): FittedMessage => {
    if (role === 'tool')
      return {
        role: 'user',
        parts: [`<tool_response>\n${parts.join('')}\n</tool_response>`],
        calls: [],
        origin,
      }
    return { role, parts: [...parts, ...calls.map(writeCall)], calls: [], origin }
  })
  if (tools.length === 0) return plain
  const [first, ...rest] = plain
  return first?.role === 'system'
    ? [{ ...first, parts: [...first.parts, `\n\n${about}`] }, ...rest]
    : [{ role: 'system', parts: [about], calls: [], origin: -1 }, ...plain]
}

function writeCall({ name, arguments: text }: PromptCall): string {
  return `${HERMES.open}${name}${HERMES.between}${text}${HERMES.close}`
}

function standIn({ role, parts, calls }: PromptMessage, index: number, slots: Slots): TemplateMessage {
  return {
    role,
    content: parts.map((text, part) => slots.add(text, index, part)).join(''),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ name, arguments: text }) => ({
            id: 'call00000',
            type: 'function',
            function: { name, arguments: { [slots.add(text, index, parts.length, true)]: 0 } },
          })),
        }),
  }
}

interface Slot {
  readonly text: string
  /** Among the messages that are rendered. */
  readonly at: number
  readonly part: number
}

/** What stands in for a text: the same in every rendering of one request, and in no text. */
class Slots {
  readonly #slots: Slot[] = []
  readonly #mark = `SLOT${Math.random().toString(36).slice(2).toUpperCase()}X`
  readonly #origins: readonly number[]

  constructor(origins: readonly number[]) {
    this.#origins = origins
  }

  add(text: string, at: number, part: number, isJson = false): string {
    if (text === '' && !isJson) return ''
    this.#slots.push({ text, at, part })
    return `${this.#mark}${this.#slots.length - 1}X`
  }

  /** Where the first text of a message is. */
  firstOf(rendered: string, at: number): number {
    const own = this.#slots.findIndex((slot) => slot.at === at)
    return own === -1 ? -1 : rendered.indexOf(`${this.#mark}${own}X`)
  }

  fill(rendered: string): readonly Piece[] {
    const pattern = new RegExp(String.raw`\{\s*"${this.#mark}(\d+)X"\s*:\s*0\s*\}|${this.#mark}(\d+)X`, 'g')
    const pieces: Piece[] = []
    let from = 0
    for (const match of rendered.matchAll(pattern)) {
      pieces.push({ kind: 'template', text: rendered.slice(from, match.index) })
      const slot = this.#slots[Number(match[1] ?? match[2])]
      if (slot) {
        const { text, at, part } = slot
        pieces.push({ kind: 'content', text, message: this.#origins[at] ?? -1, part })
      }
      from = match.index + match[0].length
    }
    pieces.push({ kind: 'template', text: rendered.slice(from) })
    return pieces
  }
}

/** Neighbouring stretches of the template are one: cut elsewhere, they might become other tokens. */
function mergeTemplates(pieces: readonly Piece[]): readonly Piece[] {
  const merged: Piece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (piece.kind === 'template' && last?.kind === 'template')
      merged[merged.length - 1] = { kind: 'template', text: last.text + piece.text }
    else merged.push(piece)
  }
  return merged.filter((piece) => piece.kind !== 'template' || piece.text !== '')
}
