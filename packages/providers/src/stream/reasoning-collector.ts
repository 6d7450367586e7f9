import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider'
import { type ReasoningItem, writeReasoning } from '../adapter/reasoning-record.ts'

interface Piece {
  text: string
  readonly known: Map<string, string>
}

/** Gathers what a provider wants back of the reasoning of one answer. */
export class ReasoningCollector {
  readonly #pieces = new Map<string, Piece>()
  readonly #calls: ReasoningItem[] = []

  /** Takes notice of a part; gives the text that it adds for the reader. */
  add(part: LanguageModelV4StreamPart): string {
    switch (part.type) {
      case 'reasoning-start': {
        const hadText = [...this.#pieces.values()].some(({ text }) => text !== '')
        this.#note(part.id, part.providerMetadata)
        // Parts of a summary are paragraphs.
        return hadText ? '\n\n' : ''
      }
      case 'reasoning-delta':
        this.#note(part.id, part.providerMetadata).text += part.delta
        return part.delta
      case 'reasoning-end':
        this.#note(part.id, part.providerMetadata)
        return ''
      case 'tool-call': {
        const signature = readText(part.providerMetadata, 'thoughtSignature')
        if (signature !== undefined) this.#calls.push({ kind: 'call', callId: part.toolCallId, signature })
        return ''
      }
      default:
        return ''
    }
  }

  /** The record of everything so far; nothing where no provider signed or encrypted anything. */
  finish(): string | undefined {
    const items = [...this.#encryptedItems(), ...this.#signedItems(), ...this.#calls]
    return items.length === 0 ? undefined : writeReasoning(items)
  }

  #note(id: string, metadata: SharedV4ProviderMetadata | undefined): Piece {
    const piece = this.#pieces.get(id) ?? { text: '', known: new Map<string, string>() }
    this.#pieces.set(id, piece)
    for (const name of BOUND) {
      const value = readText(metadata, name)
      if (value !== undefined) piece.known.set(name, value)
    }
    return piece
  }

  #signedItems(): readonly ReasoningItem[] {
    return [...this.#pieces.values()].flatMap(({ text, known }): readonly ReasoningItem[] => {
      const signature = known.get('signature')
      const data = known.get('redactedData')
      const thought = known.get('thoughtSignature')
      if (signature !== undefined) return [{ kind: 'thinking', text, signature }]
      if (data !== undefined) return [{ kind: 'redacted', data }]
      return thought === undefined ? [] : [{ kind: 'thought', text, signature: thought }]
    })
  }

  /** OpenAI cuts one item into the parts of its summary; the encrypted whole comes with the last. */
  #encryptedItems(): readonly ReasoningItem[] {
    const items = new Map<string, { summary: string[]; content: string | undefined }>()
    for (const { text, known } of this.#pieces.values()) {
      const id = known.get('itemId')
      if (id === undefined) continue
      const item = items.get(id) ?? { summary: [], content: undefined }
      items.set(id, item)
      if (text !== '') item.summary.push(text)
      item.content = known.get('reasoningEncryptedContent') ?? item.content
    }
    return [...items].flatMap(([id, { summary, content }]): readonly ReasoningItem[] =>
      content === undefined ? [] : [{ kind: 'encrypted', id, summary, content }],
    )
  }
}

const BOUND = ['signature', 'redactedData', 'thoughtSignature', 'itemId', 'reasoningEncryptedContent']

function readText(metadata: SharedV4ProviderMetadata | undefined, name: string): string | undefined {
  for (const values of Object.values(metadata ?? {})) {
    const value = values[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
