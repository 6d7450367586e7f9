import './area-row.css'
import '../parts/chip.css'
import '../parts/popover.css'
import '../parts/list-search.css'
import type { AreaListView, ForecastView } from '@varve/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAreas } from '../api/queries.ts'
import { useChatSettings } from '../models/use-chat-settings.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { type AreaChip, areaChips, areaRef } from '../view-model/composer/area-chips.ts'
import type { Draft } from '../view-model/draft.ts'
import { GuardMarks } from './draft-marks.tsx'
import { useSurface } from '../parts/menu.tsx'
import { rankNames } from '../view-model/files/rank-files.ts'
import { t } from '../i18n/t.ts'

const SHOWN = 40

interface AreaRowProps {
  readonly forecast: ForecastView | undefined
  /** Set by the user for this message. */
  readonly chosen: Pick<Draft, 'areas' | 'jurisdictions'>
  /** Another component opened the list. */
  readonly adding: boolean
  readonly onAdding: (open: boolean) => void
  /** Sets the areas of this message in place of those that were found. */
  readonly onAreas: (areas: readonly string[]) => void
  /** The same for the places that it names. */
  readonly onJurisdictions: (ids: readonly string[]) => void
}

/** Areas of the next message: to remove, to pin, to change. And what is private in it. */
export function AreaRow(props: AreaRowProps) {
  const { forecast, chosen, adding, onAdding } = props
  const { settings, change } = useChatSettings()
  const [opened, setOpened] = useState<string>()
  const isOff = settings.guidance === 'off'
  const { data: choices } = useAreas(
    adding ||
      opened !== undefined ||
      [settings.areas, settings.jurisdictions, chosen.jurisdictions, forecast?.jurisdictions].some(
        (names = []) => names.length > 0,
      ),
  )
  const chips = areaChips({ settings, chosen, forecast, choices })
  const { pin, remove, pick } = useChipChanges(chips, props)
  const hasMarks = (forecast?.marks ?? []).length > 0 || forecast?.guard !== undefined
  if (chips.length === 0 && !adding && !isOff && !hasMarks) return null
  return (
    <div className="area-row" role="group" aria-label={t('Guidance for the next message')}>
      {chips.map((chip) => (
        <AreaChipView
          key={`${chip.kind} ${chip.ref}`}
          chip={chip}
          choices={choices}
          open={opened === chip.ref}
          onOpen={(open) => setOpened(open ? chip.ref : undefined)}
          onPick={(picked) => pick(picked, chip)}
          onPin={() => pin(chip)}
          onRemove={() => remove(chip)}
        />
      ))}
      {isOff ? (
        <span className="area-off">
          <Icon name="bulb" size={14} />
          {t('Guidance is off in this chat')}
          <Button small look="bare" onClick={() => change({ guidance: null })}>
            {t('Turn on')}
          </Button>
        </span>
      ) : null}
      {chips.length > 0 || adding ? (
        <AreaPopover
          label={t('Add an area or jurisdiction')}
          button={<Icon name="plus" size={14} />}
          buttonClass="area-add"
          choices={choices}
          taken={chips.map(({ ref }) => ref)}
          open={adding}
          onOpen={onAdding}
          onPick={(picked) => pick(picked)}
          guidance={!isOff}
          onGuidance={(on) => change({ guidance: on ? null : 'off' })}
        />
      ) : null}
      <GuardMarks forecast={forecast} />
    </div>
  )
}

/** What is pinned is changed for the chat, the rest for this message; a change of one leaves the others. */
function useChipChanges(
  chips: readonly AreaChip[],
  { onAreas, onJurisdictions }: Pick<AreaRowProps, 'onAreas' | 'onJurisdictions'>,
) {
  const { change } = useChatSettings()
  const refsOf = (kind: AreaChip['kind'], pinned: boolean) =>
    chips.filter((chip) => chip.kind === kind && chip.pinned === pinned).map(({ ref }) => ref)
  const setPinned = (kind: AreaChip['kind'], refs: readonly string[]) =>
    change(kind === 'area' ? { areas: orNull(refs) } : { jurisdictions: orNull(refs) })
  const setOfMessage = (kind: AreaChip['kind'], refs: readonly string[]) =>
    kind === 'area' ? onAreas(refs) : onJurisdictions(refs)
  const set = ({ kind, pinned }: Pick<AreaChip, 'kind' | 'pinned'>, refs: readonly string[]) =>
    (pinned ? setPinned : setOfMessage)(kind, [...new Set(refs)])
  return {
    pin: ({ kind, ref }: AreaChip) => setPinned(kind, [...refsOf(kind, true), ref]),
    remove: (chip: AreaChip) =>
      set(
        chip,
        refsOf(chip.kind, chip.pinned).filter((one) => one !== chip.ref),
      ),
    pick: ({ kind, ref }: AreaPick, instead?: AreaChip) => {
      const { pinned = false } = instead ?? {}
      const refs = refsOf(kind, pinned)
      set({ kind, pinned }, instead ? refs.map((one) => (one === instead.ref ? ref : one)) : [...refs, ref])
    },
  }
}

function orNull(names: readonly string[]): readonly string[] | null {
  return names.length === 0 ? null : names
}

interface AreaChipViewProps {
  readonly chip: AreaChip
  readonly choices: AreaListView | undefined
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly onPick: (picked: AreaPick) => void
  readonly onPin: () => void
  readonly onRemove: () => void
}

/** One area: its name changes it, the pin keeps it for the chat, the cross takes it out. */
function AreaChipView({ chip, choices, open, onOpen, onPick, onPin, onRemove }: AreaChipViewProps) {
  const { kind, ref, name, pinned, why } = chip
  return (
    <span className={pinned ? 'chip area pinned' : 'chip area'}>
      <AreaPopover
        label={t('Change {name}', { name })}
        title={`${name}. ${why}`}
        button={
          <>
            <Icon name={kind === 'area' ? 'bulb' : 'globe'} size={14} />
            <span className="cut">{name}</span>
          </>
        }
        buttonClass="chip-body"
        only={kind}
        choices={choices}
        taken={[ref]}
        open={open}
        onOpen={onOpen}
        onPick={onPick}
      />
      {pinned ? (
        <Icon name="pin" size={14} />
      ) : (
        <button
          type="button"
          className="chip-remove"
          aria-label={t('Pin {name} to this chat', { name })}
          title={t('Pin to this chat')}
          onClick={onPin}
        >
          <Icon name="pin" size={14} />
        </button>
      )}
      <button
        type="button"
        className="chip-remove"
        aria-label={pinned ? t('Unpin {name}', { name }) : t('Without {name} for this message', { name })}
        title={pinned ? t('Unpin') : t('Not for this message')}
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}

interface AreaPick {
  readonly kind: 'area' | 'jurisdiction'
  readonly ref: string
  readonly name: string
}

interface AreaPopoverProps {
  readonly label: string
  readonly title?: string
  readonly button: ReactNode
  readonly buttonClass: string
  /** Of one kind; else both are listed. */
  readonly only?: AreaPick['kind']
  readonly choices: AreaListView | undefined
  /** What is chosen already is not offered. */
  readonly taken: readonly string[]
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly onPick: (picked: AreaPick) => void
  readonly guidance?: boolean
  readonly onGuidance?: (on: boolean) => void
}

/** A small list to search in, above its button. */
function AreaPopover(props: AreaPopoverProps) {
  const { label, title, button, buttonClass, open, onOpen } = props
  const { root, trigger, id, close, onEscape } = useSurface(open, onOpen)
  return (
    <div ref={root} className="popover area-popover" onKeyDown={onEscape}>
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        title={title ?? label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
      >
        {button}
      </button>
      <div
        id={id}
        className="popover-surface above start area-surface"
        role="dialog"
        aria-label={label}
        hidden={!open}
      >
        {open ? <Choice {...props} onClose={close} /> : null}
      </div>
    </div>
  )
}

function Choice({
  choices,
  only,
  taken,
  onPick,
  onClose,
  guidance,
  onGuidance,
}: AreaPopoverProps & {
  readonly onClose: () => void
}) {
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const picks = listPicks(choices).filter(
    ({ kind, ref }) => (only === undefined || kind === only) && !taken.includes(ref),
  )
  const { matches } = rankNames(picks, { query, limit: SHOWN, nameOf: ({ name }) => name })
  const choose = (picked: AreaPick | undefined) => {
    if (!picked) return
    onPick(picked)
    onClose()
  }
  return (
    <>
      <label className="list-search">
        <Icon name="search" size={14} />
        <input
          ref={field}
          type="text"
          aria-label={t('Search areas and jurisdictions')}
          placeholder={only === 'jurisdiction' ? t('Whose law?') : t('Area or jurisdiction')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            choose(matches[0]?.item)
          }}
        />
      </label>
      <ul className="area-list" aria-label={t('Areas and jurisdictions')}>
        {matches.map(({ item }) => (
          <li key={`${item.kind} ${item.ref}`}>
            <button type="button" className="popover-item" onClick={() => choose(item)}>
              <Icon name={item.kind === 'area' ? 'bulb' : 'globe'} size={14} />
              <span className="grow cut">{item.name}</span>
              <small>{item.kind === 'area' ? (item.ref.split('/')[0] ?? '') : t('jurisdiction')}</small>
            </button>
          </li>
        ))}
      </ul>
      {matches.length === 0 ? (
        <p className="area-none">{choices ? t('No area or jurisdiction matches.') : t('Loading')}</p>
      ) : null}
      {onGuidance ? (
        <label className="area-guidance">
          <input
            type="checkbox"
            checked={guidance ?? true}
            onChange={(event) => onGuidance(event.target.checked)}
          />
          {t('Guidance for the topic of each message, in this chat')}
        </label>
      ) : null}
    </>
  )
}

function listPicks(choices: AreaListView | undefined): readonly AreaPick[] {
  if (!choices) return []
  return [
    ...choices.areas.map((area): AreaPick => ({ kind: 'area', ref: areaRef(area), name: area.name })),
    ...choices.jurisdictions.map(({ id, name }): AreaPick => ({ kind: 'jurisdiction', ref: id, name })),
  ]
}
