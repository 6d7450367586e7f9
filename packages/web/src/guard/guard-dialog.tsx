import './guard-dialog.css'
import './guard-reading.css'
import type {
  GuardChoiceView,
  GuardPartView,
  GuardQuestionView,
  GuardReadingView,
  GuardReplacedView,
} from '@varve/contract'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFiles, useModels } from '../api/queries.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import {
  findingName,
  groupFindings,
  groupName,
  lighterWords,
  placeName,
  severityName,
  sumOf,
  type FindingGroup,
  upperFirst,
} from '../view-model/rules/guard-words.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import type { SendDialog } from '../workbench/workbench-state.ts'
import { useActions } from '../workbench/actions.ts'
import { Fold } from './fold.tsx'
import { rich, t } from '../i18n/t.ts'
import { countModels, listWords } from '../view-model/text/format.ts'

/** As many masked values are shown of one type. */
const SHOWN = 4

/** Private data would leave: what, from where and to whom, and what becomes of it. */
export function GuardDialog() {
  const { state } = useWorkbench()
  const asked = typeof state.dialog === 'object' && state.dialog.kind === 'guard' ? state.dialog : undefined
  // Leaving the chat is no decision; the waiting call is cancelled.
  useEffect(() => (asked ? () => asked.answer('cancel') : undefined), [asked])
  if (!asked) return null
  return (
    <Dialog
      label={t('Private data found before sending')}
      place="center"
      onClose={() => asked.answer('cancel')}
    >
      <Question asked={asked} />
    </Dialog>
  )
}

function Question({ asked }: { readonly asked: Extract<SendDialog, { kind: 'guard' }> }) {
  const { question, canEdit, answer } = asked
  const groups = groupFindings(question.findings)
  const lighter = lighterWords(question).join(' ')
  const choices = question.choices ?? []
  /** What becomes of values that are not treated as suggested, by id. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, Fate>>(new Map())
  const [always, setAlways] = useState<ReadonlySet<string>>(new Set())
  const redact = useRef<HTMLButtonElement>(null)
  const id = useId()
  // The dialog gives focus to its first control when it opens; this comes after that.
  useEffect(() => redact.current?.focus({ preventScroll: true }), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The rest of a type of which something is redacted would be redacted too: each value is said.
    const values = Object.fromEntries(
      choices.map((value) => [value.id, chosen.get(value.id) ?? value.suggested]),
    )
    answer({
      decision: {
        action: 'redact',
        ...(always.size === 0 ? {} : { always: [...always] }),
        ...(chosen.size === 0 ? {} : { values }),
      },
    })
  }
  const toggle = (type: string, on: boolean) =>
    setAlways(new Set([...always].filter((other) => other !== type).concat(on ? type : [])))
  const fateOf: FateOf = (value) =>
    always.has(value.type) ? 'redact' : (chosen.get(value.id) ?? value.suggested)
  const choose = (value: string, fate: Fate) => {
    const others = [...chosen].filter(([other]) => other !== value)
    const { suggested } = choices.find((one) => one.id === value) ?? {}
    setChosen(new Map(fate === suggested ? others : [...others, [value, fate]]))
  }
  return (
    <form className="guard-question" aria-describedby={id} onSubmit={submit} onKeyDown={ignoreHeldKey}>
      <div className="guard-head">
        <span className="guard-sign">
          <Icon name="shield" size={20} />
        </span>
        <div className="grow">
          <Title question={question} modelIds={asked.modelIds} />
          <p id={id}>{t('Nothing has been sent. Redacted values come back in the answer on this device.')}</p>
        </div>
      </div>
      <div className="dialog-body guard-body">
        <ul className="guard-findings" aria-label={t('What was found')}>
          {groups.map((group) => (
            <FindingRow key={group.type} group={group} values={question.values[group.type] ?? 0} />
          ))}
        </ul>
        {lighter === '' || choices.length > 0 ? null : <p>{lighter}</p>}
        {choices.length === 0 ? null : (
          <Fold
            title={t('Decide for each value')}
            count={choices.length}
            isOpen={choices.length <= FEW_CHOICES}
          >
            <ul className="guard-choices" aria-label={t('Decide for each value')}>
              {choices.slice(0, MOST_CHOICES).map((value) => (
                <Choice
                  key={value.id}
                  value={value}
                  fate={fateOf(value)}
                  isFixed={always.has(value.type)}
                  onChoose={choose}
                />
              ))}
            </ul>
            {choices.length > MOST_CHOICES ? (
              <p className="faint">
                {t('{count} more are treated as suggested.', { count: choices.length - MOST_CHOICES })}
              </p>
            ) : null}
          </Fold>
        )}
        {question.reading ? (
          <GuardReading
            reading={question.reading}
            isSent={(valueId) => {
              const value = choices.find((one) => one.id === valueId)
              return value !== undefined && fateOf(value) === 'send'
            }}
          />
        ) : null}
        <fieldset className="guard-always">
          <legend className="visually-hidden">{t('From now on, in this workspace')}</legend>
          {groups.map((group) => (
            <label key={group.type}>
              <input
                type="checkbox"
                checked={always.has(group.type)}
                onChange={(event) => toggle(group.type, event.target.checked)}
              />
              {t('Always redact {kind} in this workspace', { kind: groupName(group, 2) })}
            </label>
          ))}
        </fieldset>
        <p className="guard-limits">
          {question.unscanned.map((words) => `${words} `)}
          {t('No scanner finds everything.')}
        </p>
      </div>
      <div className="dialog-foot guard-foot">
        <Button look="bare" onClick={() => answer('cancel')}>
          {t('Cancel')}
        </Button>
        {canEdit ? (
          <Button look="bare" onClick={() => answer('edit')}>
            {t('Edit')}
          </Button>
        ) : null}
        <span className="guard-gap" />
        <Button onClick={() => answer({ decision: { action: 'send' } })}>{t('Send as it is')}</Button>
        <Button ref={redact} type="submit" look="main">
          {chosen.size === 0 ? t('Redact and send') : t('Send as chosen')}
        </Button>
      </div>
    </form>
  )
}

type Fate = GuardChoiceView['suggested']
type FateOf = (value: GuardChoiceView) => Fate

/** More choices than this are folded at first, and only so many are listed. */
const FEW_CHOICES = 6
const MOST_CHOICES = 200

interface ChoiceProps {
  readonly value: GuardChoiceView
  readonly fate: Fate
  /** Its type is always redacted from now on. */
  readonly isFixed: boolean
  readonly onChoose: (id: string, fate: Fate) => void
}

/** One value: what it is, where it is, and what becomes of it. */
function Choice({ value: { id, type, masked, places }, fate, isFixed, onChoose }: ChoiceProps) {
  const [first = '', ...others] = places
  return (
    <li>
      <span className="grow">
        <span className="mono">{masked}</span>
        <small>
          {others.length === 0
            ? t('{kind}, {place}', { kind: upperFirst(findingName(type)), place: whereWords(first) })
            : t('{kind}, {place} and {count} more', {
                kind: upperFirst(findingName(type)),
                place: whereWords(first),
                count: others.length,
              })}
        </small>
      </span>
      <select
        className="text-field"
        aria-label={t('{kind} {value}', { kind: upperFirst(findingName(type)), value: masked })}
        value={fate}
        disabled={isFixed}
        onChange={({ target }) => onChoose(id, target.value === 'send' ? 'send' : 'redact')}
      >
        <option value="redact">{t('Redact')}</option>
        <option value="send">{t('Send')}</option>
      </select>
    </li>
  )
}

/** "in your message"; what was said earlier is no place. */
function whereWords(place: string): string {
  return place === 'history' ? placeName(place) : t('in {place}', { place: placeName(place) })
}

/** Enter that sent the message and is still held down decides nothing. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

interface TitleProps {
  readonly question: GuardQuestionView
  readonly modelIds: readonly string[]
}

function Title({ question, modelIds }: TitleProps) {
  const { data: models = [] } = useModels()
  const { values, lighter } = question
  const count = sumOf(values) + sumOf(lighter.redacted) + sumOf(lighter.sent)
  const names = models.filter(({ id }) => modelIds.includes(id)).map(({ name }) => name)
  const to =
    names.length === 0 ? t('the model') : names.length > 2 ? countModels(names.length) : listWords(names)
  return <h2>{t('{count} private {count|detail|details} would go to {to}', { count, to })}</h2>
}

interface FindingRowProps {
  readonly group: FindingGroup
  /** How many different values: several may look the same once they are masked. */
  readonly values: number
}

/** One type: the masked values, their severity and places, and advice. */
function FindingRow({ group, values }: FindingRowProps) {
  const { severity, masked, places, advice } = group
  const more = Math.max(values, masked.length) - Math.min(masked.length, SHOWN)
  return (
    <li className="guard-finding" data-severity={severity}>
      <span className="guard-type">
        <i className="guard-dot" aria-hidden="true" />
        <b>{upperFirst(groupName(group, values))}</b>
        <span className="guard-severity">{upperFirst(severityName(severity))}</span>
      </span>
      <span className="guard-about">
        <span className="mono guard-masked">
          {masked.slice(0, SHOWN).map((value) => (
            <span key={value}>{value}</span>
          ))}
          {more > 0 ? <span>{t('and {more} more', { more })}</span> : null}
        </span>
        <span className="guard-places">
          {places.map(({ place, count }, at) => (
            <span key={place}>
              {at === 0 ? '' : '; '}
              {place === 'history'
                ? placeName(place)
                : rich('in {place}', { place: <Place place={place} /> })}
              {count > 1 ? ` ${t('({count} times)', { count })}` : ''}
            </span>
          ))}
        </span>
        <span className="guard-advice">{advice}</span>
      </span>
    </li>
  )
}

/** A note opens; the rest is named. */
function Place({ place }: { readonly place: string }) {
  const { openPreview } = useActions()
  const { data: files = [] } = useFiles()
  if (!files.some(({ path }) => path === place)) return <>{placeName(place)}</>
  return (
    <button type="button" className="guard-place" onClick={() => openPreview({ path: place })}>
      {place}
    </button>
  )
}

/** As many values are listed of what comes along. */
const SHOWN_REPLACED = 30

interface GuardReadingProps {
  readonly reading: GuardReadingView
  /** Whether a value goes as it is, by its id. */
  readonly isSent?: (id: string) => boolean
}

/** The message as it leaves when it is redacted, and what is replaced in everything that comes along. */
export function GuardReading({ reading, isSent = () => false }: GuardReadingProps) {
  const { message } = reading
  const others = reading.others.filter(({ id }) => !isSent(id))
  if (message.length === 0 && others.length === 0) return null
  const more = others.length - SHOWN_REPLACED
  return (
    <Fold title={t('What the model will read')} isOpen>
      {message.length === 0 ? null : (
        <div
          className="guard-reading"
          role="region"
          aria-label={t('Your message as it is sent')}
          tabIndex={0}
        >
          {/* Parts have no names of their own, and their order never changes. */}
          {message.map((part, at) => (
            <Part key={at} part={part} isSent={part.kind === 'placeholder' && isSent(part.id)} />
          ))}
        </div>
      )}
      {others.length === 0 ? null : (
        <ul className="guard-replaced" aria-label={t('Replaced in attachments and earlier messages')}>
          {others.slice(0, SHOWN_REPLACED).map((replaced) => (
            <Replaced key={`${replaced.place} ${replaced.placeholder}`} replaced={replaced} />
          ))}
          {more > 0 ? <li className="faint">{t('and {more} more', { more })}</li> : null}
        </ul>
      )}
      <p className="guard-limits">{t('This is what is sent now; “Send as it is” replaces nothing.')}</p>
    </Fold>
  )
}

function Part({ part, isSent }: { readonly part: GuardPartView; readonly isSent: boolean }) {
  if (part.kind === 'text') return <>{part.text}</>
  const { placeholder, type, masked } = part
  if (isSent) return <span title={upperFirst(replacedName(type))}>{masked}</span>
  return <mark title={`${upperFirst(replacedName(type))} ${masked}`}>{placeholder}</mark>
}

function Replaced({ replaced }: { readonly replaced: GuardReplacedView }) {
  const { place, placeholder, masked } = replaced
  return (
    <li>
      <mark>{placeholder}</mark>
      <span>
        {rich(
          place === 'history' ? 'for {value}, {place}' : 'for {value} in {place}',
          { value: <span className="mono">{masked}</span> },
          { place: placeName(place) },
        )}
      </span>
    </li>
  )
}

function replacedName(type: string): string {
  return type === 'LITERAL' ? t('what looked like a placeholder') : findingName(type)
}
