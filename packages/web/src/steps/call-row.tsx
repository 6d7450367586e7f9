import type { ToolCallRecord, ToolStepRecord } from '@varve/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { renewFiles } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../parts/web-error.ts'
import { Icon } from '../parts/icon.tsx'
import { printJson } from '../view-model/text/print-json.ts'
import { answeredWords, callLine, isRejected, toolIcon } from '../view-model/thread/tool-words.ts'
import { useActions } from '../workbench/actions.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { addWords } from '../view-model/text/format.ts'
import { withText } from '../view-model/draft.ts'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { t } from '../i18n/t.ts'

interface CallRowProps {
  readonly call: ToolCallRecord
  readonly answerId: string
  /** The answer that it belongs to is being written. */
  readonly isRunning: boolean
}

/** One call: verb, object, result; what was asked for and what came back open below. */
export function CallRow({ call, answerId, isRunning }: CallRowProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { verb, rest } = callLine(call)
  const isAtWork = isRunning && call.status === 'running'
  return (
    <li className="tool-call" data-status={isRejected(call) ? 'rejected' : call.status}>
      <div className="tool-call-head">
        <button
          type="button"
          className="tool-call-line"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon name={toolIcon(call)} size={14} />
          <span className="cut">
            <b>{verb}</b> <span className="tool-object">{rest}</span>
          </span>
          {isAtWork ? <span className="dot pulse" /> : null}
          <StatusWord call={call} isRunning={isRunning} />
          <Icon name={open ? 'down' : 'right'} size={14} />
        </button>
        {call.changes && call.changes.length > 0 ? <Undo call={call} answerId={answerId} /> : null}
      </div>
      {answeredWords(call) === undefined ? null : (
        <p className="tool-words">
          <b>{t('You')}</b> {answeredWords(call)}
        </p>
      )}
      <div id={id} hidden={!open} className="tool-call-more">
        {open ? (
          <>
            <Part
              title={t('Input of {tool}', { tool: call.tool })}
              text={printJson(call.arguments).join('\n')}
            />
            {call.result === undefined ? null : <Part title={t('Result')} text={call.result} />}
          </>
        ) : null}
      </div>
    </li>
  )
}

function StatusWord({ call, isRunning }: { readonly call: ToolCallRecord; readonly isRunning: boolean }) {
  switch (call.status) {
    case 'running':
      return isRunning ? (
        <span className="visually-hidden">{t('running')}</span>
      ) : (
        <span className="tag warn">{t('Cut off')}</span>
      )
    case 'waiting':
      return <span className="tag warn">{isRunning ? t('Waiting for you') : t('Not answered')}</span>
    case 'done':
      return <span className="visually-hidden">{t('done')}</span>
    case 'failed':
      return isRejected(call) ? null : <span className="tag danger">{t('Failed')}</span>
    default:
      return call.status satisfies never
  }
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <pre className="mono" tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

/** Takes back what the call changed; a file that was changed since stays as it is, and that is said. */
function Undo({ call, answerId }: { readonly call: ToolCallRecord; readonly answerId: string }) {
  const { chatId } = useWorkbench()
  const { say, dispatch } = useActions()
  const client = useQueryClient()
  const [state, setState] = useState<'possible' | 'busy' | 'undone'>('possible')
  if (chatId === undefined) return null
  if (call.isUndone || state === 'undone')
    return (
      <span className="tool-undone" role="status">
        {t('Undone')}
      </span>
    )
  const paths = [...new Set(call.changes?.map(({ path }) => path))].join(', ')
  const undo = async () => {
    setState('busy')
    try {
      await routes.undoCall(chatId, answerId, call.callId)
      setState('undone')
      dispatch({ kind: 'undone' })
      await renewFiles(client)
    } catch (error) {
      setState('possible')
      say({
        tone: 'error',
        text: t('Couldn’t undo it. {what}', { what: adviseOn(error).what }),
        notUndoneIn: chatId,
      })
    }
  }
  return (
    <button
      type="button"
      className="tool-undo"
      aria-label={t('Undo the change to {paths}', { paths })}
      disabled={state === 'busy'}
      onClick={() => void undo()}
    >
      {t('Undo')}
    </button>
  )
}

interface SaidRowProps {
  readonly said: NonNullable<ToolStepRecord['said']>[number]
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
      <b>{t('You, while it worked')}</b> {said.text}
      {said.isRead ? null : (
        <span className="tag warn">{isLost ? t('Not read') : t('Read with the next results')}</span>
      )}
      {isLost ? (
        <button type="button" className="tool-undo" onClick={sayAgain}>
          {t('Put into the message')}
        </button>
      ) : null}
    </li>
  )
}
