import type { AnswerView, ChatView, TurnView } from '@varve/server/types'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chatChange } from '../api/chat-changes.ts'
import { fetchChatAnew } from '../api/chat-queries.ts'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { tellTabs } from '../api/tabs.ts'
import { useActions } from '../workbench/actions.ts'
import { useTurnCalls } from './use-turn-calls.ts'

/** What can be done about turns that were sent. Each says by itself when it does not work. */
export interface TurnActions {
  /** One of them is on its way; until the server has answered, no other begins. */
  readonly busy: boolean
  /** Shows the branch that goes through a turn. */
  readonly show: (turnId: string) => Promise<boolean>
  /** Goes on with one of several answers. */
  readonly choose: (answerId: string) => Promise<boolean>
  /** Asks in other words, of the models that are named. */
  readonly edit: (turn: TurnView, text: string, modelIds: readonly string[]) => Promise<boolean>
  /** Has the same answered again from what was sent, by the models that are named. */
  readonly again: (turn: TurnView, modelIds: readonly string[]) => Promise<boolean>
  /** Asks the same with the notes as they are now. */
  readonly anew: (turn: TurnView, modelIds: readonly string[]) => Promise<boolean>
  /** Lets the model go on with an answer that was cut off. */
  readonly goOn: (answer: AnswerView) => Promise<boolean>
  readonly fork: (turn: TurnView, answer: AnswerView) => Promise<boolean>
  readonly stop: (answerId: string) => Promise<boolean>
  /** Has a model compare the answers of a turn. */
  readonly compare: (turn: TurnView, modelId: string) => Promise<boolean>
  readonly chatId: string | undefined
}

export function useTurnActions(chatId: string | undefined): TurnActions {
  const client = useQueryClient()
  const { say, openChat } = useActions()
  const { busy, run, ask } = useTurnCalls(chatId)
  return useMemo(() => {
    const put = (id: string, chat: ChatView) => {
      client.setQueryData(keys.chat(id), chat)
      tellTabs(id)
    }
    return {
      busy,
      show: (turnId) =>
        run(
          async (id) => put(id, await chatChange(routes.showTurn(id, turnId))),
          'This branch cannot be shown.',
        ),
      choose: (answerId) =>
        run(
          async (id) => put(id, await chatChange(routes.chooseAnswer(id, answerId))),
          'It stays with the other answer.',
        ),
      edit: (turn, text, modelIds) =>
        ask(
          (place, more) => routes.edit({ ...place, turnId: turn.id }, { text, ...named(modelIds), ...more }),
          {
            failed: 'Not sent.',
            modelIds,
            canEdit: true,
          },
        ),
      again: (turn, modelIds) =>
        ask((place, more) => routes.regenerate({ ...place, turnId: turn.id }, { modelIds, ...more }), {
          failed: 'Not asked again.',
          modelIds,
        }),
      anew: (turn, modelIds) =>
        ask((place, more) => routes.edit({ ...place, turnId: turn.id }, { ...named(modelIds), ...more }), {
          failed: 'Not asked again.',
          modelIds,
        }),
      goOn: (answer) =>
        ask((place, more) => routes.continueAnswer({ ...place, answerId: answer.id }, more), {
          failed: 'It does not go on.',
          modelIds: [answer.modelId],
        }),
      fork: (turn, answer) =>
        run(async (id) => {
          const here = location.hash
          const fork = await routes.forkChat(id, turn.id, answer.id)
          await client.invalidateQueries({ queryKey: keys.chats })
          const open = () => openChat(fork.id)
          // Who has gone elsewhere meanwhile stays there.
          if (location.hash !== here)
            return say({ tone: 'info', text: 'The fork is there.', action: { label: 'Open', run: open } })
          open()
          say({
            tone: 'info',
            text: `This is a new chat: it begins with the first ${turn.number} ${turn.number === 1 ? 'turn' : 'turns'}.`,
          })
        }, 'Not forked.'),
      compare: (turn, modelId) =>
        run(async (id) => {
          await routes.compareAnswers(id, turn.id, modelId)
          tellTabs(id)
          void client.invalidateQueries({ queryKey: keys.inspections(id) })
          await fetchChatAnew(client, id)
        }, 'Not compared.'),
      chatId,
      stop: (answerId) =>
        run(async (id) => {
          await routes.stop(answerId)
          await client.invalidateQueries({ queryKey: keys.chat(id) })
        }, 'Could not stop.'),
    }
  }, [client, chatId, busy, say, openChat, run, ask])
}

function named(modelIds: readonly string[]) {
  return modelIds.length === 0 ? {} : { modelIds }
}
