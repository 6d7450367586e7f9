import type { KeyboardEvent, RefObject } from 'react'
import { Icon } from '../parts/icon.tsx'
import { formatPrice, isFree } from '../view-model/text/format-price.ts'
import { formatTokensShort } from '../view-model/text/format-tokens.ts'
import type { ModelChoice, ModelGroup } from '../view-model/models/group-models.ts'
import { labelBeside } from '../view-model/models/label-beside.ts'
import './model-list.css'

interface ModelListProps {
  readonly id: string
  readonly groups: readonly ModelGroup[]
  /** Who answers now. */
  readonly picked: readonly string[]
  /** More than one can be chosen. */
  readonly several: boolean
  /** Where the mark of the keys stands. */
  readonly active: string | undefined
  /** Given where no field above holds the focus. */
  readonly listRef?: RefObject<HTMLDivElement | null>
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly onActive: (id: string) => void
  readonly onPick: (choice: ModelChoice) => void
}

/** The models in their groups: name, window, price. */
export function ModelList(props: ModelListProps) {
  const { id, groups, active, several, listRef, onKeyDown } = props
  return (
    <>
      <p className="model-columns" aria-hidden="true">
        <span>Window</span>
        <span>$ per 1M, in / out</span>
      </p>
      <div
        ref={listRef}
        id={id}
        className="model-list"
        role="listbox"
        aria-label="Models"
        aria-multiselectable={several ? true : undefined}
        tabIndex={listRef ? 0 : undefined}
        aria-activedescendant={listRef && active !== undefined ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
      >
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.title}>
            <p className="model-group" aria-hidden="true">
              {group.title}
            </p>
            {group.choices.map((choice) => (
              <ModelOption key={choice.model.id} choice={choice} {...props} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

function ModelOption({ choice, ...list }: ModelListProps & { readonly choice: ModelChoice }) {
  const { model, use } = choice
  const isActive = list.active === model.id
  const isPicked = list.picked.includes(model.id)
  return (
    <div
      id={`${list.id}-${model.id}`}
      role="option"
      className={use === 'ready' ? 'model-option' : 'model-option later'}
      aria-selected={isPicked}
      aria-disabled={use === 'no' ? true : undefined}
      data-active={isActive ? true : undefined}
      // Keeps focus, and with it the surface, while the pointer goes down.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => {
        if (!isActive) list.onActive(model.id)
      }}
      onClick={() => list.onPick(choice)}
    >
      <span className={list.several ? 'model-check box' : 'model-check'}>
        {isPicked ? <Icon name="check" size={14} /> : null}
      </span>
      <span className="cut model-name">
        {model.name}
        {note(choice) ? <small> {note(choice)}</small> : null}
      </span>
      {use === 'key' ? <span className="tag">Needs a key</span> : null}
      <span className="model-figures figures">
        <span>
          <Unseen words=", window of " />
          {formatTokensShort(model.window)}
          <Unseen words=" tokens, " />
        </span>
        <span className={isFree(model) ? undefined : 'priced'}>
          {formatPrice(model)}
          {isFree(model) ? null : <Unseen words=" dollars for a million tokens, in and out" />}
        </span>
      </span>
    </div>
  )
}

/** What stands beside the name: why it cannot be asked, else which server has it, else what the server says of it. */
function note({ model, use }: ModelChoice): string {
  if (use === 'no') return model.unavailable ?? 'Not available now'
  if (model.location === 'local') return model.providerName
  return model.location === 'offline' ? labelBeside(model) : ''
}

/** Words that the heads of the columns say to the eye. */
function Unseen({ words }: { readonly words: string }) {
  return <span className="visually-hidden">{words}</span>
}
