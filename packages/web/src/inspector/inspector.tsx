import '../parts/text-field.css'
import './inspector.css'
import './nothing-sent.css'
import type { AnswerView, LayerId, TurnView } from '@varve/contract'
import { type KeyboardEvent, useMemo } from 'react'
import { useChat, useTurns } from '../api/queries.ts'
import { IconButton } from '../parts/button.tsx'
import { formatClock } from '../view-model/text/format.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { CacheTimeline } from './cache-tab.tsx'
import { keyTitles, KeyTitlesContext, selectTurn } from './select-turn.ts'
import { TurnPanel } from './turn-panel.tsx'
import { WhatIf } from './what-if.tsx'
import { LayerTag } from '../parts/chip.tsx'
import { INSPECTOR_TABS, type InspectorTab } from '../workbench/workbench-state.ts'
import { t } from '../i18n/t.ts'

const WORDS: readonly (readonly [LayerId, string, string])[] = [
  ['L1', t('System'), t('how the model should work; the same in every turn')],
  ['L2', t('Library'), t('notes from earlier turns; only grows')],
  ['L3', t('Turn'), t('what you attach to this message')],
  ['L4', t('History'), t('your questions and the answers so far')],
  ['L5', t('User'), t('what you ask now')],
]

/** What the model was given, turn by turn: by layer, as the exact messages, and as the cache sees it. */
export function Inspector() {
  const { chatId, state, layout, setInspector } = useWorkbench()
  const { data: chat } = useChat(chatId)
  const { turns, turnAt } = useTurns(chat)
  const { turn: wanted, tab } = state.inspector
  const turn = (wanted === 'latest' ? undefined : turnAt(wanted)) ?? turns.at(-1)
  const answer = turn?.answers.find(({ id }) => id === state.inspector.answer) ?? turn?.answer
  const titles = useMemo(() => keyTitles(turns), [turns])
  const overlays = layout.inspector !== 'docked'
  return (
    <section className="inspector" aria-label={t('Inspector')}>
      {layout.inspector === 'sheet' ? <span className="inspector-grip" /> : null}
      <div className="inspector-bar">
        <h2>{turn ? t('Turn {number}', { number: turn.number }) : t('Inspector')}</h2>
        {turn ? (
          <span className="inspector-at faint">
            <span className="inspector-at-words">{t('as sent,')} </span>
            {formatClock(turn.at)}
          </span>
        ) : null}
        <span className="grow" />
        <TurnStepper turns={turns} turn={turn} />
        {chat ? <WhatIf chat={chat} /> : null}
        {overlays ? (
          <IconButton small icon="close" label={t('Close')} onClick={() => setInspector({ open: false })} />
        ) : null}
      </div>
      {turn && answer && chatId !== undefined ? (
        <>
          <InspectorTabList selected={tab} onSelect={(next) => setInspector({ tab: next })} />
          <div
            className="inspector-panel"
            role="tabpanel"
            id={`inspector-${tab}`}
            aria-labelledby={`inspector-tab-${tab}`}
            tabIndex={0}
          >
            {turn.answers.length > 1 ? <AnswerChoice turn={turn} answer={answer} /> : null}
            {/* It stays while one goes from turn to turn in it: what is opened, where one is, the focus. */}
            {tab === 'cache' ? (
              <CacheTimeline key={`${chatId} ${answer.modelId}`} chatId={chatId} answer={answer} />
            ) : null}
            <KeyTitlesContext value={titles}>
              <TurnPanel key={answer.id} chatId={chatId} turn={turn} answer={answer} />
            </KeyTitlesContext>
          </div>
        </>
      ) : (
        <NothingSent />
      )}
    </section>
  )
}

function TurnStepper({
  turns,
  turn,
}: {
  readonly turns: readonly TurnView[]
  readonly turn: TurnView | undefined
}) {
  const { state, setInspector } = useWorkbench()
  if (!turn || turns.length < 2) return null
  const step = (by: 1 | -1) => setInspector({ turn: selectTurn(turns, state.inspector.turn, by) })
  return (
    <>
      <IconButton
        small
        icon="left"
        label={t('Previous turn')}
        disabled={turn === turns[0]}
        onClick={() => step(-1)}
      />
      <IconButton
        small
        icon="right"
        label={t('Next turn')}
        disabled={turn === turns.at(-1)}
        onClick={() => step(1)}
      />
    </>
  )
}

/** Each answer was asked for by a request of its own. */
function AnswerChoice({ turn, answer }: { readonly turn: TurnView; readonly answer: AnswerView }) {
  const { setInspector } = useWorkbench()
  return (
    <label className="inspector-answer">
      <span>{t('Sent to')}</span>
      <select
        className="text-field"
        value={answer.id}
        onChange={(event) => setInspector({ turn: turn.number, answer: event.target.value })}
      >
        {turn.answers.map(({ id, modelName }, place) => (
          <option key={id} value={id}>
            {t('{modelName}, answer {number} of {count}', {
              modelName,
              number: place + 1,
              count: turn.answers.length,
            })}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Before the first message: the five layers, in words. */
function NothingSent() {
  return (
    <div className="nothing-sent">
      <h3>{t('Nothing has been sent.')}</h3>
      <p>
        {t(
          'Every request is built from five layers. After your first message they appear here, word for word, with their tokens.',
        )}
      </p>
      <dl>
        {WORDS.map(([id, title, words]) => (
          <div key={id}>
            <dt>
              <LayerTag id={id} />
              {title}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface InspectorTabListProps {
  readonly selected: InspectorTab
  readonly onSelect: (tab: InspectorTab) => void
}

function InspectorTabList({ selected, onSelect }: InspectorTabListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const index = INSPECTOR_TABS.findIndex(({ id }) => id === selected) + by
    const next = INSPECTOR_TABS.at(index % INSPECTOR_TABS.length)
    if (!next) return
    onSelect(next.id)
    event.currentTarget.querySelector<HTMLElement>(`#inspector-tab-${next.id}`)?.focus()
  }
  return (
    <div className="inspector-tabs" role="tablist" aria-label={t('Inspector')} onKeyDown={onKeyDown}>
      {INSPECTOR_TABS.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`inspector-tab-${id}`}
          aria-selected={id === selected}
          aria-controls={id === selected ? `inspector-${id}` : undefined}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {title}
        </button>
      ))}
    </div>
  )
}
