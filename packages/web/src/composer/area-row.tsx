import type { ForecastView } from '@varve/server/types'
import { useState } from 'react'
import { useAreas } from '../api/guard-queries.ts'
import { useChatSettings } from '../models/use-chat-settings.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { type AreaChip, areaChips } from '../view-model/composer/area-chips.ts'
import { AreaChipView } from './area-chip-view.tsx'
import { type AreaPick, AreaPopover } from './area-popover.tsx'
import { GuardMarks } from './guard-marks.tsx'
import './area-row.css'

interface AreaRowProps {
  readonly forecast: ForecastView | undefined
  /** Set by the user for this message. */
  readonly chosen: readonly string[] | undefined
  /** The list is asked for from elsewhere. */
  readonly adding: boolean
  readonly onAdding: (open: boolean) => void
  /** Sets the areas of this message in place of those that were found. */
  readonly onAreas: (areas: readonly string[]) => void
}

/** What the next message is about, as far as can be told: to take out, to pin, to change. And what is private in it. */
export function AreaRow({ forecast, chosen, adding, onAdding, onAreas }: AreaRowProps) {
  const { settings, change } = useChatSettings()
  const [opened, setOpened] = useState<string>()
  const isOff = settings.guidance === 'off'
  const { data: choices } = useAreas(
    adding ||
      opened !== undefined ||
      [settings.areas, settings.jurisdictions, forecast?.jurisdictions].some(
        (names = []) => names.length > 0,
      ),
  )
  const chips = areaChips({ settings, chosen, forecast, choices })
  const { areas: pinned = [], jurisdictions = [] } = settings
  const ofMessage = chips.filter(({ kind, pinned: isPinned }) => kind === 'area' && !isPinned)
  const refs = ofMessage.map(({ ref }) => ref)

  const pin = ({ kind, ref }: AreaChip) =>
    change(kind === 'area' ? { areas: [...pinned, ref] } : { jurisdictions: [...jurisdictions, ref] })
  const remove = ({ kind, ref, pinned: isPinned }: AreaChip) => {
    const without = (all: readonly string[]) => all.filter((one) => one !== ref)
    if (kind === 'jurisdiction') change({ jurisdictions: orNull(without(jurisdictions)) })
    else if (isPinned) change({ areas: orNull(without(pinned)) })
    else onAreas(without(refs))
  }
  const pick = ({ kind, ref }: AreaPick, instead?: AreaChip) => {
    if (kind === 'jurisdiction') {
      const kept = instead?.pinned ? jurisdictions.filter((one) => one !== instead.ref) : jurisdictions
      change({ jurisdictions: [...new Set([...kept, ref])] })
    } else if (instead?.pinned) change({ areas: pinned.map((one) => (one === instead.ref ? ref : one)) })
    else onAreas([...new Set([...refs.filter((one) => one !== instead?.ref), ref])])
  }
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

function orNull(names: readonly string[]): readonly string[] | null {
  return names.length === 0 ? null : names
}
