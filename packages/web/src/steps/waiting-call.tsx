import '../parts/text-field.css'
import type { ToolCallRecord } from '@varve/contract'
import { type FormEvent, type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { argumentsOf, type CallQuestion, questionOf, toolIcon } from '../view-model/thread/tool-words.ts'
import { alwaysWords, widerLabel, widerWords } from '../view-model/rules/tool-rule-words.ts'
import { keys } from '../api/keys.ts'
import { fetchChatAnew } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { useActions } from '../workbench/actions.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { DiffLines } from '../parts/diff-lines.tsx'
import { diffRows } from '../view-model/text/rows.ts'
import { t } from '../i18n/t.ts'

/** A long change is read in parts: so many rows at first, and with each click. */
const SHOWN_ROWS = 200

const MORE_ROWS = 5_000

interface WaitingCallProps {
  readonly answerId: string
  readonly call: ToolCallRecord
  /** Varve was closed since it asked: another answer continues from here. */
  readonly isCut: boolean
  /** The control that was used is about to go, and the focus with it. */
  readonly onAnswer: () => void
}

/** A call that continues after the user's decision. */
export function WaitingCall({ answerId, call, isCut, onAnswer }: WaitingCallProps) {
  const { isAnswered, answer } = useAnswerCall(answerId, call.callId, isCut)
  const answering: CallAnswering = {
    isAnswered,
    answer: (words, always) => {
      onAnswer()
      return answer(words, always)
    },
  }
  const asked = questionOf(call)
  if (!asked || isAnswered) return null
  switch (asked.kind) {
    case 'approval':
      return <Approval asked={asked} call={call} answering={answering} />
    case 'question':
      return <Question asked={asked} answering={answering} />
    default:
      return asked satisfies never
  }
}

interface ApprovalProps {
  readonly asked: Extract<CallQuestion, { kind: 'approval' }>
  readonly call: ToolCallRecord
  readonly answering: CallAnswering
}

/** Something would be changed: what, and the ways to answer. A reason helps the model to do better. */
function Approval({ asked, call, answering }: ApprovalProps) {
  const [step, setStep] = useState<'asked' | 'refusing' | 'asked-again'>('asked')
  const [reason, setReason] = useState('')
  const title = useId()
  const about = useId()
  const aboutWider = useId()
  const reject = (event: FormEvent) => {
    event.preventDefault()
    const why = reason.trim()
    void answering.answer(why === '' ? 'reject' : `reject: ${why}`)
  }
  // It takes back this much only: further out it would stop the answer.
  const goBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    setStep('asked-again')
  }
  return (
    <section className="approval" aria-labelledby={title}>
      <div className="approval-head">
        <Icon name={toolIcon(call)} />
        <h3 id={title}>{asked.text}?</h3>
      </div>
      {asked.preview ? <ChangeDiff preview={asked.preview} /> : null}
      {asked.preview && !isForeign(call) ? null : <Arguments call={call} />}
      {step === 'refusing' ? (
        <form className="approval-foot" onSubmit={reject} onKeyDown={goBack}>
          <input
            className="text-field grow"
            aria-label={t('Reason')}
            placeholder={t('Why? The model reads your reason')}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit">{t('Refuse')}</Button>
          <Button look="bare" onClick={() => setStep('asked-again')}>
            {t('Back')}
          </Button>
        </form>
      ) : (
        <div className="approval-foot">
          <Button look="main" onClick={() => void answering.answer('approve')}>
            {t('Allow once')}
          </Button>
          {asked.always ? (
            <Button aria-describedby={about} onClick={() => void answering.answer('approve', true)}>
              {t('Always exactly this')}
            </Button>
          ) : null}
          {asked.wider ? (
            <Button aria-describedby={aboutWider} onClick={() => void answering.answer('approve', 'wider')}>
              {widerLabel(asked.wider)}
            </Button>
          ) : null}
          <Button look="bare" autoFocus={step === 'asked-again'} onClick={() => setStep('refusing')}>
            {t('Refuse…')}
          </Button>
          {asked.always ? (
            <p id={about} className="approval-about">
              {t('Exactly this: {words}, in this workspace.', { words: alwaysWords(asked.always) })}
            </p>
          ) : null}
          {asked.wider ? (
            <p id={aboutWider} className="approval-about">
              {widerWords(asked.wider)}
            </p>
          ) : null}
        </div>
      )}
    </section>
  )
}

/** What a tool of an MCP server does with its arguments is for that server to say: they are shown in any case. */
function isForeign({ tool }: ToolCallRecord): boolean {
  return tool.startsWith('mcp__')
}

/** All that the call hands over, each argument by itself so that none can pass for another. */
function Arguments({ call }: { readonly call: ToolCallRecord }) {
  const all = argumentsOf(call)
  if (all.length === 0) return null
  return (
    <div className="approval-arguments" role="region" aria-label={t('Input')} tabIndex={0}>
      <dl>
        {all.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface QuestionProps {
  readonly asked: Extract<CallQuestion, { kind: 'question' }>
  readonly answering: CallAnswering
}

/** The model asks: one of its answers, or another. */
function Question({ asked, answering }: QuestionProps) {
  const [text, setText] = useState('')
  const title = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void answering.answer(text.trim())
  }
  return (
    <section className="approval" aria-labelledby={title}>
      <div className="approval-head">
        <Icon name="chat" />
        <h3 id={title}>{asked.text}</h3>
      </div>
      {asked.options.length === 0 ? null : (
        <div className="approval-foot">
          {asked.options.map((option) => (
            <Button key={option} onClick={() => void answering.answer(option)}>
              {option}
            </Button>
          ))}
        </div>
      )}
      <form className="approval-foot" onSubmit={submit}>
        <input
          className="text-field grow"
          aria-label={t('Your answer')}
          placeholder={asked.options.length === 0 ? t('Your answer') : t('Or another answer')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={text.trim() === ''}>
          {t('Answer')}
        </Button>
      </form>
    </section>
  )
}

interface CallAnswering {
  /** It was answered; the stream says what came of it. */
  readonly isAnswered: boolean
  /** With `always`, calls like this one are not asked about again. */
  readonly answer: (words: string, always?: boolean | 'wider') => Promise<void>
}

/** Answers a call that waits for a person, once. */
function useAnswerCall(answerId: string, callId: string, isCut: boolean): CallAnswering {
  const { sayError } = useActions()
  const { chatId } = useWorkbench()
  const client = useQueryClient()
  const [isAnswered, setAnswered] = useState(false)
  return {
    isAnswered,
    answer: async (words, always = false) => {
      setAnswered(true)
      try {
        await routes.answerCall({ answerId, callId }, words, always)
        if (isCut && chatId !== undefined) await fetchChatAnew(client, chatId)
        if (always) await client.invalidateQueries({ queryKey: keys.toolRules })
      } catch (error) {
        setAnswered(false)
        sayError(t('Not answered.'), error)
      }
    },
  }
}

type Preview = NonNullable<NonNullable<ToolCallRecord['question']>['preview']>

/** A file as it is and as it would be. */
function ChangeDiff({ preview }: { readonly preview: Preview }) {
  const { path, before, after, movedFrom, files } = preview
  const [most, setMost] = useState(SHOWN_ROWS)
  const { rows, added, removed, left } = useMemo(
    () => diffRows(before ?? '', after ?? '', most),
    [before, after, most],
  )
  return (
    <div className="change-diff">
      <p className="change-path">
        <span className="cut grow">
          {movedFrom === undefined ? path : `${movedFrom} → ${path}`}
          {before === undefined && movedFrom === undefined ? ` ${t('(new)')}` : ''}
          {after === undefined && movedFrom === undefined ? ` ${t('(would be removed)')}` : ''}
        </span>
        {added + removed === 0 ? null : (
          <span className="figures">
            <span className="change-added">+{added}</span> <span className="change-removed">−{removed}</span>
          </span>
        )}
      </p>
      {files ? (
        <div
          className="change-rows mono"
          role="region"
          aria-label={t('Files that move to {path}', { path })}
          tabIndex={0}
        >
          <ul>
            {files.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {rows.length === 0 ? null : (
        <DiffLines
          rows={rows}
          left={left}
          label={t('Change to {path}', { path })}
          onMore={() => setMost(most + MORE_ROWS)}
        />
      )}
    </div>
  )
}
