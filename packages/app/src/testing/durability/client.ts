import { randomUUID } from 'node:crypto'
import { count, type Ledger } from './ledger.ts'
import { isGone, type VarveProcess } from './varve-process.ts'

/** A request repeated under its key until the server has confirmed its outcome. */
interface PendingRequest {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly key: string
  /** The words of the message that it writes. */
  readonly text?: string
  readonly title?: string
}

interface Sent {
  readonly turnId: string
  readonly answerIds: readonly string[]
}

export interface ClientOptions {
  readonly ledger: Ledger
  /** A whole number below a limit. */
  readonly below: (limit: number) => number
  readonly models: readonly string[]
}

/** One tab with one chat: it sends, edits, regenerates and renames, and remembers what was confirmed. */
export class Client {
  readonly #options: ClientOptions
  #chatId: string | undefined
  #turns: string[] = []
  #open: PendingRequest | undefined
  #number = 0
  readonly #name = randomUUID().slice(0, 8)

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** Continues until the process has ended. */
  async run(varve: VarveProcess, isOver: () => boolean): Promise<void> {
    try {
      while (!isOver()) await this.#step(varve)
    } catch (error) {
      // The connection broke: the request stays open and is repeated at the next start.
      if (!isGone(error)) throw error
    }
  }

  async #step(varve: VarveProcess): Promise<void> {
    this.#open ??= this.#nextRequest()
    const pending = this.#open
    const response = await varve.call(pending.method, pending.path, pending.body, pending.key)
    const said = (await response.json()) as unknown
    if (response.status === 409) {
      // An answer is being written: another time.
      await new Promise((resolve) => setTimeout(resolve, 15))
      return
    }
    if (!response.ok) throw new Error(`${pending.what}: ${response.status} ${JSON.stringify(said)}`)
    this.#open = undefined
    this.#note(pending, said)
  }

  #note({ what, text, title }: PendingRequest, said: unknown): void {
    const { ledger } = this.#options
    count(ledger, what)
    if (what === 'create') this.#chatId = (said as { readonly id: string }).id
    else if (what === 'rename') ledger.titles.get(this.#chatId ?? '')?.delete(title ?? '')
    else {
      const { turnId, answerIds } = said as Sent
      if (text !== undefined) {
        ledger.messages.add(text)
        this.#turns = [...this.#turns.slice(-20), turnId]
      }
      for (const id of answerIds) ledger.answers.add(id)
    }
  }

  #nextRequest(): PendingRequest {
    const { below, models } = this.#options
    const key = randomUUID()
    if (this.#chatId === undefined) return { what: 'create', method: 'POST', path: '/chats', body: {}, key }
    const chat = `/chats/${this.#chatId}`
    const turn = this.#turns[below(this.#turns.length)]
    const dice = below(10)
    // Cloud models get only what is sent here, without passages.
    const passages = { decision: 'leave' }
    if (turn !== undefined && dice === 0) {
      const title = `Title ${(this.#number += 1)} of ${this.#name}`
      return { what: 'rename', method: 'PATCH', path: chat, body: { title }, key, title }
    }
    if (turn !== undefined && dice <= 2)
      return {
        what: 'regenerate',
        method: 'POST',
        path: `${chat}/turns/${turn}/regenerate`,
        body: { passages },
        key,
      }
    const text = `Message ${(this.#number += 1)} of ${this.#name}: ${'what of the tide? '.repeat(1 + below(40))}`
    const asked =
      dice === 3 ? { passages, modelIds: models } : { passages, modelId: models[below(models.length)] }
    if (turn !== undefined && dice <= 4)
      return {
        what: 'edit',
        method: 'POST',
        path: `${chat}/turns/${turn}/edit`,
        body: { text, ...asked },
        key,
        text,
      }
    const what = dice === 3 ? 'several models' : 'send'
    return { what, method: 'POST', path: `${chat}/turns`, body: { text, attach: [], ...asked }, key, text }
  }
}
