import type { ToolStep } from '../api/guard-types.ts'
import { addWords } from '../view-model/text/add-words.ts'
import { withText } from '../workbench/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'

interface SaidRowProps {
  readonly said: NonNullable<ToolStep['said']>[number]
  /** The answer is being written: what is not read yet may still be. */
  readonly isRunning: boolean
}

/** What a person said while the model worked, in its place among the steps. */
export function SaidRow({ said, isRunning }: SaidRowProps) {
  const { chatId, dispatch, composer } = useWorkbench()
  const isLost = !said.isRead && !isRunning
  /** It was meant for the model: the next message can bring it. */
  const sayAgain = () => {
    dispatch({
      kind: 'edit',
      chat: chatId ?? NEW_CHAT,
      change: (now) => withText(now, addWords(now.text, said.text)),
    })
    composer.current?.focus()
  }
  return (
    <li className="tool-words tool-said-meanwhile">
      <b>You, meanwhile</b> {said.text}
      {said.isRead ? null : (
        <span className="tag warn">{isLost ? 'Not read' : 'Read with the next results'}</span>
      )}
      {isLost ? (
        <button type="button" className="tool-undo" onClick={sayAgain}>
          Put into the message
        </button>
      ) : null}
    </li>
  )
}
