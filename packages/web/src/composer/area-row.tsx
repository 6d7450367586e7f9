import type { ForecastView } from '@varve/server/types'
import { useState } from 'react'
import { useAreas } from '../api/guard-queries.ts'
import { useChatSettings } from '../models/use-chat-settings.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { type AreaChip, areaChips } from '../view-model/composer/area-chips.ts'
import type { Draft } from '../workbench/draft.ts'
import { AreaChipView } from './area-chip-view.tsx'
import { type AreaPick, AreaPopover } from './area-popover.tsx'
import { GuardMarks } from './guard-marks.tsx'
import './area-row.css'

interface AreaRowProps {
  readonly forecast: ForecastView | undefined
  /** Set by the user for this message. */
  readonly chosen: Pick<Draft, 'areas' | 'jurisdictions'>
  /** The list is asked for from elsewhere. */
  readonly adding: boolean
  readonly onAdding: (open: boolean) => void
  /** Sets the areas of this message in place of those that were found. */
  readonly onAreas: (areas: readonly string[]) => void
  /** The same for the places that it names. */
  readonly onJurisdictions: (ids: readonly string[]) => void
}

/** What the next message is about, as far as can be told: to take out, to pin, to change. And what is private in it. */
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
    <div className="area-row" role="group" aria-label="What the next message is about">
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
          Guidance is off in this chat
          <Button small look="bare" onClick={() => change({ guidance: null })}>
            Turn on
          </Button>
        </span>
      ) : null}
      {chips.length > 0 || adding ? (
        <AreaPopover
          label="Add an area or jurisdiction"
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
