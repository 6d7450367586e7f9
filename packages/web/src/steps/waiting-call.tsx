import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import type { ToolCall } from '../api/guard-types.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { argumentsOf, type CallQuestion, questionOf, toolIcon } from '../view-model/thread/tool-words.ts'
import { alwaysWords, widerLabel, widerWords } from '../view-model/rules/tool-rule-words.ts'
import { ChangeDiff } from './change-diff.tsx'
import { type CallAnswering, useAnswerCall } from './use-answer-call.ts'
import '../parts/text-field.css'

interface WaitingCallProps {
  readonly answerId: string
  readonly call: ToolCall
  /** The control that was used is about to go, and the focus with it. */
  readonly onAnswer: () => void
}

/** A call that goes on once a person has answered. */
export function WaitingCall({ answerId, call, onAnswer }: WaitingCallProps) {
  const { isAnswered, answer } = useAnswerCall(answerId, call.callId)
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
  readonly call: ToolCall
  readonly answering: CallAnswering
}

/** Something would be changed: what, and the ways to answer. A reason helps the model to do better. */
function Approval({ asked, call, answering }: ApprovalProps) {
  const [step, setStep] = useState<'asked' | 'refusing' | 'asked again'>('asked')
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
    setStep('asked again')
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
            aria-label="Why not"
            placeholder="Why not? The model reads this"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit">Refuse</Button>
          <Button look="bare" onClick={() => setStep('asked again')}>
            Back
          </Button>
        </form>
      ) : (
        <div className="approval-foot">
          <Button look="main" onClick={() => void answering.answer('approve')}>
            Allow once
          </Button>
          {asked.always ? (
            <Button aria-describedby={about} onClick={() => void answering.answer('approve', true)}>
              Always exactly this
            </Button>
          ) : null}
          {asked.wider ? (
            <Button aria-describedby={aboutWider} onClick={() => void answering.answer('approve', 'wider')}>
              {widerLabel(asked.wider)}
            </Button>
          ) : null}
          <Button look="bare" autoFocus={step === 'asked again'} onClick={() => setStep('refusing')}>
            Refuse…
          </Button>
          {asked.always ? (
            <p id={about} className="approval-about">
              Exactly this: {alwaysWords(asked.always)}, in this workspace.
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
function isForeign({ tool }: ToolCall): boolean {
  return tool.startsWith('mcp__')
}

/** All that the call hands over, each argument by itself so that none can pass for another. */
function Arguments({ call }: { readonly call: ToolCall }) {
  const all = argumentsOf(call)
  if (all.length === 0) return null
  return (
    <div className="approval-arguments" role="region" aria-label="What it is given" tabIndex={0}>
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
          aria-label="Your answer"
          placeholder={asked.options.length === 0 ? 'Your answer' : 'Or another answer'}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={text.trim() === ''}>
          Answer
        </Button>
      </form>
    </section>
  )
}
