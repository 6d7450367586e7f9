import type { TurnView } from '@varve/server/types'
import { useModels, useProviders } from '../api/queries.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { attachAgain } from '../view-model/attach-again.ts'
import { failureFixes } from '../view-model/failure-fixes.ts'
import { formatTokens } from '../view-model/format-tokens.ts'
import { useActions } from '../workbench/actions.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'

/** How an answer ended, in words, when it did not simply end; and the way to ask again. */
export function AnswerStatus({ turn }: { readonly turn: TurnView }) {
  const { answer } = turn
  switch (answer.status) {
    case 'streaming':
    case 'complete':
      return null
    case 'stopped':
      return <EndedEarly turn={turn} words={`Stopped. ${keptWords(turn)}`} />
    case 'interrupted':
      return (
        <EndedEarly turn={turn} words={`Interrupted: Varve was closed while this ran. ${keptWords(turn)}`} />
      )
    case 'failed':
      return (
        <Notice title={answer.error ?? 'The model did not answer.'}>
          <p>{keptWords(turn)} Your message and what you attached are saved.</p>
          <FailureFixes turn={turn} />
        </Notice>
      )
    default:
      return answer.status satisfies never
  }
}

/** What can be done about it, the likeliest first. */
function FailureFixes({ turn }: { readonly turn: TurnView }) {
  const { dispatch } = useActions()
  const { data: models = [] } = useModels()
  const { data: providers = [] } = useProviders()
  const provider = models.find(({ id }) => id === turn.answer.modelId)?.provider
  const openKey = () =>
    dispatch({ kind: 'dialog', dialog: { kind: 'provider-keys', ...(provider ? { provider } : {}) } })
  return (
    <div className="answer-fixes">
      {failureFixes(turn.answer, { models, providers }).map((fix) => {
        switch (fix) {
          case 'key':
            return (
              <Button key={fix} small onClick={openKey}>
                {providers.find(({ id }) => id === provider)?.key === 'none' ? 'Add a key' : 'Change the key'}
              </Button>
            )
          case 'model':
            return (
              <Button key={fix} small onClick={() => dispatch({ kind: 'model-picker', open: true })}>
                Choose another model
              </Button>
            )
          case 'again':
            return <AskAgain key={fix} turn={turn} />
          default:
            return fix satisfies never
        }
      })}
    </div>
  )
}

function EndedEarly({ turn, words }: { readonly turn: TurnView; readonly words: string }) {
  return (
    <p className="answer-status">
      <Icon name="warn" size={14} />
      <span>{words}</span>
      <AskAgain turn={turn} />
    </p>
  )
}

function keptWords({ answer }: TurnView): string {
  // What arrived in the last moments before Varve was closed may not have been stored.
  if (answer.text === '')
    return answer.status === 'interrupted' ? 'Nothing was saved before it was cut.' : 'Nothing had arrived.'
  return answer.usage ? `${formatTokens(answer.usage.output)} tokens kept.` : 'What had arrived is kept.'
}

/** Puts the same message back into the composer, where it can be changed before it is sent. */
function AskAgain({ turn }: { readonly turn: TurnView }) {
  const { chatId, dispatch, composer } = useWorkbench()
  const again = () => {
    const attach = attachAgain(turn.attachments)
    dispatch({ kind: 'draft', chat: chatId ?? NEW_CHAT, draft: { text: turn.text, attach } })
    composer.current?.focus()
  }
  return (
    <Button small onClick={again}>
      Ask again
    </Button>
  )
}
