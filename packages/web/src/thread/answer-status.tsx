import { noticeWords, t } from '../i18n/t.ts'
import type { AnswerView, ModelView, ProviderView, TurnView } from '@varve/contract'
import { useState } from 'react'
import { useModels, useProviders } from '../api/queries.ts'
import { AnotherModelDialog } from '../models/model-picker.tsx'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import { useThread } from './use-turn-actions.ts'

interface AnswerStatusProps {
  readonly turn: TurnView
  readonly answer: AnswerView
  readonly isContinued: boolean
}

/** How an answer ended if not normally, and how to continue. */
export function AnswerStatus({ turn, answer, isContinued }: AnswerStatusProps) {
  switch (answer.status) {
    case 'streaming':
      return null
    case 'complete':
      return answer.endsEarly || isWordless(answer) ? (
        <p className="answer-status">
          <Icon name="warn" size={14} />
          <span>{earlyWords(answer)}</span>
          {isContinued ? <span>{t('Continued below.')}</span> : <GoOn turn={turn} answer={answer} />}
        </p>
      ) : null
    case 'stopped':
    case 'interrupted':
      return (
        <p className="answer-status">
          <Icon name="warn" size={14} />
          <span>{endWords(answer)}</span>
          {isContinued ? <span>{t('Continued below.')}</span> : <GoOn turn={turn} answer={answer} />}
        </p>
      )
    case 'failed':
      return (
        <Notice title={answer.error ?? t('The model did not answer.')}>
          <p>{`${keptWords(answer)} ${t('Your message and its attachments are saved.')}`}</p>
          {isContinued ? <p>{t('Continued below.')}</p> : <FailureFixes turn={turn} answer={answer} />}
        </Notice>
      )
    default:
      return answer.status satisfies never
  }
}

interface FixProps {
  readonly turn: TurnView
  readonly answer: AnswerView
}

/** From where it was cut, where something had come; or from the start. */
function GoOn({ turn, answer }: FixProps) {
  const { goOn, again, busy, answering } = useThread()
  return (
    <>
      {isWordless(answer) ? null : (
        <Button small disabled={busy || answering} onClick={() => void goOn(answer)}>
          {t('Continue')}
        </Button>
      )}
      <Button small disabled={busy || answering} onClick={() => void again(turn, [answer.modelId])}>
        {t('Try again')}
      </Button>
    </>
  )
}

/** What can be done about it, the likeliest first. */
function FailureFixes({ turn, answer }: FixProps) {
  const { openDialog } = useActions()
  const { again } = useThread()
  const { data: models = [] } = useModels()
  const { data: providers = [] } = useProviders()
  const [choosing, setChoosing] = useState(false)
  const provider = models.find(({ id }) => id === answer.modelId)?.provider
  const openKey = () => openDialog({ kind: 'provider-keys', ...(provider ? { provider } : {}) })
  return (
    <div className="answer-fixes">
      {failureFixes(answer, { models, providers }).map((fix) => {
        switch (fix) {
          case 'key':
            return (
              <Button key={fix} small onClick={openKey}>
                {providers.find(({ id }) => id === provider)?.key === 'none'
                  ? t('Add a key')
                  : t('Change the key')}
              </Button>
            )
          case 'model':
            return (
              <Button key={fix} small onClick={() => setChoosing(true)}>
                {t('Choose another model')}
              </Button>
            )
          case 'again':
            return <GoOn key={fix} turn={turn} answer={answer} />
          default:
            return fix satisfies never
        }
      })}
      {choosing ? (
        <AnotherModelDialog
          current={answer.modelId}
          onPick={(id) => void again(turn, [id])}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  )
}

/** Some models end without one, and nothing else on the page would say so. */
function isWordless({ text }: AnswerView): boolean {
  return text.trim() === ''
}

function earlyWords({ endsEarly, text }: AnswerView): string {
  if (endsEarly === undefined) return t('The model returned an empty answer.')
  if (endsEarly === 'output-limit') return t('The model reached its output limit.')
  return text === ''
    ? t('The provider withheld this answer.')
    : t('The provider withheld the rest of this answer.')
}

function endWords(answer: AnswerView): string {
  if (answer.status === 'interrupted')
    return `${answer.error ?? t('Interrupted: Varve was closed while this ran.')} ${keptWords(answer)}`
  const ended = answer.usage?.warnings?.find(({ code }) => code === 'run-limit')
  return ended ? noticeWords(ended) : `${t('Stopped.')} ${keptWords(answer)}`
}

type FailureFix = 'key' | 'model' | 'again'

interface FailureContext {
  readonly models: readonly ModelView[]
  readonly providers: readonly ProviderView[]
}

/** What can be done about an answer that failed, the likeliest first. Asking again is always possible. */
export function failureFixes(
  answer: AnswerView,
  { models, providers }: FailureContext,
): readonly FailureFix[] {
  const model = models.find(({ id }) => id === answer.modelId)
  const provider = providers.find(({ id }) => id === model?.provider)
  const takesKey = provider !== undefined && provider.key !== 'not-needed'
  const others = models.some(({ id, ready }) => ready && id !== answer.modelId)
  return [
    ...(takesKey && (provider.key === 'none' || answer.errorCode === 'key-rejected')
      ? (['key'] as const)
      : []),
    ...(others ? (['model'] as const) : []),
    'again',
  ]
}

type Ended = Pick<AnswerView, 'status' | 'text' | 'steps' | 'usage'>

/** What is left of an answer that did not simply end. */
export function keptWords(answer: Ended): string {
  if (answer.text !== '')
    return answer.usage
      ? t('{count} {count|token|tokens} kept.', { count: answer.usage.output })
      : t('The partial answer is kept.')
  const kept = keptOnTheWay(answer)
  // What arrived in the last moments before Varve was closed may not have been stored.
  const isCut = answer.status === 'interrupted'
  if (kept === '') return isCut ? t('Nothing was saved before the interruption.') : t('Nothing was received.')
  return `${isCut ? t('No text of the answer was saved.') : t('No text of the answer was received.')} ${kept}`
}

function keptOnTheWay({ steps = [] }: Ended): string {
  const count = steps.filter(({ calls }) => calls.length > 0).length
  const isSaid = steps.some(({ said = [] }) => said.length > 0)
  if (count === 0) return isSaid ? t('Kept: what you wrote meanwhile.') : ''
  return isSaid
    ? t('Kept: {count} {count|step|steps} and what you wrote meanwhile.', { count })
    : t('Kept: {count} {count|step|steps}.', { count })
}
