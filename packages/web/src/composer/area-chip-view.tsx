import type { AreaChoices } from '../api/guard-types.ts'
import { Icon } from '../parts/icon.tsx'
import type { AreaChip } from '../view-model/composer/area-chips.ts'
import { type AreaPick, AreaPopover } from './area-popover.tsx'
import '../parts/chip.css'

interface AreaChipViewProps {
  readonly chip: AreaChip
  readonly choices: AreaChoices | undefined
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly onPick: (picked: AreaPick) => void
  readonly onPin: () => void
  readonly onRemove: () => void
}

/** One area: its name changes it, the pin keeps it for the chat, the cross takes it out. */
export function AreaChipView({ chip, choices, open, onOpen, onPick, onPin, onRemove }: AreaChipViewProps) {
  const { kind, ref, name, pinned, why } = chip
  return (
    <span className={pinned ? 'chip area pinned' : 'chip area'}>
      <AreaPopover
        label={`Change ${name}`}
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
          aria-label={`Pin ${name} to this chat`}
          title="Pin to this chat"
          onClick={onPin}
        >
          <Icon name="pin" size={14} />
        </button>
      )}
      <button
        type="button"
        className="chip-remove"
        aria-label={pinned ? `Unpin ${name}` : `Without ${name} for this message`}
        title={pinned ? 'Unpin' : 'Not for this message'}
        onClick={onRemove}
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}
