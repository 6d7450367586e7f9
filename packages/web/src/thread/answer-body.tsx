import './sources-line.css'
import './reasoning-fold.css'
import '../steps/tool-steps.css'
import '../parts/text-field.css'
import type { AnswerView, SourceView, ToolCallRecord, ToolStepRecord, TurnView } from '@varve/contract'
import { type FormEvent, useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import type { AnswerStream } from '../api/use-answer-streams.ts'
import { Markdown } from '../markdown/lazy-markdown.tsx'
import { isRunning } from '../view-model/thread/turns.ts'
import { useActions } from '../workbench/actions.ts'
import { AnswerStatus } from './answer-status.tsx'
import { useThread } from './use-turn-actions.ts'
import { SplitName } from '../parts/file-name.tsx'
import { hasLines, lineLabel, sourceName } from '../view-model/files/file-names.ts'
import { useReasoning, useSourceTexts } from '../api/queries.ts'
import { holdsQuotes, quoteFinder, QuotesContext } from '../markdown/quotes.tsx'
import { Icon } from '../parts/icon.tsx'
import { approvedPlan, questionOf } from '../view-model/thread/tool-words.ts'
import { CallRow, SaidRow } from '../steps/call-row.tsx'
import { WaitingCall } from '../steps/waiting-call.tsx'
import { useChatSettings } from '../models/use-chat-settings.ts'
import { Button } from '../parts/button.tsx'
import { addWords } from '../view-model/text/format.ts'
import { withText } from '../view-model/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { routes } from '../api/routes.ts'
import { rich, t } from '../i18n/t.ts'

/** Longer lines are cut by the page anyway. */
const LONGEST = 240

const NO_SOURCES: readonly SourceView[] = []

const openNothing = () => {}

const NO_STEPS: readonly ToolStepRecord[] = []

export interface AnswerBodyProps {
  readonly turn: TurnView
  readonly answer: AnswerView
  readonly stream: AnswerStream | undefined
  /** The next turn continues from it. */
  readonly isContinued: boolean
}

/** What a model thought and wrote, how it ended, and what it rests on. */
export function AnswerBody({ turn, answer, stream, isContinued }: AnswerBodyProps) {
  const { openPreview } = useActions()
  const { id: turnId, number } = turn
  const openSource = useCallback(
    ({ path, lines, unit }: SourceView) =>
      openPreview({ path, lines, ...(unit ? { unit } : {}), givenIn: { turnId, number } }),
    [openPreview, turnId, number],
  )
  const live = isRunning(answer)
  // What the server had stored may be ahead of a stream that has only begun to replay.
  const arrived = live && stream && stream.text.length > answer.text.length ? stream.text : answer.text
  const steps = (live && stream?.steps.length ? stream.steps : answer.steps) ?? NO_STEPS
  const { said, rest } = useMemo(() => splitSaid(arrived, steps), [arrived, steps])
  const text = useDeferredValue(rest)
  const findQuote = useQuoteFinder(turn, live ? undefined : answer, text)
  return (
    <>
      <ReasoningFold answerId={answer.id} thinking={live && text === ''} />
      <ToolSteps turn={turn} answer={answer} steps={steps} said={said} onOpenSource={openSource} />
      {text === '' && live ? (
        <p className="answer-waiting">
          <span className="answer-caret pulse" />
        </p>
      ) : (
        <div className={live ? 'markdown answer-live' : 'markdown'} data-answer={answer.id}>
          <QuotesContext value={findQuote}>
            <Markdown text={text} isLive={live} sources={answer.sources} onOpenSource={openSource} />
          </QuotesContext>
        </div>
      )}
      <AnswerStatus turn={turn} answer={answer} isContinued={isContinued} />
      <SourcesLine sources={answer.sources} onOpen={openSource} />
    </>
  )
}

/** Finds quotes in the sources of an answer, once these are there; nothing is asked for where there are no quotes. */
function useQuoteFinder(turn: TurnView, answer: AnswerView | undefined, text: string) {
  const { chatId } = useWorkbench()
  const wanted = useMemo(
    () => (answer && holdsQuotes(text) ? quotableSources(turn, answer) : NO_SOURCES),
    [turn, answer, text],
  )
  const texts = useSourceTexts(chatId, turn.id, wanted)
  return useMemo(() => (texts.length === 0 ? undefined : quoteFinder(texts)), [texts])
}

/** More are not looked through. */
const MOST_QUOTED = 20

/** What an answer may quote: what it cites, then what came with its message, each text once. */
export function quotableSources(
  { attachments, passages = [] }: Pick<TurnView, 'attachments' | 'passages'>,
  { sources }: Pick<AnswerView, 'sources'>,
): readonly SourceView[] {
  const given = [
    ...attachments
      .filter(({ kind }) => kind !== 'image')
      .map(({ key, title }) => ({ number: 0, path: key, title, lines: [1, 1] as const })),
    ...passages.map(({ path, lines }) => ({ number: 0, path, lines })),
  ]
  const byPath = Map.groupBy([...sources, ...given], ({ path }) => path)
  return [...byPath.values()].flatMap(([first]) => first ?? []).slice(0, MOST_QUOTED)
}

interface SourcesLineProps {
  readonly sources: readonly SourceView[]
  readonly onOpen: (source: SourceView) => void
}

/** What the answer rests on, each with its lines. */
function SourcesLine({ sources, onOpen }: SourcesLineProps) {
  if (sources.length === 0) return null
  return (
    <ul className="sources-line" aria-label={t('Sources')}>
      {sources.map((source) => (
        <li key={source.number}>
          <button type="button" onClick={() => onOpen(source)}>
            <span className="citation">{source.number}</span>
            <SplitName name={sourceName(source)} title={source.title ?? source.path} />
            {hasLines(source) ? (
              <span className="sources-lines">, {lineLabel(source.lines, source.unit)}</span>
            ) : null}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface SplitAnswer {
  /** By step: what the model said before its calls; empty if that is part of the rest. */
  readonly said: readonly string[]
  /** What comes after the last step. */
  readonly rest: string
}

/**
 * An answer begins with what a model said between its steps. Each text belongs to its step and is shown
 * there; if the two differ, as after citations are renumbered, it stays in the answer. Nothing is shown twice
 * or lost.
 */
export function splitSaid(text: string, steps: readonly Pick<ToolStepRecord, 'text'>[]): SplitAnswer {
  let rest = text
  let isAlike = true
  const said = steps.map((step) => {
    const words = step.text.trim()
    const begun = rest.trimStart()
    if (words === '' || !isAlike) return ''
    // A step may be reported before all of its text has arrived.
    const isArriving = begun.length < words.length && words.startsWith(begun)
    isAlike = isArriving || begun.startsWith(words)
    if (!isAlike) return ''
    rest = begun.slice(words.length)
    return words
  })
  return { said, rest: said.some((words) => words !== '') ? rest.trimStart() : text }
}

interface ReasoningFoldProps {
  readonly answerId: string
  /** The answer itself has not begun. */
  readonly thinking: boolean
}

/** The reasoning before an answer: one line that opens. Only visible to those who saw it stream; it isn't stored. */
function ReasoningFold({ answerId, thinking }: ReasoningFoldProps) {
  const reasoning = useReasoning(answerId)
  const [open, setOpen] = useState(false)
  const id = useId()
  if (reasoning === '') return null
  return (
    <div className="reasoning">
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon name="bulb" size={14} />
        <b className={thinking ? 'pulse' : undefined}>{thinking ? t('Thinking') : t('Thought')}</b>
        <span className="cut faint">
          {open ? '' : outlineReasoning(reasoning, thinking ? 'last' : 'first')}
        </span>
        <Icon name={open ? 'down' : 'right'} size={14} />
      </button>
      <div id={id} hidden={!open}>
        {open ? (
          <div
            className="markdown reasoning-text"
            role="region"
            aria-label={t('Reasoning of the model')}
            tabIndex={0}
          >
            <Markdown text={reasoning} sources={NO_SOURCES} onOpenSource={openNothing} />
          </div>
        ) : null}
      </div>
    </div>
  )
}

/** One line of the reasoning, without Markdown: the last while it grows, the first once it is complete. */
export function outlineReasoning(text: string, which: 'first' | 'last'): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[\s#>*+-]+|[*`]+/g, '').trim())
    .filter((line) => line !== '')
  return (lines.at(which === 'first' ? 0 : -1) ?? '').slice(0, LONGEST)
}

interface ToolStepsProps {
  readonly turn: TurnView
  readonly answer: AnswerView
  readonly steps: readonly ToolStepRecord[]
  /** By step: what the model said before its calls. */
  readonly said: readonly string[]
  readonly onOpenSource: (source: SourceView) => void
}

/** The tool calls on the way to an answer, one line each, and the questions they ask. */
function ToolSteps({ turn, answer, steps, said, onOpenSource }: ToolStepsProps) {
  const { lastTurn, answering } = useThread()
  const runs = isRunning(answer)
  // Varve was closed while a call waited: it can be answered as long as the chat has not continued.
  const isCut = answer.status === 'interrupted' && turn.id === lastTurn && !answering
  const asked = useRef<HTMLParagraphElement>(null)
  if (steps.length === 0) return null
  const calls = steps.flatMap((step) => step.calls)
  const waiting = runs || isCut ? calls.flatMap((call) => (questionOf(call) ? [call] : [])) : []
  return (
    <div className="tool-steps">
      <ol className="tool-calls" aria-label={t('Steps')}>
        {steps.flatMap((step, at) => [
          ...(said[at]
            ? [
                <li key={`said ${at}`} className="tool-said markdown">
                  <Markdown text={said[at]} sources={answer.sources} onOpenSource={onOpenSource} />
                </li>,
              ]
            : []),
          ...step.calls.map((call) => (
            <CallRow key={`${at} ${call.callId}`} call={call} answerId={answer.id} isRunning={runs} />
          )),
          ...(step.said ?? []).map((words, place) => (
            <SaidRow key={`words ${at} ${place}`} said={words} isRunning={runs} />
          )),
        ])}
      </ol>
      {/* From here Tab leads to the next question, or to what can be said meanwhile. */}
      <p ref={asked} className="visually-hidden" role="status" tabIndex={-1}>
        {waiting.length === 0 ? '' : t('The model is waiting for your answer.')}
      </p>
      {waiting.map((call) => (
        <WaitingCall
          key={call.callId}
          answerId={answer.id}
          call={call}
          isCut={isCut}
          onAnswer={() => asked.current?.focus({ preventScroll: true })}
        />
      ))}
      {runs ? <SteerField answerId={answer.id} /> : <ApprovedPlan calls={calls} />}
    </div>
  )
}

/** In a chat that only plans, an approved plan offers to carry it out. */
function ApprovedPlan({ calls }: { readonly calls: readonly ToolCallRecord[] }) {
  const { chatId, dispatch, composer } = useWorkbench()
  const { settings, change } = useChatSettings()
  const path = approvedPlan(calls)
  if (path === undefined || settings.mode !== 'plan') return null
  /** The message is the user's to send: it is put into the composer. */
  const goOn = () => {
    change({ runner: 'agent', mode: 'act' })
    const words = t('Carry out the plan in [[{note}]].', { note: path.replace(/\.md$/, '') })
    dispatch({
      kind: 'edit',
      chat: chatId ?? NEW_CHAT,
      change: (now) => withText(now, addWords(now.text, words)),
    })
    composer.current?.focus()
  }
  return (
    <p className="tool-words">
      {rich('The plan is approved. In {name}, the agent can carry it out and asks before each change.', {
        name: <b>{t('Act')}</b>,
      })}{' '}
      <Button small onClick={goOn}>
        {t('Continue in Act')}
      </Button>
    </p>
  )
}

/** Sends a message to a model while it works; it reads that with the next results. */
function SteerField({ answerId }: { readonly answerId: string }) {
  const { sayError } = useActions()
  const [text, setText] = useState('')
  const [said, setSaid] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words === '') return
    // At once: what is typed next is another thing to say, and a second Enter says nothing twice.
    setText('')
    try {
      await routes.steer(answerId, words)
      setSaid(words)
    } catch (error) {
      setText((since) => [words, since].filter((each) => each !== '').join(' '))
      sayError(t('Couldn’t send it.'), error)
    }
  }
  return (
    <form className="steer" onSubmit={(event) => void submit(event)}>
      <input
        className="text-field grow"
        aria-label={t('Message the agent while it works')}
        placeholder={t('Message the agent while it works')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        {t('Say')}
      </Button>
      <p className="visually-hidden" role="status">
        {said === undefined ? '' : t('Sent: “{said}”. The model reads it with the next results.', { said })}
      </p>
    </form>
  )
}
