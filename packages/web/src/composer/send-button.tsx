import { useId } from 'react'
import { Icon } from '../parts/icon.tsx'

interface SendButtonProps {
  readonly answering: boolean
  readonly canSend: boolean
  /** Why it cannot be sent, where that is not plain to see. */
  readonly reason: string | undefined
  readonly onSend: () => void
  /** Absent while the message is still on its way: there is nothing to stop yet. */
  readonly onStop: (() => void) | undefined
  /** It was pressed, and the server has not said yet that it is done. */
  readonly isStopping: boolean
}

/** One button in one place: Stop while an answer runs, Send otherwise. It keeps its focus when it changes. */
export function SendButton({ answering, canSend, reason, onSend, onStop, isStopping }: SendButtonProps) {
  const reasonId = useId()
  const shownReason = answering ? undefined : reason
  return (
    <>
      {shownReason === undefined ? null : (
        <span id={reasonId} className="tag warn figures">
          {shownReason}
        </span>
      )}
      <button
        type="button"
        className={answering ? 'composer-send stop' : 'composer-send'}
        disabled={answering ? !onStop : !canSend}
        aria-describedby={shownReason === undefined ? undefined : reasonId}
        onClick={answering ? onStop : onSend}
      >
        <Icon name={answering ? 'stop' : 'up'} size={14} />
        {answering ? (isStopping ? 'Stopping…' : 'Stop') : 'Send'}
      </button>
    </>
  )
}
