import { Icon } from '../parts/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { useChatSettings } from '../models/use-chat-settings.ts'
import { currentRunner, RUNNERS } from '../view-model/runner-words.ts'
import './runner-picker.css'

/** How a message is answered: from what is attached, from the notes, or by a model with tools and how far those reach. */
export function RunnerPicker() {
  const { settings, change } = useChatSettings()
  const current = currentRunner(settings)
  return (
    <Menu
      label={`How it is answered: ${current.name}`}
      buttonClass="model-pick runner-pick"
      button={
        <>
          <span className="cut">{current.name}</span>
          <Icon name="down" size={14} />
        </>
      }
    >
      {RUNNERS.map((choice) => (
        <MenuItem
          key={choice.name}
          icon={choice === current ? 'check' : choice.icon}
          onSelect={() => change({ runner: choice.runner ?? null, mode: choice.mode ?? null })}
        >
          <span className="runner-choice">
            <b>{choice.name}</b>
            <small>{choice.about}</small>
            {choice === current ? <span className="visually-hidden">, chosen</span> : null}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
