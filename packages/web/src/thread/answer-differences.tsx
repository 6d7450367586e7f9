import type { AnswerView } from '@varve/contract'
import type { ChangeObject } from 'diff'
import { useEffect, useId, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { t } from '../i18n/t.ts'

interface AnswerDifferencesProps {
  readonly answers: readonly AnswerView[]
}

/** Shows word for word where two answers differ. Nothing is asked of a model for it. */
export function AnswerDifferences({ answers }: AnswerDifferencesProps) {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const ended = answers.filter(({ status, text }) => status !== 'streaming' && text !== '')
  if (ended.length < 2) return null
  return (
    <div className="answer-differences">
      <Button small aria-expanded={isOpen} aria-controls={panel} onClick={() => setOpen(!isOpen)}>
        <Icon name="columns" size={14} />
        {isOpen ? t('Hide differences') : t('Show differences')}
      </Button>
      <div id={panel}>{isOpen ? <Differences answers={ended} /> : null}</div>
    </div>
  )
}

/** Beyond this the words are compared line by line. */
const PATIENCE_MILLISECONDS = 150

function Differences({ answers }: AnswerDifferencesProps) {
  const [[left, right], setPair] = useState<readonly [string, string]>([
    answers[0]?.id ?? '',
    answers[1]?.id ?? '',
  ])
  const before = answers.find(({ id }) => id === left) ?? answers[0]
  const after = answers.find(({ id }) => id === right) ?? answers[1]
  const changes = useChanges(before?.text ?? '', after?.text ?? '')
  if (!before || !after) return null
  const isSame = changes?.every(({ added, removed }) => !added && !removed) === true
  return (
    <div className="differences">
      <div className="differences-who">
        <AnswerSelect
          label={t('First answer')}
          answers={answers}
          value={before.id}
          onChange={(id) => setPair([id, after.id])}
        />
        <span>
          <del>{t('only here')}</del>
        </span>
        <AnswerSelect
          label={t('Second answer')}
          answers={answers}
          value={after.id}
          onChange={(id) => setPair([before.id, id])}
        />
        <span>
          <ins>{t('only here')}</ins>
        </span>
      </div>
      {isSame ? (
        <p>{t('Both answers are the same.')}</p>
      ) : (
        <p className="differences-text">
          {changes?.map(({ added, removed, value }, at) => {
            const Mark = added ? 'ins' : removed ? 'del' : 'span'
            // The pieces have no names, and never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            return <Mark key={at}>{value}</Mark>
          })}
        </p>
      )}
    </div>
  )
}

function useChanges(before: string, after: string): readonly ChangeObject<string>[] | undefined {
  const [changes, setChanges] = useState<readonly ChangeObject<string>[]>()
  useEffect(() => {
    let isHere = true
    void import('diff').then(({ diffLines, diffWordsWithSpace }) => {
      const words = diffWordsWithSpace(before, after, { timeout: PATIENCE_MILLISECONDS })
      if (isHere) setChanges(words ?? diffLines(before, after))
    })
    return () => {
      isHere = false
    }
  }, [before, after])
  return changes
}

interface AnswerSelectProps {
  readonly label: string
  readonly answers: readonly AnswerView[]
  readonly value: string
  readonly onChange: (id: string) => void
}

function AnswerSelect({ label, answers, value, onChange }: AnswerSelectProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {answers.map(({ id, modelName }) => (
        <option key={id} value={id}>
          {modelName}
        </option>
      ))}
    </select>
  )
}
