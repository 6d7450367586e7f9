import type { AnswerEvent, ToolStepRecord } from '@varve/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { putTurn } from './queries.ts'
import { keys } from './keys.ts'
import { tellTabs } from './tabs.ts'
import { routes } from './routes.ts'

export interface AnswerStream {
  readonly answerId: string
  readonly text: string
  /** What tools have done so far. */
  readonly steps: readonly ToolStepRecord[]
  readonly connected: boolean
}

export type AnswerStreams = ReadonlyMap<string, AnswerStream>

/** Gathering deltas for a moment keeps a fast stream from drawing the page for every word. */
const GATHER_MILLISECONDS = 40

/**
 * A browser opens six connections to a server over plain HTTP, in all its tabs together. Were each of eight answers
 * to hold one, nothing else would get through, not even Stop.
 */
const AT_ONCE = 3
const ASK_MILLISECONDS = 700

export const NO_STREAMS: AnswerStreams = new Map()

/**
 * The texts of running answers as they arrive, each by itself. When an answer ends, its turn as it is then replaces
 * the one in the chat. Beyond the first few, answers are asked for now and then until it is their turn.
 */
export function useAnswerStreams(chatId: string | undefined, answerIds: readonly string[]): AnswerStreams {
  const client = useQueryClient()
  const isVisible = useVisible()
  const [streams, setStreams] = useState(NO_STREAMS)
  const followed = useRef(new Map<string, () => void>())
  const wanted = isVisible ? answerIds.slice(0, AT_ONCE) : []
  const names = wanted.join(' ')

  useEffect(() => {
    const { current } = followed
    const ids = names === '' || chatId === undefined ? [] : names.split(' ')
    for (const [id, stop] of current)
      if (!ids.includes(id)) {
        stop()
        current.delete(id)
      }
    for (const id of ids)
      if (chatId !== undefined && !current.has(id))
        current.set(
          id,
          follow(client, chatId, id, (stream) => setStreams((before) => withStream(before, id, stream))),
        )
  }, [client, chatId, names])
  useEffect(() => {
    const { current } = followed
    return () => {
      for (const stop of current.values()) stop()
      current.clear()
    }
  }, [])
  useAsking(isVisible && answerIds.length > AT_ONCE ? chatId : undefined)
  return streams
}

/** The chat holds what has come of every answer. */
function useAsking(chatId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (chatId === undefined) return undefined
    const ask = () => void client.invalidateQueries({ queryKey: keys.chat(chatId) }, { cancelRefetch: false })
    const timer = setInterval(ask, ASK_MILLISECONDS)
    return () => clearInterval(timer)
  }, [client, chatId])
}

/** Follows one answer; returns how to stop. */
function follow(
  client: QueryClient,
  chatId: string,
  answerId: string,
  put: (stream: AnswerStream | undefined) => void,
): () => void {
  let gathered = { text: '', reasoning: '' }
  let steps: readonly ToolStepRecord[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (connected: boolean) => {
    put({ answerId, text: gathered.text, steps, connected })
    // It outlives the stream: what was thought can still be read when the answer is there.
    if (gathered.reasoning !== '') client.setQueryData(keys.reasoning(answerId), gathered.reasoning)
  }
  const flush = () => {
    timer = undefined
    show(true)
  }
  const refresh = () => {
    tellTabs(chatId)
    void client.invalidateQueries({ queryKey: keys.chat(chatId) })
    void client.invalidateQueries({ queryKey: keys.chats })
  }
  // With the first word, and after each use of tools, another request went out than the one that was known.
  const inspectAgain = () => void client.invalidateQueries({ queryKey: keys.inspection(chatId, answerId) })
  const onEvent = (event: AnswerEvent) => {
    if (event.kind === 'text' || event.kind === 'reasoning') {
      if (gathered.text === '' && gathered.reasoning === '') inspectAgain()
      gathered = { ...gathered, [event.kind]: gathered[event.kind] + event.delta }
      timer ??= setTimeout(flush, GATHER_MILLISECONDS)
      return
    }
    if (event.kind === 'steps') {
      if (event.steps.length > steps.length) inspectAgain()
      steps = event.steps
      timer ??= setTimeout(flush, GATHER_MILLISECONDS)
      return
    }
    if (event.kind !== 'done' && event.kind !== 'failed') return
    show(true)
    putTurn(client, chatId, event.turn)
    inspectAgain()
    refresh()
  }
  const stop = followAnswer(answerId, {
    onEvent,
    onOpen: () => show(true),
    onInterruption: () => show(false),
    onClosed: () => {
      // Nothing tries again by itself from here: what became of the answer, the chat says.
      put(undefined)
      refresh()
    },
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

function withStream(streams: AnswerStreams, id: string, stream: AnswerStream | undefined): AnswerStreams {
  const next = new Map(streams)
  if (stream) next.set(id, stream)
  else next.delete(id)
  return next
}

/** Whether this tab is in view. */
function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState !== 'hidden')
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

interface AnswerListener {
  readonly onEvent: (event: AnswerEvent) => void
  /** The connection broke; the browser is trying again by itself. */
  readonly onInterruption: () => void
  readonly onOpen: () => void
  /** The server will send nothing more for this answer. */
  readonly onClosed: () => void
}

/** Listens to one answer until it ends; returns how to stop listening. The browser resumes after a break. */
function followAnswer(answerId: string, listener: AnswerListener): () => void {
  const source = new EventSource(routes.events(answerId))
  const receive = (message: MessageEvent<string>) => {
    const event = parseAnswerEvent(message.data)
    if (!event) return
    if (event.kind === 'done' || event.kind === 'failed') source.close()
    listener.onEvent(event)
  }
  source.addEventListener('message', receive)
  // A server may name its events after their kind; then they do not arrive as plain messages.
  for (const kind of ['text', 'reasoning', 'steps', 'done', 'failed'] as const)
    source.addEventListener(kind, receive)
  source.addEventListener('open', listener.onOpen)
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) listener.onClosed()
    else listener.onInterruption()
  })
  return () => source.close()
}

/** One event of the stream; undefined for what this page does not know, which a newer server may send. */
export function parseAnswerEvent(data: string): AnswerEvent | undefined {
  const event: unknown = JSON.parse(data)
  if (typeof event !== 'object' || event === null || !('kind' in event)) return undefined
  switch (event.kind) {
    case 'text':
    case 'reasoning':
      return 'delta' in event && typeof event.delta === 'string'
        ? { kind: event.kind, delta: event.delta }
        : undefined
    case 'steps':
      return 'steps' in event && Array.isArray(event.steps) ? (event as AnswerEvent) : undefined
    case 'done':
    case 'failed':
      return 'turn' in event ? (event as AnswerEvent) : undefined
    default:
      return undefined
  }
}
