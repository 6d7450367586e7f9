import './answer-columns.css'
import type { AnswerView, TurnView } from '@varve/contract'
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { AnswerStreams } from '../api/use-answer-streams.ts'
import { useLayout } from '../workbench/use-layout.ts'
import { type AnswerColumn, answerInView, isRunning } from '../view-model/thread/turns.ts'
import { AnswerDifferences } from './answer-differences.tsx'
import { Comparison } from './comparison.tsx'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Pager } from '../parts/pager.tsx'
import { useChooseModels } from '../workbench/use-chosen-models.ts'
import { AnswerBody, type AnswerBodyProps } from './answer-body.tsx'
import { useThread } from './use-turn-actions.ts'
import { UsageLine } from './usage-line.tsx'
import { t } from '../i18n/t.ts'
import { countModels } from '../view-model/text/format.ts'

const STATES = {
  streaming: { word: t('Answering'), tone: 'accent' },
  complete: { word: t('Done'), tone: 'ok' },
  stopped: { word: t('Stopped'), tone: 'warn' },
  interrupted: { word: t('Interrupted'), tone: 'warn' },
  failed: { word: t('Failed'), tone: 'danger' },
} as const

/** Its model ended it, and yet it is not whole. */
const EARLY = { word: t('Cut short'), tone: 'warn' } as const

interface AnswerColumnsProps {
  readonly turn: TurnView
  readonly columns: readonly AnswerColumn[]
  readonly streams: AnswerStreams
  readonly continued: string | undefined
}

/** Several models beside each other, each by itself; on a phone one at a time, behind tabs. */
export function AnswerColumns({ turn, columns, streams, continued }: AnswerColumnsProps) {
  const onPhone = useLayout().sidebar === 'drawer'
  const [turnedTo, setTurnedTo] = useState<Readonly<Record<string, string>>>({})
  const [tab, setTab] = useState<string>()
  const inView = columns.flatMap((column) => {
    const answer = answerInView(column, turnedTo[column.modelId], turn.answer.id)
    return answer ? [{ column, answer }] : []
  })
  const shown =
    inView.find(({ column }) => column.modelId === tab) ??
    inView.find(({ answer }) => answer.id === turn.answer.id) ??
    inView[0]
  const grid = useRef<HTMLDivElement>(null)
  const tabId = (modelId: string) => `tab-${turn.id}-${modelId}`
  const panelId = `panel-${turn.id}`
  return (
    <div className="answer-columns">
      <p className="visually-hidden" role="status">
        {describeProgress(inView.map(({ answer }) => answer))}
      </p>
      {onPhone && shown ? (
        <ColumnTabs
          columns={inView}
          selected={shown.column.modelId}
          tabId={tabId}
          panelId={panelId}
          onSelect={setTab}
        />
      ) : null}
      <div>
        {onPhone || inView.length < 3 ? null : <ColumnStrip columns={inView} grid={grid} />}
        <div
          ref={grid}
          className={onPhone ? 'answer-panel' : 'answer-grid'}
          style={{ '--count': inView.length } as CSSProperties}
          {...(onPhone && shown
            ? { role: 'tabpanel', id: panelId, 'aria-labelledby': tabId(shown.column.modelId) }
            : {})}
        >
          {(onPhone && shown ? [shown] : inView).map(({ column, answer }) => (
            <AnswerColumnView
              key={column.modelId}
              turn={turn}
              column={column}
              answer={answer}
              stream={streams.get(answer.id)}
              isContinued={continued === answer.id}
              onTurn={(id) => setTurnedTo({ ...turnedTo, [column.modelId]: id })}
            />
          ))}
        </div>
      </div>
      <AnswerDifferences answers={inView.map(({ answer }) => answer)} />
      <Comparison turn={turn} />
    </div>
  )
}

interface ColumnStripProps {
  readonly columns: readonly { readonly column: AnswerColumn; readonly answer: AnswerView }[]
  readonly grid: RefObject<HTMLElement | null>
}

/** The models asked, their status, and which columns are in view: a click brings one there. */
function ColumnStrip({ columns, grid }: ColumnStripProps) {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const count = columns.length
  useEffect(() => {
    const box = grid.current
    if (!box) return undefined
    const articles = [...box.children].slice(0, count)
    const observer = new IntersectionObserver(
      (entries) =>
        setSeen((before) => {
          const next = new Set(before)
          for (const { target, isIntersecting } of entries)
            next[isIntersecting ? 'add' : 'delete'](articles.indexOf(target))
          return next
        }),
      { root: box, rootMargin: '0px', threshold: 0.9 },
    )
    for (const article of articles) observer.observe(article)
    return () => observer.disconnect()
  }, [grid, count])
  const show = (at: number) => {
    const article = grid.current?.children[at]
    if (!(article instanceof HTMLElement)) return
    grid.current?.scrollTo({ left: article.offsetLeft, behavior: 'smooth' })
    article.querySelector<HTMLElement>('.answer-column-body')?.focus({ preventScroll: true })
  }
  const [first, last] = [Math.min(...seen), Math.max(...seen)]
  const isPart = seen.size > 0 && seen.size < columns.length
  return (
    <div className="column-strip" role="group" aria-label={t('Models that were asked')}>
      <span className="figures faint">
        {isPart
          ? t('{first}–{last} of {count} models', { first: first + 1, last: last + 1, count: columns.length })
          : countModels(columns.length)}
      </span>
      {columns.map(({ column: { modelId, modelName }, answer }, at) => (
        <button
          key={modelId}
          type="button"
          data-seen={seen.has(at) ? true : undefined}
          onClick={() => show(at)}
        >
          <AnswerSign answer={answer} />
          <span className="cut">{modelName}</span>
        </button>
      ))}
    </div>
  )
}

type Status = AnswerView['status']

/** In words, as several models end: how many have answered, and how many will not. */
export function describeProgress(answers: readonly { readonly status: Status }[]): string {
  const count = (...statuses: readonly Status[]): number =>
    answers.filter(({ status }) => statuses.includes(status)).length
  const parts: readonly (readonly [number, string])[] = [
    [count('complete'), t('answered')],
    [count('failed'), t('failed')],
    [count('stopped', 'interrupted'), t('stopped')],
    [count('streaming'), t('still answering')],
  ]
  const said = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`)
  return `${said.join(', ')}.`
}

interface ColumnTabsProps {
  readonly columns: readonly { readonly column: AnswerColumn; readonly answer: AnswerView }[]
  readonly selected: string
  readonly tabId: (modelId: string) => string
  readonly panelId: string
  readonly onSelect: (modelId: string) => void
}

/** Where columns have no room: the models as tabs. Arrows go from one to the next. */
function ColumnTabs({ columns, selected, tabId, panelId, onSelect }: ColumnTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = columns.findIndex(({ column }) => column.modelId === selected)
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by === undefined ? undefined : columns[(at + by + columns.length) % columns.length]
    if (!next) return
    event.preventDefault()
    onSelect(next.column.modelId)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(next.column.modelId))}`)?.focus()
  }
  return (
    <div ref={list} className="column-tabs" role="tablist" aria-label={t('Models that were asked')}>
      {columns.map(({ column: { modelId, modelName }, answer }) => (
        <button
          key={modelId}
          id={tabId(modelId)}
          type="button"
          role="tab"
          aria-selected={modelId === selected}
          aria-controls={modelId === selected ? panelId : undefined}
          tabIndex={modelId === selected ? 0 : -1}
          onClick={() => onSelect(modelId)}
          onKeyDown={onKeyDown}
        >
          <AnswerSign answer={answer} />
          <span className="cut">{modelName}</span>
        </button>
      ))}
    </div>
  )
}

interface AnswerColumnViewProps extends AnswerBodyProps {
  readonly column: AnswerColumn
  /** Another answer of the same model. */
  readonly onTurn: (answerId: string) => void
}

/** One of several models: its state in the head, its footer in line with those of the others. */
function AnswerColumnView({ column, onTurn, ...props }: AnswerColumnViewProps) {
  const { turn, answer, stream } = props
  const { stop } = useThread()
  const { answers } = column
  const newest = answers.at(-1)?.id
  // One that was asked for again comes into view.
  const seen = useRef(newest)
  useEffect(() => {
    if (newest === undefined || seen.current === newest) return
    seen.current = newest
    onTurn(newest)
  })
  return (
    <article
      className="answer-column answer"
      aria-label={t('Answer {number} by {modelName}', { number: turn.number, modelName: answer.modelName })}
      aria-busy={isRunning(answer)}
    >
      <div className="answer-column-head">
        <h2 className="cut">{answer.modelName}</h2>
        <AnswerState answer={answer} />
        {stream && !stream.connected ? <span>{t('Connection lost, trying again')}</span> : null}
        <span className="grow" />
        <Pager
          noun={t('Answer')}
          at={answers.findIndex(({ id }) => id === answer.id)}
          count={answers.length}
          onGo={(to) => onTurn(answers[to]?.id ?? answer.id)}
        />
        {isRunning(answer) ? (
          <Button
            small
            aria-label={t('Stop {modelName}', { modelName: answer.modelName })}
            onClick={() => void stop(answer.id)}
          >
            <Icon name="stop" size={14} />
            {t('Stop')}
          </Button>
        ) : null}
      </div>
      <div
        className="answer-column-body"
        role="group"
        aria-label={t('Text by {modelName}', { modelName: answer.modelName })}
        tabIndex={0}
      >
        <AnswerBody key={answer.id} {...props} />
      </div>
      <div className="answer-column-foot">
        <UsageLine turn={turn} answer={answer} />
        <GoOnWith {...props} />
      </div>
    </article>
  )
}

/** The chat continues with one of the answers; it can be changed at any time. */
function GoOnWith({ turn, answer }: AnswerBodyProps) {
  const { choose, busy, answering, keepPlace } = useThread()
  const chooseModels = useChooseModels()
  if (isRunning(answer) || answer.text === '') return null
  if (turn.answer.id === answer.id)
    return (
      <p className="answer-goes-on">
        <Icon name="check" size={14} />
        {t('The chat continues with this answer')}
      </p>
    )
  const goOn = async (button: Element) => {
    keepPlace(button)
    if (await choose(answer.id)) chooseModels([answer.modelId])
  }
  return (
    <Button disabled={busy || answering} onClick={(event) => void goOn(event.currentTarget)}>
      {t('Continue with {modelName}', { modelName: answer.modelName })}
    </Button>
  )
}

function stateOf({ status, endsEarly }: AnswerView) {
  return endsEarly === undefined ? STATES[status] : EARLY
}

/** The status of an answer, in a word. */
function AnswerState({ answer }: { readonly answer: AnswerView }) {
  const { word, tone } = stateOf(answer)
  return (
    <span className={`tag ${tone}`}>
      {answer.status === 'streaming' ? <span className="dot pulse" /> : null}
      {word}
    </span>
  )
}

/** The same as a sign, where there is no room for the word; it is said aloud. */
function AnswerSign({ answer }: { readonly answer: AnswerView }) {
  const { word, tone } = stateOf(answer)
  return (
    <span className={`answer-sign ${tone}`}>
      {answer.status === 'streaming' ? (
        <span className="dot pulse" />
      ) : (
        <Icon name={tone === 'ok' ? 'check' : 'warn'} size={14} />
      )}
      <span className="visually-hidden">{word}: </span>
    </span>
  )
}
