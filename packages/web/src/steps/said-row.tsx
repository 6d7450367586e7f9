import type { ToolStep } from '../api/guard-types.ts'

interface SaidRowProps {
  readonly said: NonNullable<ToolStep['said']>[number]
  /** The answer is being written: what is not read yet may still be. */
  readonly isRunning: boolean
}

/** What a person said while the model worked, in its place among the steps. */
export function SaidRow({ said, isRunning }: SaidRowProps) {
  return (
    <li className="tool-words tool-said-meanwhile">
      <b>You, meanwhile</b> {said.text}
      {said.isRead ? null : (
        <span className="tag warn">{isRunning ? 'Read with the next results' : 'Not read'}</span>
      )}
    </li>
  )
}
