import type { ChatView, TurnView } from '@varve/contract'
import { keepPreviousData, type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import { isAnswering, mergeTurn } from '../view-model/thread/turns.ts'
import { keys } from './keys.ts'
import { type CallToInspect, routes } from './routes.ts'

/** What another tab or an editor may have changed about a chat. */
export async function renewChat(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.chat(id) }),
    client.invalidateQueries({ queryKey: keys.chats }),
    client.invalidateQueries({ queryKey: [...keys.forecast, id] }),
  ])
}

/**
 * The chat as it is from now on. A call that was on its way before may bring what it was before,
 * and would be given to everyone who asks meanwhile: it is dropped, and who waited for it gets this one.
 */
export function fetchChatAnew(client: QueryClient, id: string): Promise<ChatView> {
  const queryKey = keys.chat(id)
  void client.cancelQueries({ queryKey }, { silent: true })
  return client.fetchQuery({ queryKey, queryFn: () => routes.chat(id), staleTime: 0 })
}

/** What a model thought before it answered. Only the stream brings it, so only who watched has it. */
export function useReasoning(answerId: string): string {
  const { data } = useQuery<string>({
    queryKey: keys.reasoning(answerId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? ''
}

export function useChat(id: string | undefined) {
  return useQuery({
    queryKey: keys.chat(id ?? ''),
    queryFn: () => routes.chat(id ?? ''),
    enabled: id !== undefined,
  })
}

/**
 * What a model was given for an answer no longer changes once the answer has ended: it is asked for once then. Before,
 * what was planned may still give way to what is sent after something was looked up or summed up, and calls are added.
 */
export function useInspection({ chatId, turnId, answerId, isRunning, call }: InspectionToShow) {
  return useQuery({
    queryKey: [...keys.inspection(chatId, answerId), isRunning ? 'running' : 'ended', call ?? 'last'],
    queryFn: () => routes.inspection({ chatId, turnId, answerId, call }),
    placeholderData: keepPreviousData,
    staleTime: isRunning ? 0 : Number.POSITIVE_INFINITY,
  })
}

export interface InspectionToShow extends CallToInspect {
  readonly isRunning: boolean
}

/** What was said in a call beside the answers. */
export function useAside(chatId: string, asideId: string) {
  return useQuery({
    queryKey: [...keys.inspections(chatId), 'aside', asideId],
    queryFn: () => routes.aside(chatId, asideId),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The text never changes, but whether the file still agrees with it may. */
export function useSourceText(id: string | undefined, turnId: string | undefined, path: string) {
  return useQuery({
    queryKey: keys.source(id ?? '', turnId ?? '', path),
    queryFn: () => routes.source(id ?? '', turnId ?? '', path),
    enabled: id !== undefined && turnId !== undefined,
    staleTime: 0,
  })
}

/** Puts one finished turn into the chat that is on screen, without waiting for the server to send it all again. */
export function putTurn(client: QueryClient, chatId: string, turn: TurnView): void {
  client.setQueryData<ChatView>(keys.chat(chatId), (chat) => {
    if (!chat) return chat
    const turns = chat.turns.map((old) => (old.id === turn.id ? mergeTurn(old, turn) : old))
    return { ...chat, answering: turns.some(isAnswering), turns }
  })
}
