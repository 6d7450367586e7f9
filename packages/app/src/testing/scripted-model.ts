import { DEFAULT_PROFILES, estimateTokenizer, type Message, type ModelSpec } from '@varve/engine'
import type { ChatModel, ModelCall, ModelEvent } from '../models/chat-model.ts'

export interface ScriptedModel extends ChatModel {
  /** What it was asked, call by call. */
  readonly asked: (readonly Message[])[]
  /** Gives the next piece of the running answer. */
  readonly say: (delta: string) => void
  readonly end: () => void
  readonly fail: (error: Error) => void
}

type Move = ModelEvent | { readonly kind: 'fail'; readonly error: Error }

/** A model that answers when the test says so. It does not listen to its signal, as some do not. */
export function scriptedModel(spec: Partial<ModelSpec> = {}): ScriptedModel {
  const asked: (readonly Message[])[] = []
  const moves: Move[] = []
  let arrived = Promise.withResolvers<void>()
  const move = (next: Move): void => {
    moves.push(next)
    arrived.resolve()
    arrived = Promise.withResolvers<void>()
  }
  async function* answer({ messages }: ModelCall): AsyncGenerator<ModelEvent> {
    const call = asked.push(messages)
    // A call that was abandoned leaves the script to the next one.
    while (asked.length === call) {
      const arriving = arrived.promise
      const next = moves.shift()
      if (!next) await arriving
      else if (next.kind === 'fail') throw next.error
      else {
        yield next
        if (next.kind === 'finish') return
      }
    }
  }
  return {
    spec: {
      id: 'scripted',
      window: 20_000,
      reservedOutput: 1000,
      vision: false,
      tokenizer: estimateTokenizer(),
      profile: DEFAULT_PROFILES.offline,
      layout: 'auto',
      ...spec,
    },
    name: 'Scripted',
    label: 'for tests',
    answer,
    asked,
    say: (delta) => move({ kind: 'text', delta }),
    end: () => move({ kind: 'finish', sources: [] }),
    fail: (error) => move({ kind: 'fail', error }),
  }
}
