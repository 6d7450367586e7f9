import { useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/popover.tsx'

interface AttachMenuProps {
  readonly onNote: () => void
  /** Something that is called by its name. */
  readonly onCall: () => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onPage: () => void
  /** What the message is about. */
  readonly onArea: () => void
}

/** The ways to bring something along, for those who do not know the signs. */
export function AttachMenu({ onNote, onCall, onFiles, onPage, onArea }: AttachMenuProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Popover
        label="Attach"
        button={<Icon name="plus" />}
        isSign
        buttonClass="icon-button"
        align="start"
        side="above"
      >
        <button type="button" className="popover-item" onClick={onNote}>
          <Icon name="note" />
          <span className="grow">Attach a note, folder or tag</span>
          <kbd>@</kbd>
        </button>
        <button type="button" className="popover-item" onClick={onCall}>
          <Icon name="passage" />
          <span className="grow">Use a template or skill</span>
          <kbd>/</kbd>
        </button>
        <button type="button" className="popover-item" onClick={() => chooser.current?.click()}>
          <Icon name="clip" />
          Upload a file…
        </button>
        <button type="button" className="popover-item" onClick={onPage}>
          <Icon name="globe" />
          Attach a page…
        </button>
        <button type="button" className="popover-item" onClick={onArea}>
          <Icon name="bulb" />
          Area or jurisdiction…
        </button>
      </Popover>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again after it was taken out.
          target.value = ''
        }}
      />
    </>
  )
}
