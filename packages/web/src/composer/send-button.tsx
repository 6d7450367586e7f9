import { Icon } from '../parts/icon.tsx'

interface SendButtonProps {
  readonly answering: boolean
  readonly canSend: boolean
  readonly onSend: () => void
  /** Absent while the message is still on its way: there is nothing to stop yet. */
  readonly onStop: (() => void) | undefined
}

/** One button in one place: Stop while an answer runs, Send otherwise. It keeps its focus when it changes. */
export function SendButton({ answering, canSend, onSend, onStop }: SendButtonProps) {
  return (
    <button
      type="button"
      className={answering ? 'composer-send stop' : 'composer-send'}
      disabled={answering ? !onStop : !canSend}
      onClick={answering ? onStop : onSend}
    >
      <Icon name={answering ? 'stop' : 'up'} size={14} />
      {answering ? 'Stop' : 'Send'}
    </button>
  )
}
