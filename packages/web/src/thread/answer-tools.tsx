import type { AnswerView, TurnView } from '@varve/server/types'
import { useMemo, useState } from 'react'
import { AnotherModelDialog } from '../models/another-model-dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { Pager } from '../parts/pager.tsx'
import { useCopy } from '../parts/use-copy.ts'
import { answerColumns } from '../view-model/thread/answer-columns.ts'
import { isRunning } from '../view-model/thread/merge-turn.ts'
import { answerAsMarkdown } from '../view-model/files/source-label.ts'
import { useActions } from '../workbench/actions.ts'
import { SaveAnswerDialog } from './save-answer-dialog.tsx'
import { useThread } from './turn-actions.ts'

interface AnswerToolsProps {
  readonly turn: TurnView
  readonly answer: AnswerView
}

/** What can be done with an answer once it is there. */
export function AnswerTools({ turn, answer }: AnswerToolsProps) {
  const { say } = useActions()
  const { copied, copy } = useCopy((text) => say({ tone: 'error', text }))
  const isThere = !isRunning(answer)
  return (
    <span className="usage-actions">
      <OtherAnswers turn={turn} answer={answer} />
      {isThere && answer.text !== '' ? (
        <IconButton
          small
          icon={copied ? 'check' : 'copy'}
          label={copied ? 'Copied' : 'Copy the answer'}
          onClick={() => copy(answerAsMarkdown(answer))}
        />
      ) : null}
      {isThere ? <AgainMenu turn={turn} answer={answer} /> : null}
      {isThere && answer.text !== '' ? <MoreMenu turn={turn} answer={answer} /> : null}
    </span>
  )
}

/** Answers that came one instead of another. Those that were asked for together stand in columns. */
function OtherAnswers({ turn, answer }: AnswerToolsProps) {
  const { choose, busy, answering, keepPlace } = useThread()
  const inColumns = useMemo(() => answerColumns(turn).length > 0, [turn])
  const { answers } = turn
  if (inColumns) return null
  return (
    <Pager
      noun="Answer"
      at={answers.findIndex(({ id }) => id === answer.id)}
      count={answers.length}
      disabled={busy || answering}
      onGo={(to, element) => {
        const other = answers[to]
        if (!other) return
        keepPlace(element)
        void choose(other.id)
      }}
    />
  )
}

function AgainMenu({ turn, answer }: AnswerToolsProps) {
  const { again, anew, busy, answering } = useThread()
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <Menu
        label="Answer again"
        button={<Icon name="again" size={14} />}
        buttonClass="icon-button small answer-again"
        disabled={busy || answering}
      >
        <MenuItem icon="again" onSelect={() => void again(turn, [answer.modelId])}>
          Again with {answer.modelName}
        </MenuItem>
        <MenuItem icon="columns" onSelect={() => setChoosing(true)}>
          With another model…
        </MenuItem>
        {turn.continues === undefined ? (
          <MenuItem icon="note" onSelect={() => void anew(turn, [answer.modelId])}>
            Ask again with the notes as they are now
          </MenuItem>
        ) : null}
      </Menu>
      {choosing ? (
        <AnotherModelDialog
          current={answer.modelId}
          onPick={(id) => void again(turn, [id])}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  )
}

function MoreMenu({ turn, answer }: AnswerToolsProps) {
  const { fork, busy } = useThread()
  const [saving, setSaving] = useState<'new' | 'append'>()
  return (
    <>
      <Menu
        label="More about this answer"
        button={<Icon name="more" size={14} />}
        buttonClass="icon-button small more"
      >
        <MenuItem icon="note" onSelect={() => setSaving('new')}>
          Save as note…
        </MenuItem>
        <MenuItem icon="plus" onSelect={() => setSaving('append')}>
          Append to note…
        </MenuItem>
        <MenuItem icon="fork" disabled={busy} onSelect={() => void fork(turn, answer)}>
          Fork into a new chat
        </MenuItem>
      </Menu>
      {saving === undefined ? null : (
        <SaveAnswerDialog answer={answer} how={saving} onClose={() => setSaving(undefined)} />
      )}
    </>
  )
}
